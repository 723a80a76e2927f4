import { TypeId } from '@offloop/wire';
import { BigDecimal } from '../classes/big-decimal.js';
import { LocalDate } from '../classes/local-date.js';
import { LocalDateTime } from '../classes/local-date-time.js';
import { LocalTime } from '../classes/local-time.js';
import { OffsetDateTime } from '../classes/offset-date-time.js';
import type { Encoded } from './array-encoding.js';
import { encodeBigDecimal } from './big-decimal-bytes.js';
import type { ObjectDataInput } from './object-data-input.js';

/*
 * The classes of java.time as members have them:
 *
 *    LocalDate        year int32, month int8, day int8
 *    LocalTime        hour int8, minute int8, second int8, nano int32
 *    LocalDateTime    a LocalDate, a LocalTime
 *    OffsetDateTime   a LocalDateTime, offset in seconds int32
 */
const DATE_BYTES = 6;
const TIME_BYTES = 7;
const OFFSET_BYTES = 4;

/** Encodes a BigDecimal, LocalDate, LocalTime, LocalDateTime or OffsetDateTime. Returns null for any other object. */
export function encodeByClass(value: object, littleEndian: boolean): Encoded | null {
  // Comparing constructors first is quick for objects of all other classes, which are far more.
  const { constructor } = value;
  if (constructor === BigDecimal && value instanceof BigDecimal) return encodeBigDecimal(value, littleEndian);
  if (constructor === LocalDate && value instanceof LocalDate) {
    const { bytes, view } = allocate(DATE_BYTES);
    putDate(view, 0, value, littleEndian);
    return { typeId: TypeId.LOCAL_DATE, bytes };
  }
  if (constructor === LocalTime && value instanceof LocalTime) {
    const { bytes, view } = allocate(TIME_BYTES);
    putTime(view, 0, value, littleEndian);
    return { typeId: TypeId.LOCAL_TIME, bytes };
  }
  if (constructor === LocalDateTime && value instanceof LocalDateTime) {
    const { bytes, view } = allocate(DATE_BYTES + TIME_BYTES);
    putDateTime(view, value, littleEndian);
    return { typeId: TypeId.LOCAL_DATE_TIME, bytes };
  }
  if (constructor === OffsetDateTime && value instanceof OffsetDateTime) {
    const { bytes, view } = allocate(DATE_BYTES + TIME_BYTES + OFFSET_BYTES);
    putDateTime(view, value.localDateTime, littleEndian);
    view.setInt32(DATE_BYTES + TIME_BYTES, value.offsetSeconds, littleEndian);
    return { typeId: TypeId.OFFSET_DATE_TIME, bytes };
  }
  return null;
}

/** Reads a LocalDate. This and the readers below throw `RangeError` for fields that no clock or calendar shows. */
export function readLocalDate(input: ObjectDataInput): LocalDate {
  return new LocalDate(input.readInt(), input.readByte(), input.readByte());
}

export function readLocalTime(input: ObjectDataInput): LocalTime {
  return new LocalTime(input.readByte(), input.readByte(), input.readByte(), input.readInt());
}

export function readLocalDateTime(input: ObjectDataInput): LocalDateTime {
  return new LocalDateTime(readLocalDate(input), readLocalTime(input));
}

export function readOffsetDateTime(input: ObjectDataInput): OffsetDateTime {
  return new OffsetDateTime(readLocalDateTime(input), input.readInt());
}

function allocate(length: number): { bytes: Buffer; view: DataView } {
  const bytes = Buffer.allocUnsafe(length);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, length) };
}

function putDateTime(view: DataView, value: LocalDateTime, littleEndian: boolean): void {
  putDate(view, 0, value.localDate, littleEndian);
  putTime(view, DATE_BYTES, value.localTime, littleEndian);
}

function putDate(view: DataView, at: number, value: LocalDate, littleEndian: boolean): void {
  view.setInt32(at, value.year, littleEndian);
  view.setInt8(at + 4, value.month);
  view.setInt8(at + 5, value.date);
}

function putTime(view: DataView, at: number, value: LocalTime, littleEndian: boolean): void {
  view.setInt8(at, value.hour);
  view.setInt8(at + 1, value.minute);
  view.setInt8(at + 2, value.second);
  view.setInt32(at + 3, value.nano, littleEndian);
}
