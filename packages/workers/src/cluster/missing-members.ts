import { clearInterval, monotonicNow, setInterval } from '@offloop/runtime/clock';
import { addressText } from '../connection/address.js';
import type { Connection } from '../connection/connection.js';
import type { Address, CandidateCluster, LogLevel, MemberDescription, ShardSettings } from '../control.js';
import type { MemberAddresses } from './member-addresses.js';
import type { MemberConnections } from './member-connections.js';
import { ShortLives, type LostConnection } from './short-lives.js';

/** Milliseconds between attempts to reach members that are listed but not connected. */
const RETRY_MILLIS = 1_000;

export interface MissingMembersHandler {
  members(): readonly MemberDescription[];
  /** The cluster the client is in. */
  candidate(): CandidateCluster;
  /** Rejects unless there is a connection to this address now. */
  connectTo(address: Address): Promise<void>;
  log(level: LogLevel, message: string): void;
}

/** Connects to the members that are listed and not connected, one after the other, and tries again until it succeeds. */
export class MissingMembers {
  readonly #connections: MemberConnections;
  readonly #addresses: MemberAddresses;
  readonly #retry: ShardSettings['retry'];
  readonly #handler: MissingMembersHandler;
  /** By member whose connection was lost: `monotonicNow()` before which there is no other. */
  readonly #lost = new Map<string, { readonly lives: ShortLives; readonly notBefore: number }>();
  readonly #timer: NodeJS.Timeout;
  #connecting = false;
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

  /** One attempt for each of them; does nothing while there is no connection at all. */
  async connect(): Promise<void> {
    if (this.#connecting || this.#connections.size === 0) return;
    this.#connecting = true;
    try {
      await this.#addresses.decide(this.#handler.candidate(), this.#handler.members());
      for (const member of this.#handler.members()) {
        const { uuid } = member;
        const address = this.#addresses.of(member);
        if (this.#stopped || this.#connections.has(uuid) || this.#connections.size === 0) continue;
        // While another was connected to, the client may have gone to another cluster: its credentials are not for this one.
        if (!this.#isListed(uuid)) continue;
        if (monotonicNow() < (this.#lost.get(uuid)?.notBefore ?? 0)) continue;
        try {
          await this.#handler.connectTo(address);
        } catch (error) {
          this.#handler.log(
            'debug',
            `member ${uuid} at ${addressText(address)}: ${(error as Error).message}`,
          );
        }
      }
    } finally {
      this.#connecting = false;
    }
  }

  /** A member that drops each connection at once is connected to ever more rarely. */
  onConnectionLost(connection: Pick<Connection, 'memberUuid'> & LostConnection): void {
    const { memberUuid } = connection;
    const known = this.#lost.get(memberUuid);
    const lives = known?.lives ?? new ShortLives(this.#retry);
    this.#lost.set(memberUuid, { lives, notBefore: monotonicNow() + lives.pauseAfter(connection) });
    const listed = new Set(this.#handler.members().map(({ uuid }) => uuid));
    for (const uuid of this.#lost.keys()) if (!listed.has(uuid)) this.#lost.delete(uuid);
  }

  #isListed(uuid: string): boolean {
    return this.#handler.members().some((member) => member.uuid === uuid);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }
}
