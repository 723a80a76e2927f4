/*
 * The body of a `LIST` completion: a response that is one list of serialized values, with a table by which any of them is
 * found without walking the others.
 *
 *    0             4                                4 + 4 (count + 1)
 *   +-------------+--------------------------------+--------------------+------------------+
 *   | count int32 | boundaries int32 × (count + 1) | kinds uint8 × count| message          |
 *   +-------------+--------------------------------+--------------------+------------------+
 *   |<-------------------------- table, padded to 8 ------------------->|
 *
 * Element i is the frame in bytes [boundary i, boundary i + 1) of the message. Its kind is the `CompletionKind` it would
 * have as an answer of its own, but its bytes are as the member sent them: frame header, `Data` header, payload.
 *
 * In a `SPILL`, table and message are two buffers on the port, in this order.
 */

export const LIST_COUNT_OFFSET = 0;
export const LIST_BOUNDARIES_OFFSET = 4;

/** Offset of the kinds, bytes. */
export function listKindsOffset(count: number): number {
  return LIST_BOUNDARIES_OFFSET + 4 * (count + 1);
}

/** Bytes of the table; the message follows. */
export function listTableLength(count: number): number {
  return (listKindsOffset(count) + count + 7) & ~7;
}
