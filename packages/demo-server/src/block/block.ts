// The messages between the process whose thread is held and the process that holds it.

/** Whose client is tried: approaches of these ids. */
export const BLOCKED = ['workers', 'official', 'sync'] as const;
export type Blocked = (typeof BLOCKED)[number];

export const LOCK_MAP = 'offloop-demo-locks';
/** Reads that are asked for just before the thread is held. */
export const READS = 200;

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
  /** Answers that were read when the thread had run for {@link AT_ONCE_MILLIS} again. */
  | { readonly type: 'answers'; readonly atOnce: number };

/** Milliseconds after the hold within which an answer counts. */
export const AT_ONCE_MILLIS = 50;
