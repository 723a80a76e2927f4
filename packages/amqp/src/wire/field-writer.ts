import { writeLong, writeWord } from './integers.js';
import type { Memory } from './memory.js';
import type { FieldSpec } from './method-spec.js';
import { writeTable } from './table-writer.js';
import { writeShortText } from './text.js';

/**
 * Bytes that the fields of a method take at most, or the properties of a message, each with its frame, when tables and long strings are
 * not counted: those make room for themselves, and for this much behind them.
 */
export const FIELDS_ROOM = 4096;

/** Writes a field that is not a bit. Throws `amqplib`'s error for a value of a wrong type. There must be `FIELDS_ROOM`. */
export function writeField(memory: Memory, spec: FieldSpec, value: unknown): void {
  switch (spec.type) {
    case 'shortstr':
      writeString(memory, spec, value);
      return;
    case 'table':
      if (typeof value !== 'object') throw wrongType(spec, 'an object');
      writeTable(memory, value);
      memory.reserve(FIELDS_ROOM);
      return;
    case 'longstr':
      if (!Buffer.isBuffer(value)) throw wrongType(spec, 'a Buffer');
      memory.reserve(4 + value.length + FIELDS_ROOM);
      writeWord(memory.bytes, memory.at, value.length);
      memory.at += 4;
      memory.at += value.copy(memory.bytes, memory.at);
      return;
    default:
      writeNumber(memory, spec, value);
  }
}

/** True for fields whose length is not the same for every value. */
export function hasLength(spec: FieldSpec): boolean {
  return spec.type === 'shortstr' || spec.type === 'longstr' || spec.type === 'table';
}

/** Throws `amqplib`'s error for what is not a number. */
export function checkNumber(spec: FieldSpec, value: unknown): asserts value is number {
  if (typeof value !== 'number' || Number.isNaN(value)) throw wrongType(spec, 'a number (but not NaN)');
}

function writeString(memory: Memory, spec: FieldSpec, value: unknown): void {
  const end = typeof value === 'string' ? writeShortText(memory.bytes, memory.at, value) : -1;
  if (end < 0) throw wrongType(spec, 'a string (up to 255 chars)');
  memory.at = end;
}

// What does not fit is refused, or cut, by Node's own methods.
function writeNumber(memory: Memory, spec: FieldSpec, value: unknown): void {
  checkNumber(spec, value);
  const { bytes, at } = memory;
  switch (spec.type) {
    case 'octet':
      memory.at = bytes.writeUInt8(value, at);
      return;
    case 'short':
      memory.at = bytes.writeUInt16BE(value, at);
      return;
    case 'long':
      memory.at = bytes.writeUInt32BE(value, at);
      return;
    default:
      if (Number.isSafeInteger(value) && value >= 0) writeLong(bytes, at, value);
      else bytes.writeBigUInt64BE(BigInt(value), at);
      memory.at = at + 8;
  }
}

function wrongType(spec: FieldSpec, expected: string): TypeError {
  return new TypeError(`Field '${spec.name}' is the wrong type; must be ${expected}`);
}
