/**
 * What the event records of a near cache's listener hold. All numbers are little-endian.
 *
 * ```
 *   CHANGED     int32 kind, then for each change:    int32 key length, int32 hash, int64 msb, int64 lsb, int64 sequence, key
 *   NUMBERED    int32 kind, then for each partition: int32 partition, int64 msb, int64 lsb, int64 sequence
 *   UNREADABLE  int32 kind
 * ```
 *
 * The key comes without its own hash, as the caller's thread compares keys; its length is −1 where every key has changed. msb and
 * lsb are the UUID of the partition.
 */
export const InvalidationKind = {
  /** Entries were changed. */
  CHANGED: 0,
  /** What a member says it has told of, for partitions that it owns. */
  NUMBERED: 1,
  /** Entries were changed, and it cannot be read which. */
  UNREADABLE: 2,
} as const;
export type InvalidationKind = (typeof InvalidationKind)[keyof typeof InvalidationKind];

export const ALL_KEYS = -1;
/** Bytes before the first change or partition. */
export const INVALIDATION_HEADER: number = 4;
/** Bytes before the key of a change. */
export const CHANGE_HEADER: number = 4 + 4 + 3 * 8;
export const NUMBERED_LENGTH: number = 4 + 3 * 8;
