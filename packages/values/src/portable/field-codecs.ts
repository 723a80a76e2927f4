import Long from 'long';
import { arrayOf, isListOf, isMissing, nullable, type FieldCodec, type Rule } from './codec.js';
import { FieldType } from './field-type.js';
import { DATE, DECIMAL, TIME, TIMESTAMP, TIMESTAMP_WITH_TIMEZONE } from './object-codecs.js';

/**
 * Types of fields except Portables within a Portable. Those need more than their bytes, and the writer and the reader handle
 * them.
 */
export type PlainFieldType = Exclude<FieldType, typeof FieldType.PORTABLE | typeof FieldType.PORTABLE_ARRAY>;

/** A number as programs give it: the official client takes a `Long` for any, and its samples do so. */
type Numeric = number | Long;

const BYTE = whole(-0x80, 0xff);
const SHORT = whole(-0x8000, 0x7fff);
const INT = whole(-0x8000_0000, 0x7fff_ffff);
const LONG = rule('a Long', (value) => Long.isLong(value));
const NUMBER = rule('a number', isNumeric);
const BOOLEAN = rule('a boolean', (value) => typeof value === 'boolean');
const CHAR = rule('a string of one UTF-16 unit', (value) => typeof value === 'string' && value.length === 1);
const STRING = rule('a string, or null', (value) => isMissing(value) || typeof value === 'string');
const BYTES = rule('a Buffer, or null', (value) => isMissing(value) || value instanceof Uint8Array);

export const FIELD_CODECS: { readonly [T in PlainFieldType]: FieldCodec } = {
  [FieldType.BYTE]: codec(
    BYTE,
    (output, value: Numeric) => output.writeByte(numberOf(value)),
    (input) => input.readByte(),
  ),
  [FieldType.BOOLEAN]: codec(
    BOOLEAN,
    (output, value: boolean) => output.writeBoolean(value),
    (input) => input.readBoolean(),
  ),
  [FieldType.CHAR]: codec(
    CHAR,
    (output, value: string) => output.writeChar(value),
    (input) => input.readChar(),
  ),
  [FieldType.SHORT]: codec(
    SHORT,
    (output, value: Numeric) => output.writeShort(Math.trunc(numberOf(value))),
    (input) => input.readShort(),
  ),
  [FieldType.INT]: codec(
    INT,
    (output, value: Numeric) => output.writeInt(Math.trunc(numberOf(value))),
    (input) => input.readInt(),
  ),
  [FieldType.LONG]: codec(
    LONG,
    (output, value: Long) => output.writeLong(value),
    (input) => input.readLong(),
  ),
  [FieldType.FLOAT]: codec(
    NUMBER,
    (output, value: Numeric) => output.writeFloat(numberOf(value)),
    (input) => input.readFloat(),
  ),
  [FieldType.DOUBLE]: codec(
    NUMBER,
    (output, value: Numeric) => output.writeDouble(numberOf(value)),
    (input) => input.readDouble(),
  ),
  [FieldType.STRING]: codec(
    STRING,
    (output, value: string | null) => output.writeString(value),
    (input) => input.readString(),
  ),
  [FieldType.BYTE_ARRAY]: codec(
    BYTES,
    (output, value: Buffer | null) => output.writeByteArray(value ?? null),
    (input) => input.readByteArray(),
  ),
  [FieldType.BOOLEAN_ARRAY]: codec(
    listOf(BOOLEAN),
    (output, values: boolean[] | null) => output.writeBooleanArray(values),
    (input) => input.readBooleanArray(),
  ),
  [FieldType.CHAR_ARRAY]: codec(
    listOf(CHAR),
    (output, values: string[] | null) => output.writeCharArray(values),
    (input) => input.readCharArray(),
  ),
  [FieldType.SHORT_ARRAY]: codec(
    listOf(SHORT),
    (output, values: Numeric[] | null) => output.writeShortArray(numbersOf(values, Math.trunc)),
    (input) => input.readShortArray(),
  ),
  [FieldType.INT_ARRAY]: codec(
    listOf(INT),
    (output, values: Numeric[] | null) => output.writeIntArray(numbersOf(values, Math.trunc)),
    (input) => input.readIntArray(),
  ),
  [FieldType.LONG_ARRAY]: codec(
    listOf(LONG),
    (output, values: Long[] | null) => output.writeLongArray(values),
    (input) => input.readLongArray(),
  ),
  [FieldType.FLOAT_ARRAY]: codec(
    listOf(NUMBER),
    (output, values: Numeric[] | null) => output.writeFloatArray(numbersOf(values)),
    (input) => input.readFloatArray(),
  ),
  [FieldType.DOUBLE_ARRAY]: codec(
    listOf(NUMBER),
    (output, values: Numeric[] | null) => output.writeDoubleArray(numbersOf(values)),
    (input) => input.readDoubleArray(),
  ),
  [FieldType.STRING_ARRAY]: codec(
    listOf(STRING),
    (output, values: string[] | null) => output.writeStringArray(values),
    (input) => input.readStringArray(),
  ),
  [FieldType.DECIMAL]: nullable(DECIMAL),
  [FieldType.DECIMAL_ARRAY]: arrayOf(DECIMAL),
  [FieldType.TIME]: nullable(TIME),
  [FieldType.TIME_ARRAY]: arrayOf(TIME),
  [FieldType.DATE]: nullable(DATE),
  [FieldType.DATE_ARRAY]: arrayOf(DATE),
  [FieldType.TIMESTAMP]: nullable(TIMESTAMP),
  [FieldType.TIMESTAMP_ARRAY]: arrayOf(TIMESTAMP),
  [FieldType.TIMESTAMP_WITH_TIMEZONE]: nullable(TIMESTAMP_WITH_TIMEZONE),
  [FieldType.TIMESTAMP_WITH_TIMEZONE_ARRAY]: arrayOf(TIMESTAMP_WITH_TIMEZONE),
};

function codec(
  { accepted, accepts }: Rule,
  write: FieldCodec['write'],
  read: FieldCodec['read'],
): FieldCodec {
  return { accepted, accepts, write, read };
}

function rule(accepted: string, accepts: (value: unknown) => boolean): Rule {
  return { accepted, accepts };
}

/** Fractions are cut off, as by the official client; NaN, which it writes as 0, is not accepted. */
function whole(min: number, max: number): Rule {
  return rule(`a number from ${min} to ${max}`, (value) => {
    if (!isNumeric(value)) return false;
    const cut = Math.trunc(numberOf(value));
    return cut >= min && cut <= max;
  });
}

function isNumeric(value: unknown): value is Numeric {
  return typeof value === 'number' || Long.isLong(value);
}

function numberOf(value: Numeric): number {
  return typeof value === 'number' ? value : value.toNumber();
}

function numbersOf(
  values: readonly Numeric[] | null,
  shape: (value: number) => number = (value) => value,
): number[] | null {
  return isMissing(values) ? null : values.map((value) => shape(numberOf(value)));
}

function listOf({ accepted, accepts }: Rule): Rule {
  return rule(`an array, or null, of which each element is ${accepted}`, isListOf(accepts));
}
