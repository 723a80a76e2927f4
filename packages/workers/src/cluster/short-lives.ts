import { wallNow } from '@offloop/runtime/clock';
import type { ShardSettings } from '@offloop/contract';
import { Backoff } from './backoff.js';

/** Milliseconds after which a connection counts as one that lived, though no call was made on it. */
const LIVED_MILLIS = 5_000;

/** What is asked of a lost connection. */
export interface LostConnection {
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
  /** A member has answered a call on it. */
  readonly hasServed: boolean;
}

/**
 * Pauses before a peer is connected to again that lets the client in and drops it at once, time after time. The pauses of
 * `connectionRetry` do not help there: they are between attempts that fail. Only a connection that lived ends them.
 */
export class ShortLives {
  readonly #retry: ShardSettings['retry'];
  #backoff: Backoff | undefined;

  constructor(retry: ShardSettings['retry']) {
    this.#retry = retry;
  }

  /** @returns milliseconds to wait before the next attempt; 0 after the first short life: that may happen to anyone. */
  pauseAfter({ openedAt, hasServed }: LostConnection): number {
    if (hasServed || wallNow() - openedAt >= LIVED_MILLIS) {
      this.#backoff = undefined;
      return 0;
    }
    if (this.#backoff !== undefined) return this.#backoff.pause();
    this.#backoff = new Backoff(this.#retry);
    return 0;
  }
}
