import type { Cursor } from './cursor.js';
import { MOST_NESTED, nestedTooDeep, Tag } from './table-format.js';

/**
 * Reads a field table behind its length. Numbers come as numbers, with the loss above 2⁵³, decimals and timestamps as `{ '!': type, value }`.
 * Throws for a table that does not end where it says, for an unknown tag, and for one that is nested too deep.
 */
export function readTable(cursor: Cursor): Record<string, unknown> {
  return readEntries(cursor, 0);
}

function readEntries(cursor: Cursor, depth: number): Record<string, unknown> {
  const table: Record<string, unknown> = {};
  const outerEnd = enter(cursor, depth);
  while (cursor.at < cursor.end) {
    const key = cursor.knownText();
    const value = readValue(cursor, depth);
    // Assigned, it would change the object's prototype.
    if (key === '__proto__') Object.defineProperty(table, key, own(value));
    else table[key] = value;
  }
  cursor.end = outerEnd;
  return table;
}

function readArray(cursor: Cursor, depth: number): unknown[] {
  const array: unknown[] = [];
  const outerEnd = enter(cursor, depth);
  while (cursor.at < cursor.end) array.push(readValue(cursor, depth));
  cursor.end = outerEnd;
  return array;
}

/** Narrows the cursor to what is inside the table or array that begins. Returns its end until now. */
function enter(cursor: Cursor, depth: number): number {
  if (depth > MOST_NESTED) throw nestedTooDeep();
  const length = cursor.word();
  const { at, end } = cursor;
  cursor.skip(length);
  cursor.end = cursor.at;
  cursor.at = at;
  return end;
}

function own(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true };
}

function readValue(cursor: Cursor, depth: number): unknown {
  const tag = cursor.octet();
  switch (tag) {
    case Tag.STRING:
      return cursor.longText();
    case Tag.BOOLEAN:
      return cursor.octet() !== 0;
    case Tag.INT8:
      return (cursor.octet() << 24) >> 24;
    case Tag.UINT8:
      return cursor.octet();
    case Tag.INT16:
      return (cursor.short() << 16) >> 16;
    case Tag.UINT16:
      return cursor.short();
    case Tag.INT32:
      return cursor.word() | 0;
    case Tag.UINT32:
      return cursor.word();
    case Tag.INT64:
      return cursor.signedLong();
    case Tag.FLOAT:
      return cursor.bytes.readFloatBE(cursor.skip(4));
    case Tag.DOUBLE:
      return cursor.bytes.readDoubleBE(cursor.skip(8));
    case Tag.DECIMAL:
      return { '!': 'decimal', value: { places: cursor.octet(), digits: cursor.word() } };
    case Tag.TIMESTAMP:
      return { '!': 'timestamp', value: cursor.long() };
    case Tag.VOID:
      return null;
    case Tag.BYTES:
      return cursor.longBytes();
    case Tag.ARRAY:
      return readArray(cursor, depth + 1);
    case Tag.TABLE:
      return readEntries(cursor, depth + 1);
    default:
      throw new TypeError(`Unexpected type tag "${String.fromCharCode(tag)}"`);
  }
}
