import { decodeUtf8 } from '@offloop/runtime/bytes';
import { COLUMN_STRIDES, ColumnForm, ColumnType } from '@offloop/contract/page';
import {
  BigDecimal,
  HazelcastJsonValue,
  LocalDate,
  LocalDateTime,
  LocalTime,
  OffsetDateTime,
  bytesToBigInt,
  type Int64Maker,
} from '@offloop/values';
import { ProtocolError } from '../../../errors/own-errors.js';
import type { Column } from './column.js';
import { AsciiColumn } from './ascii-column.js';

/** Functions that make values from their bytes. */
export interface ValueMakers {
  readonly int64: Int64Maker;
  /** Decodes a serialized value. Throws HazelcastSerializationError, SchemaAbsent. */
  data(bytes: Buffer, start: number, end: number): unknown;
}

/** Place of a column in its page's bytes. */
export interface ColumnPlace {
  readonly type: number;
  readonly form: number;
  /** Offset of one byte a row that is 1 for a null; 0: there are no nulls. */
  readonly nulls: number;
  readonly values: number;
  readonly rows: number;
}

/** Makes the column at a place of a page. @param bytes the page, from the start of its ArrayBuffer on. */
export function columnOf(bytes: Buffer<ArrayBuffer>, place: ColumnPlace, makers: ValueMakers): Column {
  const { form, nulls, rows } = place;
  if (form === ColumnForm.NOTHING) return NOTHING;
  const column = form === ColumnForm.FIXED ? fixedColumn(bytes, place, makers) : listed(bytes, place, makers);
  return nulls === 0 ? column : new NullableColumn(column, bytes.subarray(nulls, nulls + rows));
}

const NOTHING: Column = { at: () => null };

class NullableColumn implements Column {
  readonly #column: Column;
  readonly #nulls: Buffer;

  constructor(column: Column, nulls: Buffer) {
    this.#column = column;
    this.#nulls = nulls;
  }

  at(row: number): unknown {
    return this.#nulls[row] === 0 ? this.#column.at(row) : null;
  }
}

class Int32Column implements Column {
  readonly #values: Int32Array;

  constructor(values: Int32Array) {
    this.#values = values;
  }

  at(row: number): number {
    return this.#values[row];
  }
}

class Float64Column implements Column {
  readonly #values: Float64Array;

  constructor(values: Float64Array) {
    this.#values = values;
  }

  at(row: number): number {
    return this.#values[row];
  }
}

/** A column of numbers of the rarer sizes. */
class SmallColumn implements Column {
  readonly #values: Int8Array | Int16Array | Float32Array;

  constructor(values: Int8Array | Int16Array | Float32Array) {
    this.#values = values;
  }

  at(row: number): number {
    return this.#values[row];
  }
}

class Int64Column implements Column {
  readonly #halves: Int32Array;
  readonly #make: Int64Maker;

  constructor(halves: Int32Array, make: Int64Maker) {
    this.#halves = halves;
    this.#make = make;
  }

  at(row: number): unknown {
    return this.#make(this.#halves[2 * row], this.#halves[2 * row + 1]);
  }
}

/** Reads one value of a fixed size at an offset. */
type ReadFixed = (bytes: Buffer, at: number) => unknown;

class StridedColumn implements Column {
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #stride: number;
  readonly #read: ReadFixed;

  constructor(bytes: Buffer, start: number, stride: number, read: ReadFixed) {
    this.#bytes = bytes;
    this.#start = start;
    this.#stride = stride;
    this.#read = read;
  }

  at(row: number): unknown {
    return this.#read(this.#bytes, this.#start + row * this.#stride);
  }
}

/** Reads one value in `bytes[start, end)`. */
type ReadRange = (bytes: Buffer, start: number, end: number) => unknown;

class RangeColumn implements Column {
  readonly #bytes: Buffer;
  readonly #boundaries: Int32Array;
  readonly #read: ReadRange;

  constructor(bytes: Buffer, boundaries: Int32Array, read: ReadRange) {
    this.#bytes = bytes;
    this.#boundaries = boundaries;
    this.#read = read;
  }

  at(row: number): unknown {
    return this.#read(this.#bytes, this.#boundaries[row], this.#boundaries[row + 1]);
  }
}

function fixedColumn(bytes: Buffer<ArrayBuffer>, place: ColumnPlace, { int64 }: ValueMakers): Column {
  const { type, rows, values } = place;
  const { buffer } = bytes;
  switch (type) {
    case ColumnType.TINYINT:
      return new SmallColumn(new Int8Array(buffer, values, rows));
    case ColumnType.SMALLINT:
      return new SmallColumn(new Int16Array(buffer, values, rows));
    case ColumnType.INTEGER:
      return new Int32Column(new Int32Array(buffer, values, rows));
    case ColumnType.BIGINT:
      return new Int64Column(new Int32Array(buffer, values, 2 * rows), int64);
    case ColumnType.REAL:
      return new SmallColumn(new Float32Array(buffer, values, rows));
    case ColumnType.DOUBLE:
      return new Float64Column(new Float64Array(buffer, values, rows));
    default:
      return new StridedColumn(bytes, values, COLUMN_STRIDES[type], FIXED_READERS[type]);
  }
}

const FIXED_READERS: Readonly<Record<number, ReadFixed>> = {
  [ColumnType.BOOLEAN]: (bytes, at) => bytes[at] === 1,
  [ColumnType.DATE]: readDate,
  [ColumnType.TIME]: readTime,
  [ColumnType.TIMESTAMP]: readDateTime,
  [ColumnType.TIMESTAMP_WITH_TIME_ZONE]: (bytes, at) =>
    new OffsetDateTime(readDateTime(bytes, at), bytes.readInt32LE(at + COLUMN_STRIDES[ColumnType.TIMESTAMP])),
};

function readDate(bytes: Buffer, at: number): LocalDate {
  return new LocalDate(bytes.readInt32LE(at), bytes[at + 4], bytes[at + 5]);
}

function readTime(bytes: Buffer, at: number): LocalTime {
  return new LocalTime(bytes[at], bytes[at + 1], bytes[at + 2], bytes.readInt32LE(at + 3));
}

function readDateTime(bytes: Buffer, at: number): LocalDateTime {
  const date = readDate(bytes, at);
  return new LocalDateTime(date, readTime(bytes, at + COLUMN_STRIDES[ColumnType.DATE]));
}

function listed(bytes: Buffer<ArrayBuffer>, place: ColumnPlace, makers: ValueMakers): Column {
  const boundaries = new Int32Array(bytes.buffer, place.values, place.rows + 1);
  if (place.form === ColumnForm.ASCII) return new AsciiColumn(bytes, boundaries);
  switch (place.type) {
    case ColumnType.VARCHAR:
      return new RangeColumn(bytes, boundaries, decodeUtf8);
    case ColumnType.DECIMAL:
      return new RangeColumn(bytes, boundaries, readDecimal);
    case ColumnType.JSON:
      return new RangeColumn(bytes, boundaries, readJson);
    default:
      return new RangeColumn(bytes, boundaries, (from, start, end) => makers.data(from, start, end));
  }
}

function readJson(bytes: Buffer, start: number, end: number): HazelcastJsonValue {
  return new HazelcastJsonValue(decodeUtf8(bytes, start, end));
}

/** Reads a decimal number: its digits as a signed number behind their length, then the scale: int32, little-endian. */
function readDecimal(bytes: Buffer, start: number, end: number): BigDecimal {
  const digits = end - start - 8;
  if (digits < 0 || bytes.readInt32LE(start) !== digits) {
    throw new ProtocolError(`a decimal number does not fill its ${end - start} bytes`);
  }
  const unscaled = bytesToBigInt(bytes, start + 4, start + 4 + digits);
  return new BigDecimal(unscaled, bytes.readInt32LE(end - 4));
}
