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

/** Kinds of the words on a tape. */
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

/** Values of a `CONSTANT` word. */
export const TapeConstant = { NULL: 0, TRUE: 1, FALSE: 2 } as const;

/** Number of the low bits of a word that hold its kind. */
export const TAPE_KIND_BITS = 3;
export const TAPE_KIND_MASK = 7;

/** Mask of the length in a `STRING` word, which lies above the kind. */
export const TAPE_LENGTH_MASK = 0xff;
/** Number of bits below the offset in a `STRING` word. */
export const TAPE_OFFSET_SHIFT = 11;
/** Offset from which text does not fit a `STRING` word. */
export const TAPE_OFFSET_LIMIT: number = 2 ** 21;

/** Bit of a `LONG` word that marks ASCII text. */
export const TAPE_ASCII_FLAG = 8;
/** Number of bits below the length in a `LONG` word. */
export const TAPE_LONG_SHIFT = 4;

/** Mask of the decimals plus one in a `NUMBERS` word, which lie above the kind. */
export const TAPE_PLACES_MASK = 15;
/** Number of bits below the count in a `NUMBERS` word. */
export const TAPE_COUNT_SHIFT = 7;

/** Offset of a tape's first word, in bytes. */
export const TAPE_WORDS_OFFSET = 4;

/** Most shapes that a worker announces before it begins a new list. */
export const MAX_SHAPES = 4096;

/** Most bytes that the announced shapes of a worker may take: their keys' text, and `SHAPE_KEY_BYTES` for each key. */
export const MAX_SHAPE_BYTES: number = 1024 * 1024;
/** Bytes counted for each key of a shape besides its text: its places in an array, in an object, and in a function. */
export const SHAPE_KEY_BYTES = 16;
