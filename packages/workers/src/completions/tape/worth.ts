/**
 * The least bytes of text for each costly value in a document that pays. Numbers of more than fifteen digits are costly to this side,
 * and strings beyond ASCII to both.
 */
const BYTES_A_COSTLY_VALUE = 48;
/** Costly values that a string beyond ASCII counts for: it costs both threads. */
export const COSTLY_STRING = 2;

/**
 * Bytes from which `JSON.parse` makes a string as fast as it is read from a tape.
 */
export const LONG_STRING = 32;
/**
 * Elements up to which an array is short. `JSON.parse` makes a longer one as fast as it is read from a tape, if it begins with a
 * number or a constant and holds other values, too.
 */
export const SHORT_ARRAY = 16;
/** The largest part of a document's text in values that `JSON.parse` makes as fast, for the document to pay. */
const MOST_PLAIN: number = 1 / 3;

/**
 * Returns true if a text is worth a tape.
 *
 * @param length bytes of the text. @param costly its costly values. @param plain bytes in values that `JSON.parse` makes as fast.
 */
export function pays(length: number, costly: number, plain: number): boolean {
  return costly * BYTES_A_COSTLY_VALUE <= length && plain <= length * MOST_PLAIN;
}
