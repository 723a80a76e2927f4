/*
 * A table of serialized values that lie in a message, by which any of them is found without walking the others. It is the
 * first part of the body of a `LIST` completion, and of an `EVENT` with a tape (see `event-writer.ts`); the message follows:
 *
 *    0             4              8                                8 + 4 (count + 1)
 *   +-------------+--------------+--------------------------------+---------------------+-------+---------+
 *   | count int32 | length int32 | boundaries int32 × (count + 1) | kinds uint8 × count | tapes | message |
 *   +-------------+--------------+--------------------------------+---------------------+-------+---------+
 *   |<-------------------------------- table, padded to 8: length bytes ----------------------->|
 *
 * Element i is the frame in bytes [boundary i, boundary i + 1) of the message. Its kind is the `CompletionKind` it would
 * have as an answer of its own, but its bytes are as the member sent them: frame header, `Data` header, payload. That of
 * the kind `TAPE` has a tape besides, to be read with its text in the frame. Tapes are there only if there is such an
 * element; they begin at a multiple of four:
 *
 *   +----------------------+--------------------------------------------------------+
 *   | places int32 × count | tapes without their texts, each at a multiple of four  |
 *   +----------------------+--------------------------------------------------------+
 *
 * Place i is where the tape of element i begins, in bytes from the first place.
 *
 * In the `SPILL` of a list, table and message are two buffers on the port, in this order.
 */

export const LIST_COUNT_OFFSET = 0;
export const LIST_TABLE_LENGTH_OFFSET = 4;
export const LIST_BOUNDARIES_OFFSET = 8;

/** Returns the offset of the elements' kinds in the table of a list, in bytes. */
export function listKindsOffset(count: number): number {
  return LIST_BOUNDARIES_OFFSET + 4 * (count + 1);
}

/** Returns the offset of the tapes' places in the table of a list, in bytes. */
export function listPlacesOffset(count: number): number {
  return (listKindsOffset(count) + count + 3) & ~3;
}
