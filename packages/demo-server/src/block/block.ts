// The messages between the process whose thread is held and the process that holds it.
import type { CallsUnderWay } from '../figures/live-events.js';

/** Ids of the approaches whose clients are tried. */
export const BLOCKED = ['workers', 'official', 'sync'] as const;
export type Blocked = (typeof BLOCKED)[number];

export const LOCK_MAP = 'offloop-demo-locks';

export interface BlockSettings {
  readonly client: Blocked;
  /** Address of the relay, `host:port`. */
  readonly address: string;
  /** Key of the lock that the client takes. */
  readonly key: string;
}

/** A request to hold the thread for a number of milliseconds. */
export interface ToBlocked {
  readonly type: 'hold';
  readonly millis: number;
}

export type FromBlocked =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly reason: string }
  /**
   * The hold has ended. `underWay` says what became of the calls made just before it; `millis` is the time that a call took which was made
   * right after it, null if it failed or took longer than {@link LONGEST_CALL}.
   */
  | { readonly type: 'called'; readonly underWay: CallsUnderWay; readonly millis: number | null };

/** Number of calls that are made just before the hold. */
export const CALLS_UNDER_WAY = 100;

/** Longest time to wait for answers after the hold, in ms. */
export const LONGEST_CALL = 10_000;
