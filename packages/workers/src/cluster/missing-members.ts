import { clearInterval, monotonicNow, setInterval } from '@offloop/runtime/clock';
import {
  addressText,
  type Address,
  type CandidateCluster,
  type ShardSettings,
  type LogLevel,
  type MemberDescription,
} from '@offloop/contract';
import type { Connection } from '../connection/connection.js';
import type { MemberAddresses } from './member-addresses.js';
import type { MemberConnections } from './member-connections.js';
import { ShortLives, type LostConnection } from './short-lives.js';

/** Milliseconds between attempts to reach members that are listed but not connected. */
const RETRY_MILLIS = 1_000;

export interface MissingMembersHandler {
  members(): readonly MemberDescription[];
  candidate(): CandidateCluster;
  /** Connects to an address. Rejects unless there is a connection to it afterwards. */
  connectTo(address: Address): Promise<void>;
  log(level: LogLevel, message: string): void;
}

/** Connects to the members that are listed but not connected, each on its own, and tries again until it succeeds. */
export class MissingMembers {
  readonly #connections: MemberConnections;
  readonly #addresses: MemberAddresses;
  readonly #retry: ShardSettings['retry'];
  readonly #handler: MissingMembersHandler;
  /** For each member whose connection was lost: the time of `monotonicNow()` before which there is no attempt. */
  readonly #lost = new Map<string, { readonly lives: ShortLives; readonly notBefore: number }>();
  readonly #timer: NodeJS.Timeout;
  /** Members that are being connected to. */
  readonly #underWay = new Set<string>();
  #deciding = false;
  #stopped = false;

  constructor(
    connections: MemberConnections,
    addresses: MemberAddresses,
    retry: ShardSettings['retry'],
    handler: MissingMembersHandler,
  ) {
    this.#retry = retry;
    this.#connections = connections;
    this.#addresses = addresses;
    this.#handler = handler;
    this.#timer = setInterval(() => void this.connect(), RETRY_MILLIS);
    this.#timer.unref();
  }

  /** Makes one attempt for each missing member that has none under way. Does nothing while there is no connection at all. */
  async connect(): Promise<void> {
    if (this.#deciding || this.#connections.size === 0) return;
    this.#deciding = true;
    const candidate = this.#handler.candidate();
    try {
      await this.#addresses.decide(candidate, this.#handler.members());
    } finally {
      this.#deciding = false;
    }
    // Meanwhile the client may have gone to another cluster, for whose members that decision was not made.
    if (this.#stopped || this.#connections.size === 0 || candidate !== this.#handler.candidate()) return;
    const due = this.#handler.members().filter(({ uuid }) => this.#isDue(uuid));
    await Promise.all(due.map((member) => this.#attempt(member)));
  }

  #isDue(uuid: string): boolean {
    if (this.#connections.has(uuid) || this.#underWay.has(uuid)) return false;
    return monotonicNow() >= (this.#lost.get(uuid)?.notBefore ?? 0);
  }

  async #attempt(member: MemberDescription): Promise<void> {
    const { uuid } = member;
    const address = this.#addresses.of(member);
    if (address === null) {
      const own = addressText(member.address);
      this.#handler.log('debug', `member ${uuid}: Address translator could not translate address ${own}`);
      return;
    }
    this.#underWay.add(uuid);
    try {
      await this.#handler.connectTo(address);
    } catch (error) {
      this.#handler.log('debug', `member ${uuid} at ${addressText(address)}: ${(error as Error).message}`);
    } finally {
      this.#underWay.delete(uuid);
    }
  }

  /** To be called when a connection is lost. A member that drops each one at once is connected to more and more rarely. */
  onConnectionLost(connection: Pick<Connection, 'memberUuid'> & LostConnection): void {
    const { memberUuid } = connection;
    const known = this.#lost.get(memberUuid);
    const lives = known?.lives ?? new ShortLives(this.#retry);
    this.#lost.set(memberUuid, { lives, notBefore: monotonicNow() + lives.pauseAfter(connection) });
    const listed = new Set(this.#handler.members().map(({ uuid }) => uuid));
    for (const uuid of this.#lost.keys()) if (!listed.has(uuid)) this.#lost.delete(uuid);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }
}
