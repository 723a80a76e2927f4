/**
 * Bytes of text for each costly value, at least, in a document that pays. Costly are numbers of more than fifteen digits, to this
 * side, and strings beyond ASCII, to both, so that they count twice.
 */
const BYTES_A_COSTLY_VALUE = 48;
export const COSTLY_STRING = 2;

/**
 * `JSON.parse` makes some values as fast as they are read from a tape. Such are strings from this length on; and the elements of
 * arrays longer than the other that begin with a number or a constant, and are not of numbers alone. A document of which more than
 * this part is in such values does not pay.
 */
export const LONG_STRING = 32;
export const SHORT_ARRAY = 16;
const MOST_PLAIN: number = 1 / 3;

/**
 * Whether a text is worth a tape.
 *
 * @param length of the text, bytes. @param costly values in it. @param plain bytes in values that `JSON.parse` makes as fast.
 */
export function pays(length: number, costly: number, plain: number): boolean {
  return costly * BYTES_A_COSTLY_VALUE <= length && plain <= length * MOST_PLAIN;
}
