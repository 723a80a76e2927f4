import {
  advancedNetworkXml,
  freePort,
  startFaultProxy,
  startRealMember,
  untilSafe,
  type FaultProxy,
  type RealMember,
} from '@offloop/tools';

const SIZE = 3;
const HOST = '127.0.0.1';
/** Longest time in ms until the cluster is safe again. */
const SAFE_WITHIN = 120_000;

interface Place {
  readonly memberPort: number;
  readonly clientPort: number;
  readonly restPort: number;
  readonly proxy: FaultProxy;
  member: RealMember | undefined;
}

/** Three real members, each behind a proxy that all clients have to use. Members talk to each other directly. */
export class ChaosCluster {
  readonly #places: readonly Place[];

  private constructor(places: readonly Place[]) {
    this.#places = places;
  }

  static async start(): Promise<ChaosCluster> {
    const places = await Promise.all(
      Array.from({ length: SIZE }, async (): Promise<Place> => {
        const clientPort = await freePort();
        return {
          memberPort: await freePort(),
          clientPort,
          restPort: await freePort(),
          proxy: await startFaultProxy({ target: `${HOST}:${clientPort}` }),
          member: undefined,
        };
      }),
    );
    const cluster = new ChaosCluster(places);
    try {
      // The first founds the cluster, then the others join it: founding one from several starts takes longer.
      for (let i = 0; i < SIZE; i++) await cluster.revive(i);
      await cluster.untilSafe();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** Addresses for clients: those of the proxies. */
  get addresses(): string[] {
    return this.#places.map(({ proxy }) => proxy.address);
  }

  get size(): number {
    return this.#places.length;
  }

  proxy(index: number): FaultProxy {
    return this.#places[index].proxy;
  }

  /** Kills a member by SIGKILL. */
  async kill(index: number): Promise<void> {
    const place = this.#places[index];
    const { member } = place;
    place.member = undefined;
    await member?.kill();
  }

  /** Starts the member of a place again, at the ports it had. */
  async revive(index: number): Promise<void> {
    const place = this.#places[index];
    place.member = await startRealMember({
      port: place.memberPort,
      heap: '256m',
      backupCount: 1,
      // A member that does not know whether an operation ran must say so, and not run it again by itself.
      properties: { 'hazelcast.operation.fail.on.indeterminate.state': 'true' },
      networkXml: advancedNetworkXml({
        memberPort: place.memberPort,
        memberPorts: this.#places.map(({ memberPort }) => memberPort),
        clientPort: place.clientPort,
        publicAddress: place.proxy.address,
        healthPort: place.restPort,
      }),
    });
  }

  /** See `untilSafe` of the tools. */
  untilSafe(): Promise<void> {
    return untilSafe(
      this.#places.map(({ restPort }) => restPort),
      SAFE_WITHIN,
    );
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#places.map(async ({ member, proxy }) => {
        await proxy.close();
        await member?.kill();
      }),
    );
  }
}
