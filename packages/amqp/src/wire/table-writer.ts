import { writeWord } from './integers.js';
import type { Memory } from './memory.js';
import { MOST_NESTED, nestedTooDeep, Tag } from './table-format.js';
import { writeAscii } from './text.js';

/** Bytes of a table that `amqplib` can encode, with its length. */
const LONGEST_TABLE = 65_536;
/** Tag and length before a string. */
const STRING_HEAD = 5;

type Table = Readonly<Record<string, unknown>>;

/** A value of a table with its type given: `{ '!': 'timestamp', value: 1 }`. */
interface Typed {
  readonly '!': unknown;
  readonly value: unknown;
}

/** A decimal number: `digits` divided by ten to the power of `places`. */
interface Decimal {
  readonly places: number;
  readonly digits: number;
}

interface NumberType {
  readonly names: readonly string[];
  readonly tag: number;
  readonly length: number;
  /** A method of Buffer, called as such. Returns the offset behind the number. */
  readonly write: (this: Buffer, value: number, at: number) => number;
}

const { prototype } = Buffer;
const NUMBERS: readonly NumberType[] = [
  { names: ['byte', 'int8'], tag: Tag.INT8, length: 1, write: prototype.writeInt8 },
  { names: ['unsignedbyte', 'uint8'], tag: Tag.UINT8, length: 1, write: prototype.writeUInt8 },
  { names: ['short', 'int16'], tag: Tag.INT16, length: 2, write: prototype.writeInt16BE },
  { names: ['unsignedshort', 'uint16'], tag: Tag.UINT16, length: 2, write: prototype.writeUInt16BE },
  { names: ['int', 'int32'], tag: Tag.INT32, length: 4, write: prototype.writeInt32BE },
  { names: ['unsignedint', 'uint32'], tag: Tag.UINT32, length: 4, write: prototype.writeUInt32BE },
  { names: ['long', 'int64'], tag: Tag.INT64, length: 8, write: writeInt64 },
  { names: ['timestamp'], tag: Tag.TIMESTAMP, length: 8, write: writeUInt64 },
  { names: ['float'], tag: Tag.FLOAT, length: 4, write: prototype.writeFloatBE },
  { names: ['double', 'float64'], tag: Tag.DOUBLE, length: 8, write: prototype.writeDoubleBE },
];
const numberTypes: ReadonlyMap<unknown, NumberType> = new Map(
  NUMBERS.flatMap((type) => type.names.map((name) => [name, type])),
);

/**
 * Writes a field table, keys that it has inherited included. A value of undefined is left out.
 *
 * Throws a TypeError for a value that has no type in a table, a RangeError for more than 64 KiB, or for a number that does not fit.
 */
export function writeTable(memory: Memory, table: object | null): void {
  writeEntries(memory, memory.at + LONGEST_TABLE, table, 0);
}

function writeEntries(memory: Memory, limit: number, table: unknown, depth: number): void {
  if (depth > MOST_NESTED) throw nestedTooDeep();
  const start = beginSized(memory, limit);
  for (const key in table as Table) {
    const value = (table as Table)[key];
    if (value === undefined) continue;
    writeKey(memory, limit, key);
    writeValue(memory, limit, value, depth);
  }
  endSized(memory, start);
}

function writeArray(memory: Memory, limit: number, array: readonly unknown[], depth: number): void {
  if (depth > MOST_NESTED) throw nestedTooDeep();
  const start = beginSized(memory, limit);
  // By index: what is missing in the middle of an array is refused as undefined.
  for (let index = 0; index < array.length; index++) writeValue(memory, limit, array[index], depth);
  endSized(memory, start);
}

function writeKey(memory: Memory, limit: number, key: string): void {
  let { length } = key;
  room(memory, limit, 1 + length);
  const end = writeAscii(memory.bytes, memory.at + 1, key);
  if (end >= 0) {
    memory.bytes[memory.at] = length;
    memory.at = end;
    return;
  }
  length = Buffer.byteLength(key);
  room(memory, limit, 1 + length);
  memory.at = memory.bytes.writeUInt8(length, memory.at);
  memory.at += memory.bytes.write(key, memory.at, 'utf8');
}

function writeValue(memory: Memory, limit: number, value: unknown, depth: number): void {
  switch (typeof value) {
    case 'string':
      writeString(memory, limit, value);
      return;
    case 'number':
      writeTyped(memory, limit, typeOfNumber(value), value, depth);
      return;
    case 'boolean':
      writeBoolean(memory, limit, value);
      return;
    case 'object':
      if (value !== null && Object.hasOwn(value, '!')) {
        const typed = value as Typed;
        const type = typed['!'] === 'number' ? typeOfNumber(typed.value as number) : typed['!'];
        writeTyped(memory, limit, type, typed.value, depth);
      } else writeObject(memory, limit, value, depth);
      return;
    default:
      writeTyped(memory, limit, typeof value, value, depth);
  }
}

function writeString(memory: Memory, limit: number, text: string): void {
  const length = typeof text === 'string' ? text.length : Infinity;
  if (memory.at + STRING_HEAD + length <= limit) {
    memory.reserve(STRING_HEAD + length);
    const end = writeAscii(memory.bytes, memory.at + STRING_HEAD, text);
    if (end >= 0) {
      memory.bytes[memory.at] = Tag.STRING;
      writeWord(memory.bytes, memory.at + 1, length);
      memory.at = end;
      return;
    }
  }
  const byteLength = Buffer.byteLength(text, 'utf8');
  tag(memory, limit, Tag.STRING, 4 + byteLength);
  writeWord(memory.bytes, memory.at, byteLength);
  memory.at += 4;
  memory.at += memory.bytes.write(text, memory.at, 'utf8');
}

function writeObject(memory: Memory, limit: number, value: unknown, depth: number): void {
  if (value === null) tag(memory, limit, Tag.VOID, 0);
  else if (Array.isArray(value)) {
    tag(memory, limit, Tag.ARRAY, 0);
    writeArray(memory, limit, value, depth + 1);
  } else if (Buffer.isBuffer(value)) {
    tag(memory, limit, Tag.BYTES, 4 + value.length);
    writeWord(memory.bytes, memory.at, value.length);
    memory.at += 4;
    memory.at += value.copy(memory.bytes, memory.at);
  } else {
    tag(memory, limit, Tag.TABLE, 0);
    writeEntries(memory, limit, value, depth + 1);
  }
}

/** The smallest type that holds a number. A fraction is a double, and so is what 64 bits with a sign do not hold. */
function typeOfNumber(value: number): string {
  if (value >= 2 ** 63 || (Math.abs(value) < 2 ** 50 && Math.floor(value) !== value)) return 'double';
  if (value < 0x80 && value >= -0x80) return 'byte';
  if (value < 0x8000 && value >= -0x8000) return 'short';
  if (value < 2 ** 31 && value >= -(2 ** 31)) return 'int';
  return 'long';
}

/**
 * Writes a value whose type was given, or found. Types are `amqplib`'s. The value may be anything: Node's own methods refuse
 * what does not fit, with the texts that users know.
 */
function writeTyped(memory: Memory, limit: number, type: unknown, value: unknown, depth: number): void {
  const number = numberTypes.get(type);
  if (number !== undefined) {
    tag(memory, limit, number.tag, number.length);
    memory.at = number.write.call(memory.bytes, value as number, memory.at);
    return;
  }
  switch (type) {
    case 'boolean':
      writeBoolean(memory, limit, value);
      return;
    case 'decimal':
      writeDecimal(memory, limit, value as Decimal);
      return;
    case 'string':
      writeString(memory, limit, value as string);
      return;
    case 'object':
      writeObject(memory, limit, value, depth);
      return;
    default:
      throw new TypeError(`Unknown type to encode: ${type as string}`);
  }
}

function writeInt64(this: Buffer, value: number, at: number): number {
  return this.writeBigInt64BE(BigInt(value), at);
}

function writeUInt64(this: Buffer, value: number, at: number): number {
  return this.writeBigUInt64BE(BigInt(value), at);
}

function writeBoolean(memory: Memory, limit: number, value: unknown): void {
  tag(memory, limit, Tag.BOOLEAN, 1);
  memory.bytes[memory.at++] = value ? 1 : 0;
}

function writeDecimal(memory: Memory, limit: number, value: Decimal): void {
  tag(memory, limit, Tag.DECIMAL, 0);
  const isDecimal = Object.hasOwn(value, 'places') && Object.hasOwn(value, 'digits');
  if (!isDecimal || !(value.places >= 0 && value.places < 256)) {
    const got = JSON.stringify(value);
    throw new TypeError(`Decimal value must be {'places': 0..255, 'digits': uint32}, got ${got}`);
  }
  room(memory, limit, 5);
  memory.bytes[memory.at++] = value.places;
  memory.at = memory.bytes.writeUInt32BE(value.digits, memory.at);
}

/** Writes a tag, where `length` bytes behind it have room, too. */
function tag(memory: Memory, limit: number, value: number, length: number): void {
  room(memory, limit, 1 + length);
  memory.bytes[memory.at++] = value;
}

/** Leaves room for the length of a table or an array. Returns where it begins. */
function beginSized(memory: Memory, limit: number): number {
  room(memory, limit, 4);
  memory.at += 4;
  return memory.at;
}

function endSized(memory: Memory, start: number): void {
  writeWord(memory.bytes, start - 4, memory.at - start);
}

function room(memory: Memory, limit: number, length: number): void {
  if (memory.at + length > limit)
    throw new RangeError(
      `Encoded field table (headers or arguments) exceeds the ${LONGEST_TABLE} byte encoding buffer`,
    );
  memory.reserve(length);
}
