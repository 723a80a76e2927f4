/**
 * Kinds of the event records of a near cache's listener, with the bytes of each. All numbers are little-endian.
 *
 * ```
 *   CHANGED     int32 kind, then for each change:    int32 key length, int32 hash, int32 own, int64 msb, int64 lsb, int64 sequence, key
 *   NUMBERED    int32 kind, then for each partition: int32 partition, int64 msb, int64 lsb, int64 sequence
 *   UNREADABLE  int32 kind
 * ```
 *
 * The key comes without its own hash, as the caller's thread compares keys; its length is −1 if every key has changed. `own`
 * is 1 if a call of this client has made the change, else 0. msb and lsb are the UUID of the partition.
 */
export const InvalidationKind = {
  /** Entries were changed. */
  CHANGED: 0,
  /** Numbers of the latest invalidations that a member has sent, for partitions that it owns. */
  NUMBERED: 1,
  /** Entries were changed, but the event does not tell which. */
  UNREADABLE: 2,
} as const;
export type InvalidationKind = (typeof InvalidationKind)[keyof typeof InvalidationKind];

/** Length that a change has in place of a key's if every key has changed. */
export const ALL_KEYS = -1;
/** Bytes of a record before its first change or partition. */
export const INVALIDATION_HEADER: number = 4;
/** Bytes of a change before its key. */
export const CHANGE_HEADER: number = 4 + 4 + 4 + 3 * 8;
/** Bytes of one partition in a `NUMBERED` record. */
export const NUMBERED_LENGTH: number = 4 + 3 * 8;
