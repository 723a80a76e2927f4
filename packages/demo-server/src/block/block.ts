// The messages between the process whose thread is held and the process that holds it.
import type { CallsUnderWay } from '../figures/live-events.js';

/** Whose client is tried: approaches of these ids. */
export const BLOCKED = ['workers', 'official', 'sync'] as const;
export type Blocked = (typeof BLOCKED)[number];

export const LOCK_MAP = 'offloop-demo-locks';

export interface BlockSettings {
  readonly client: Blocked;
  /** `host:port` */
  readonly address: string;
  /** The key it locks. */
  readonly key: string;
}

/** Milliseconds the thread is held. */
export interface ToBlocked {
  readonly type: 'hold';
  readonly millis: number;
}

export type FromBlocked =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly reason: string }
  /**
   * What the calls came to that were under way; and milliseconds that a call took, made as soon as the thread went on: null
   * when it failed, or took longer than {@link LONGEST_CALL}.
   */
  | { readonly type: 'called'; readonly underWay: CallsUnderWay; readonly millis: number | null };

/** Calls that are made just before the hold. */
export const CALLS_UNDER_WAY = 100;

/** Milliseconds for which a call after the hold is waited for. */
export const LONGEST_CALL = 10_000;
