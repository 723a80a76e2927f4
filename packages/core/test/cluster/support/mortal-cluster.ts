import { advancedNetworkXml, freePort, startRealMember, untilSafe, type RealMember } from '@offloop/tools';
import type { Client } from 'offloop';
import { beforeEach } from 'vitest';

import { connect, eventually, type Config, type ConnectedClient } from '../../client/support/client-bench.js';
import { figuresOf } from '../../client/support/figures.js';
import { forTests } from './members.js';

const HOST = '127.0.0.1';
const SAFE_WITHIN_MILLIS = 60_000;

/** The ports of one member, whichever process has them. */
interface Place {
  readonly memberPort: number;
  readonly clientPort: number;
  readonly healthPort: number;
  member: RealMember | undefined;
}

export interface MortalClusterOptions {
  /** XML put verbatim below the root element of each member's configuration. */
  readonly extraXml?: string;
  /** Hazelcast's system properties. */
  readonly properties?: Readonly<Record<string, string>>;
}

/** Members of the file's own, all of them alive when a test begins. */
export function mortalCluster(size: number, options?: MortalClusterOptions): MortalCluster {
  const cluster = forTests(
    () => MortalCluster.start(size, options),
    (started) => started.stop(),
  );
  beforeEach(() => cluster.revive());
  return cluster;
}

/** Real members that are killed and started anew at the same ports, one for each number from 0. */
export class MortalCluster {
  readonly #places: readonly Place[];
  readonly #options: MortalClusterOptions;

  private constructor(places: readonly Place[], options: MortalClusterOptions) {
    this.#places = places;
    this.#options = options;
  }

  static async start(size: number, options: MortalClusterOptions = {}): Promise<MortalCluster> {
    const places = await Promise.all(
      Array.from({ length: size }, async () => ({
        memberPort: await freePort(),
        clientPort: await freePort(),
        healthPort: await freePort(),
        member: undefined,
      })),
    );
    const cluster = new MortalCluster(places, options);
    try {
      await cluster.revive();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** What clients are given: those of all members, dead ones included. */
  get addresses(): string[] {
    return this.#places.map(({ clientPort }) => `${HOST}:${clientPort}`);
  }

  member(number: number): RealMember {
    const { member } = this.#places[number];
    if (member === undefined) throw new Error(`member ${number} is dead`);
    return member;
  }

  /** A client with a connection to each member, which knows who owns which partition. */
  async connect(config: Config = {}): Promise<ConnectedClient> {
    const bench = await connect(this.addresses[0], config);
    const { client } = bench;
    // Partitions are handed out when the first of them is needed.
    await (await client.getMap('any')).size();
    await eventually(() => figuresOf(client).connections === this.#places.length);
    await eventually(() => client.getPartitionService().getPartitionOwner(0) !== undefined);
    return bench;
  }

  /** A name whose partition member `number` owns, as the client knows it. */
  nameAt(number: number, client: Client, prefix: string, stem: string = ''): string {
    const service = client.getPartitionService();
    const owned = client
      .getCluster()
      .getMembers()
      .find(({ address }) => address.port === this.#places[number].clientPort);
    if (owned === undefined) throw new Error(`the client does not know member ${number}`);
    for (let n = 0; ; n++) {
      const name = `${prefix}-${n}`;
      if (service.getPartitionOwner(service.getPartitionId(stem + name)).equals(owned.uuid)) return name;
    }
  }

  /** SIGKILL: no goodbye to anyone. Resolves when the process is gone. */
  async kill(number: number): Promise<void> {
    const member = this.member(number);
    this.#places[number].member = undefined;
    await member.kill();
  }

  /** Starts whichever member is dead, and resolves when each partition has its owner and its backup again. */
  async revive(): Promise<void> {
    const alive = this.#places.some(({ member }) => member !== undefined);
    const dead = this.#places.filter(({ member }) => member === undefined);
    // The first founds the cluster, then the others join it.
    if (!alive) await this.#start(dead.shift()!);
    await Promise.all(dead.map((place) => this.#start(place)));
    await untilSafe(
      this.#places.map(({ healthPort }) => healthPort),
      SAFE_WITHIN_MILLIS,
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.#places.map(async ({ member }) => member?.kill()));
  }

  async #start(place: Place): Promise<void> {
    const { memberPort, clientPort, healthPort } = place;
    place.member = await startRealMember({
      port: memberPort,
      heap: '256m',
      networkXml: advancedNetworkXml({
        memberPort,
        memberPorts: this.#places.map((each) => each.memberPort),
        clientPort,
        publicAddress: `${HOST}:${clientPort}`,
        healthPort,
      }),
      ...this.#options,
    });
  }
}
