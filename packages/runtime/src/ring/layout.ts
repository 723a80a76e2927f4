/**
 * Bytes of a line, of which a ring's shared memory is made. Both threads compute the offsets from the same chain, so a layout
 * change is one change here plus a new `LAYOUT_VERSION`.
 *
 * ```
 *   0    128    256    384    512    640                      640 + capacity
 *   +------+------+------+------+------+--------------------------+
 *   |header| tail | head |parked|starve| records ...              |
 *   +------+------+------+------+------+--------------------------+
 *    both   producer consumer  |     |   producer writes, consumer reads
 *    read   writes   writes    |     producer sets, consumer takes back
 *                              consumer sets, producer takes back
 * ```
 *
 * Every shared word has a line of its own: 128 bytes, because adjacent-line prefetch makes 64-byte lines travel in
 * pairs, and a shared line between two writers costs a cache miss on each side of every operation.
 */
export const LINE_LENGTH = 128;

export const HEADER_OFFSET = 0;
export const TAIL_OFFSET: number = HEADER_OFFSET + LINE_LENGTH;
export const HEAD_OFFSET: number = TAIL_OFFSET + LINE_LENGTH;
export const PARKED_OFFSET: number = HEAD_OFFSET + LINE_LENGTH;
export const STARVED_OFFSET: number = PARKED_OFFSET + LINE_LENGTH;
export const RECORDS_OFFSET: number = STARVED_OFFSET + LINE_LENGTH;

export const MAGIC_INDEX: number = HEADER_OFFSET / 4;
export const VERSION_INDEX: number = MAGIC_INDEX + 1;
export const CAPACITY_INDEX: number = VERSION_INDEX + 1;
export const TAIL_INDEX: number = TAIL_OFFSET / 4;
export const HEAD_INDEX: number = HEAD_OFFSET / 4;
export const PARKED_INDEX: number = PARKED_OFFSET / 4;
export const STARVED_INDEX: number = STARVED_OFFSET / 4;

/** "OFLR" in ASCII: a buffer that does not start with it is not one of our rings. */
export const RING_MAGIC = 0x4f464c52;
export const LAYOUT_VERSION = 2;

/** The least capacity of a ring, in bytes. With less, the longest inline record (capacity / 8) could not hold a useful message. */
export const MIN_CAPACITY = 1024;
/** The largest capacity of a ring, in bytes. Positions are free-running int32: at 2³¹ full and empty would look the same. */
export const MAX_CAPACITY: number = 2 ** 30;

/**
 * Bytes of a record's header. A record is 8-byte aligned:
 *
 * ```
 *   0         4         8                    8 + payload length, then up to 7 bytes of nothing
 *   +---------+---------+--------------------+
 *   | length  |  type   | payload            |
 *   +---------+---------+--------------------+
 * ```
 *
 * `length` counts header and payload, without the alignment.
 */
export const RECORD_HEADER_LENGTH = 8;
const RECORD_ALIGNMENT = 8;

/** The type of a record that only fills the end of the ring. Types of real records are greater than 0. */
export const PADDING_TYPE = -1;

/** Returned by a claim when the ring is full, which is an everyday state. Negative, so that it is never a payload offset. */
export const INSUFFICIENT_CAPACITY = -1;

/** @returns the record's length rounded up to where the next one may start, bytes. */
export function alignRecord(length: number): number {
  return (length + (RECORD_ALIGNMENT - 1)) & ~(RECORD_ALIGNMENT - 1);
}
