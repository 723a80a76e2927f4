/**
 * Bytes of text for each costly value, at least, in a document that pays. Costly are numbers of more digits than a double holds,
 * to this side, and strings beyond ASCII, to the other: each of them takes a call.
 */
const BYTES_A_COSTLY_VALUE = 48;

/**
 * Longer arrays that begin with a number or a constant, and are not of numbers alone, are flat. A document of which more than this
 * part is in flat arrays does not pay: `JSON.parse` makes their values nearly as fast as they are read from a tape, which is two to
 * four times as long as their text.
 */
export const SHORT_ARRAY = 16;
const MOST_FLAT: number = 1 / 3;

/**
 * Whether a text is worth a tape.
 *
 * @param length of the text, bytes. @param costly values in it. @param flat bytes of its flat arrays.
 */
export function pays(length: number, costly: number, flat: number): boolean {
  return costly * BYTES_A_COSTLY_VALUE <= length && flat <= length * MOST_FLAT;
}
