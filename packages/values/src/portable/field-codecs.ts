import Long from 'long';
import { arrayOf, isListOf, isMissing, nullable, type FieldCodec, type Rule } from './codec.js';
import { FieldType } from './field-type.js';
import { DATE, DECIMAL, TIME, TIMESTAMP, TIMESTAMP_WITH_TIMEZONE } from './object-codecs.js';

/**
 * Types of fields except Portables within a Portable. Those need more than their bytes, and the writer and the reader handle
 * them.
 */
export type PlainFieldType = Exclude<FieldType, typeof FieldType.PORTABLE | typeof FieldType.PORTABLE_ARRAY>;

const BYTE = whole(-0x80, 0xff);
const SHORT = whole(-0x8000, 0x7fff);
const INT = whole(-0x8000_0000, 0x7fff_ffff);
const LONG = rule('a Long', (value) => Long.isLong(value));
const NUMBER = rule('a number', (value) => typeof value === 'number');
const BOOLEAN = rule('a boolean', (value) => typeof value === 'boolean');
const CHAR = rule('a string of one UTF-16 unit', (value) => typeof value === 'string' && value.length === 1);
const STRING = rule('a string, or null', (value) => isMissing(value) || typeof value === 'string');
const BYTES = rule('a Buffer, or null', (value) => isMissing(value) || value instanceof Uint8Array);

export const FIELD_CODECS: { readonly [T in PlainFieldType]: FieldCodec } = {
  [FieldType.BYTE]: codec(
    BYTE,
    (output, value: number) => output.writeByte(value),
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
    (output, value: number) => output.writeShort(Math.trunc(value)),
    (input) => input.readShort(),
  ),
  [FieldType.INT]: codec(
    INT,
    (output, value: number) => output.writeInt(Math.trunc(value)),
    (input) => input.readInt(),
  ),
  [FieldType.LONG]: codec(
    LONG,
    (output, value: Long) => output.writeLong(value),
    (input) => input.readLong(),
  ),
  [FieldType.FLOAT]: codec(
    NUMBER,
    (output, value: number) => output.writeFloat(value),
    (input) => input.readFloat(),
  ),
  [FieldType.DOUBLE]: codec(
    NUMBER,
    (output, value: number) => output.writeDouble(value),
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
    (output, values: number[] | null) => output.writeShortArray(truncated(values)),
    (input) => input.readShortArray(),
  ),
  [FieldType.INT_ARRAY]: codec(
    listOf(INT),
    (output, values: number[] | null) => output.writeIntArray(truncated(values)),
    (input) => input.readIntArray(),
  ),
  [FieldType.LONG_ARRAY]: codec(
    listOf(LONG),
    (output, values: Long[] | null) => output.writeLongArray(values),
    (input) => input.readLongArray(),
  ),
  [FieldType.FLOAT_ARRAY]: codec(
    listOf(NUMBER),
    (output, values: number[] | null) => output.writeFloatArray(values),
    (input) => input.readFloatArray(),
  ),
  [FieldType.DOUBLE_ARRAY]: codec(
    listOf(NUMBER),
    (output, values: number[] | null) => output.writeDoubleArray(values),
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
    if (typeof value !== 'number') return false;
    const cut = Math.trunc(value);
    return cut >= min && cut <= max;
  });
}

function truncated(values: readonly number[] | null): number[] | null {
  return isMissing(values) ? null : values.map(Math.trunc);
}

function listOf({ accepted, accepts }: Rule): Rule {
  return rule(`an array, or null, of which each element is ${accepted}`, isListOf(accepts));
}
