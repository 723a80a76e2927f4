import { wallNow } from '@offloop/runtime/clock';
import { Backoff } from '@offloop/runtime/thread';
import type { ShardSettings } from '@offloop/contract';

/** Milliseconds after which a connection counts as one that lived, though no call was made on it. */
const LIVED_MILLIS = 5_000;

/** The facts about a lost connection that decide on the pause. */
export interface LostConnection {
  /** The time when it was begun, in milliseconds since the epoch. */
  readonly openedAt: number;
  /** True if the member has answered a call on it. */
  readonly hasServed: boolean;
}

/**
 * Makes pauses before connecting again to a peer that accepts the client and drops it at once, time after time. The pauses of
 * `connectionRetry` do not help there, since they come between attempts that fail. Only a connection that lived ends these.
 */
export class ShortLives {
  readonly #retry: ShardSettings['retry'];
  #backoff: Backoff | undefined;

  constructor(retry: ShardSettings['retry']) {
    this.#retry = retry;
  }

  /** Returns the milliseconds to wait before the next attempt; 0 after the first short life, which proves nothing yet. */
  pauseAfter({ openedAt, hasServed }: LostConnection): number {
    if (hasServed || wallNow() - openedAt >= LIVED_MILLIS) {
      this.#backoff = undefined;
      return 0;
    }
    if (this.#backoff !== undefined) return this.#backoff.next();
    this.#backoff = new Backoff(this.#retry);
    return 0;
  }
}
