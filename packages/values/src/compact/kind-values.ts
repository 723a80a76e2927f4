import type Long from 'long';
import type { BigDecimal } from '../classes/big-decimal.js';
import type { LocalDate } from '../classes/local-date.js';
import type { LocalDateTime } from '../classes/local-date-time.js';
import type { LocalTime } from '../classes/local-time.js';
import type { OffsetDateTime } from '../classes/offset-date-time.js';

/** JavaScript types of the kinds of fixed size. Each of these kinds has a nullable one, and arrays of both. */
export interface FixedValues {
  BOOLEAN: boolean;
  INT8: number;
  INT16: number;
  INT32: number;
  INT64: Long;
  FLOAT32: number;
  FLOAT64: number;
}

/** JavaScript types of the kinds of variable size. A field of such a kind, and each element of an array of it, may be null. */
export interface VariableValues {
  STRING: string;
  DECIMAL: BigDecimal;
  TIME: LocalTime;
  DATE: LocalDate;
  TIMESTAMP: LocalDateTime;
  TIMESTAMP_WITH_TIMEZONE: OffsetDateTime;
}

/** JavaScript types of fields by their kinds, except for Compact values, whose types the serializers define. */
export type KindValues = FixedValues & {
  [K in keyof FixedValues as `NULLABLE_${K}`]: FixedValues[K] | null;
} & {
  [K in keyof FixedValues as `ARRAY_OF_${K}`]: (K extends 'INT8' ? Buffer : FixedValues[K][]) | null;
} & {
  [K in keyof FixedValues as `ARRAY_OF_NULLABLE_${K}`]: (FixedValues[K] | null)[] | null;
} & {
  [K in keyof VariableValues]: VariableValues[K] | null;
} & {
  [K in keyof VariableValues as `ARRAY_OF_${K}`]: (VariableValues[K] | null)[] | null;
};
