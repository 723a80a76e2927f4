/*
 * The body of a `PAGE` completion: rows column by column, in memory of its own or aligned to 8 bytes, so that whole numbers are
 * read where they lie.
 *
 *    0           4      8      12        16         20               24            28
 *   +-----------+------+------+---------+----------+----------------+-------------+-----+
 *   |connection | last | rows | columns | argument | metadata start | metadata end|  0  |  int32 each
 *   +-----------+------+------+---------+----------+----------------+-------------+-----+
 *   | type, form, nulls, values: int32 each, for each column                            |
 *   +-----------------------------------------------------------------------------------+
 *   | the frames of the columns' names and types, if the response has them              |
 *   +-----------------------------------------------------------------------------------+
 *   | the columns' values and nulls                                                     |
 *   +-----------------------------------------------------------------------------------+
 *
 * `nulls` is 0, or where a byte for each row is 1 if its value is null. `values` is where the values lie, by the column's form.
 * All offsets are from the start of the body, in bytes.
 */

/** Index of the int32 slot with the connection's number. The constants that follow are indices of a page's other slots. */
export const PAGE_CONNECTION_INDEX = 0;
export const PAGE_LAST_INDEX = 1;
export const PAGE_ROWS_INDEX = 2;
export const PAGE_COLUMNS_INDEX = 3;
/** Index of the int32 slot that names the statement's argument by which the rows' partition is known; −1: none. */
export const PAGE_ARGUMENT_INDEX = 4;
export const PAGE_METADATA_START_INDEX = 5;
export const PAGE_METADATA_END_INDEX = 6;
const HEADER_WORDS = 8;

/** Number of int32 slots that describe one column: its type by the protocol, its form, its nulls, its values. */
export const COLUMN_WORDS = 4;
export const COLUMN_TYPE = 0;
export const COLUMN_FORM = 1;
export const COLUMN_NULLS = 2;
export const COLUMN_VALUES = 3;

/** Layouts of a column's values in a page. */
export const ColumnForm = {
  /** Every value is null. */
  NOTHING: 0,
  /** Values of one size, one after another, little-endian. */
  FIXED: 1,
  /** Text that is ASCII, by boundaries: value i lies in bytes [boundary i, boundary i + 1) of the body. */
  ASCII: 2,
  /** Other text, or binary values, by boundaries as `ASCII`. */
  BYTES: 3,
} as const;
export type ColumnForm = (typeof ColumnForm)[keyof typeof ColumnForm];

/** Returns the index of the first int32 slot that describes a column. */
export function columnIndex(index: number): number {
  return HEADER_WORDS + COLUMN_WORDS * index;
}

/** Returns the length in bytes of a page's header, which ends where the metadata begins. */
export function pageHeaderLength(columns: number): number {
  return 4 * columnIndex(columns);
}

/** Types of columns, by the protocol's numbers. */
export const ColumnType = {
  VARCHAR: 0,
  BOOLEAN: 1,
  TINYINT: 2,
  SMALLINT: 3,
  INTEGER: 4,
  BIGINT: 5,
  DECIMAL: 6,
  REAL: 7,
  DOUBLE: 8,
  DATE: 9,
  TIME: 10,
  TIMESTAMP: 11,
  TIMESTAMP_WITH_TIME_ZONE: 12,
  OBJECT: 13,
  NULL: 14,
  JSON: 15,
} as const;
export type ColumnType = (typeof ColumnType)[keyof typeof ColumnType];

/** Bytes of one value, indexed by `ColumnType`; 0: the type has no fixed size. */
export const COLUMN_STRIDES: Uint8Array = new Uint8Array(16);
COLUMN_STRIDES[ColumnType.BOOLEAN] = 1;
COLUMN_STRIDES[ColumnType.TINYINT] = 1;
COLUMN_STRIDES[ColumnType.SMALLINT] = 2;
COLUMN_STRIDES[ColumnType.INTEGER] = 4;
COLUMN_STRIDES[ColumnType.BIGINT] = 8;
COLUMN_STRIDES[ColumnType.REAL] = 4;
COLUMN_STRIDES[ColumnType.DOUBLE] = 8;
COLUMN_STRIDES[ColumnType.DATE] = 6;
COLUMN_STRIDES[ColumnType.TIME] = 7;
COLUMN_STRIDES[ColumnType.TIMESTAMP] = 13;
COLUMN_STRIDES[ColumnType.TIMESTAMP_WITH_TIME_ZONE] = 17;
