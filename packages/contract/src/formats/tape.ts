/*
 * A tape holds a JSON document so that its values can be made in one pass, without a look at its punctuation. It is the
 * body of a `TAPE` completion, and lies at a multiple of four:
 *
 *    0             4                    4 + 4 × count
 *   +-------------+--------------------+-------------------+--------------------------+
 *   | count int32 | words int32 × count| text of the value | strings without escapes  |
 *   +-------------+--------------------+-------------------+--------------------------+
 *
 * The element of a list has its text elsewhere: in its tape the strings without escapes follow the words.
 *
 * Each value is a word, whose three lowest bits tell its kind, and in some cases further words:
 *
 *   INT       an integer of 29 bits
 *   CONSTANT  null, true, false
 *   DOUBLE    then two words: its bits, the lower half first
 *   STRING    ASCII: its length in 8 bits, its offset from the start of the text in 21 bits
 *   LONG      any other string: whether it is ASCII in one bit, its length in 28 bits; then a word with its offset, from the
 *             start of the text; strings without escapes count from the text's end
 *   ARRAY     the number of its elements in 29 bits; then the elements
 *   NUMBERS   an array of numbers alone: 0 or, plus one, the decimals of all in four bits, their number in 25 bits; then the bits
 *             of doubles, two words each, or integers, each a word, to be divided by as many tens
 *   OBJECT    the number of its shape in 29 bits; then the values of its properties, in the order of the shape's keys
 *
 * A shape is the list of an object's keys. It is announced once, by a control message of the type `shape` before its first use.
 */

/** Kinds of words. */
export const Tape = {
  INT: 0,
  CONSTANT: 1,
  DOUBLE: 2,
  STRING: 3,
  LONG: 4,
  ARRAY: 5,
  OBJECT: 6,
  NUMBERS: 7,
} as const;

/** The number of a `CONSTANT`. */
export const TapeConstant = { NULL: 0, TRUE: 1, FALSE: 2 } as const;

/** Bits of a word's kind. */
export const TAPE_KIND_BITS = 3;
export const TAPE_KIND_MASK = 7;

/** The parts of a `STRING`: length and offset. */
export const TAPE_LENGTH_MASK = 0xff;
export const TAPE_OFFSET_SHIFT = 11;
export const TAPE_OFFSET_LIMIT: number = 2 ** 21;

/** The parts of a `LONG`: flag and length. */
export const TAPE_ASCII_FLAG = 8;
export const TAPE_LONG_SHIFT = 4;

/** The parts of `NUMBERS`: decimals plus one, and above them their number. */
export const TAPE_PLACES_MASK = 15;
export const TAPE_COUNT_SHIFT = 7;

/** Bytes before the first word. */
export const TAPE_WORDS_OFFSET = 4;

/** Shapes that a worker announces at most, before it begins anew. */
export const MAX_SHAPES = 4096;

/**
 * Bytes that all announced shapes take at most, and what each of their keys counts besides its text: its places in an array, in
 * an object, and in a function.
 */
export const MAX_SHAPE_BYTES: number = 1024 * 1024;
export const SHAPE_KEY_BYTES = 16;
