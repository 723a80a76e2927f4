/** Types of columns, with the numbers of the protocol. As in a TypeScript enum, `SqlColumnType[0]` is the name of a number. */
export const SqlColumnType = {
  /** A `string`. */
  VARCHAR: 0,
  /** A `boolean`. */
  BOOLEAN: 1,
  /** A `number` of 8 bits. */
  TINYINT: 2,
  /** A `number` of 16 bits. */
  SMALLINT: 3,
  /** A `number` of 32 bits. */
  INTEGER: 4,
  /** A `Long`, or a `bigint` with `serialization.int64: 'bigint'`. */
  BIGINT: 5,
  /** A `BigDecimal`. */
  DECIMAL: 6,
  /** A `number` of single precision. */
  REAL: 7,
  /** A `number`. */
  DOUBLE: 8,
  /** A `LocalDate`. */
  DATE: 9,
  /** A `LocalTime`. */
  TIME: 10,
  /** A `LocalDateTime`. */
  TIMESTAMP: 11,
  /** An `OffsetDateTime`. */
  TIMESTAMP_WITH_TIME_ZONE: 12,
  /** Whatever was stored. */
  OBJECT: 13,
  /** Nothing but null. */
  NULL: 14,
  /** A `HazelcastJsonValue`. */
  JSON: 15,
  0: 'VARCHAR',
  1: 'BOOLEAN',
  2: 'TINYINT',
  3: 'SMALLINT',
  4: 'INTEGER',
  5: 'BIGINT',
  6: 'DECIMAL',
  7: 'REAL',
  8: 'DOUBLE',
  9: 'DATE',
  10: 'TIME',
  11: 'TIMESTAMP',
  12: 'TIMESTAMP_WITH_TIME_ZONE',
  13: 'OBJECT',
  14: 'NULL',
  15: 'JSON',
} as const;
/** The number of a column's type. */
export type SqlColumnType = Extract<(typeof SqlColumnType)[keyof typeof SqlColumnType], number>;
