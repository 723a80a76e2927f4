import { describe, expect, test } from 'vitest';

import { Cursor } from '../../src/wire/cursor.js';
import { Memory } from '../../src/wire/memory.js';
import { MOST_NESTED } from '../../src/wire/table-format.js';
import { readTable } from '../../src/wire/table-reader.js';
import { writeTable } from '../../src/wire/table-writer.js';

const TOO_DEEP = 'Field table (headers or arguments) is nested over 512 deep';

function written(table: object | null): Buffer {
  const memory = new Memory();
  writeTable(memory, table);
  return memory.take();
}

function read(bytes: Buffer): Record<string, unknown> {
  return readTable(new Cursor(bytes, 0, bytes.length));
}

function back(value: unknown): unknown {
  return read(written({ value }))['value'];
}

describe('a table', () => {
  test('has the keys that it inherited', () => {
    expect(read(written(Object.create({ a: 1 })))).toEqual({ a: 1 });
  });

  test('keeps bytes of its own', () => {
    const bytes = written({ a: Buffer.from([1]) });
    const { a } = read(bytes);
    bytes.fill(0);
    expect(a).toEqual(Buffer.from([1]));
  });

  test('has no way to another prototype', () => {
    const table = read(written(JSON.parse('{"__proto__":{"isAdmin":true}}') as object));
    expect(Object.getPrototypeOf(table)).toBe(Object.prototype);
    expect(table['isAdmin']).toBeUndefined();
    expect(Object.keys(table)).toEqual(['__proto__']);
    expect(written(table)).toEqual(written(JSON.parse('{"__proto__":{"isAdmin":true}}') as object));
  });

  test('may have 65,536 bytes with its length, and no more', () => {
    const most = 65_536 - 4 - '.a'.length - 'S....'.length;
    expect(written({ a: 'x'.repeat(most) })).toHaveLength(65_536);
    const text = 'Encoded field table (headers or arguments) exceeds the 65536 byte encoding buffer';
    expect(() => written({ a: 'x'.repeat(most + 1) })).toThrow(new RangeError(text));
    expect(() => written({ a: 'x'.repeat(10_000_000) })).toThrow(new RangeError(text));
  });
});

describe('nested', () => {
  const arrays = (depth: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level++) value = [value];
    return value;
  };

  test('as deep as allowed, it comes back', () => {
    expect(back(arrays(MOST_NESTED))).toEqual(arrays(MOST_NESTED));
  });

  test('deeper, it is refused', () => {
    expect(() => written({ a: arrays(MOST_NESTED + 1) })).toThrow(new RangeError(TOO_DEEP));
    expect(() => written({ a: arrays(100_000) })).toThrow(new RangeError(TOO_DEEP));
  });

  test('in itself, it is refused', () => {
    const table: Record<string, unknown> = {};
    table['table'] = table;
    expect(() => written(table)).toThrow(new RangeError(TOO_DEEP));
  });

  test.each(['A', 'F'])('100,000 deep by a server, it is refused: %s', (tag) => {
    const key = tag === 'F' ? 1 : 0;
    const level = key + 1 + 4;
    const bytes = Buffer.alloc(4 + 2 + 100_000 * level);
    bytes.writeUInt32BE(bytes.length - 4);
    bytes.write('\x01a', 4);
    let at = 6;
    for (let left = 100_000; left > 0; left--) {
      bytes.write(tag, at);
      bytes.writeUInt32BE(bytes.length - at - 5, at + 1);
      at += 5;
      // An empty key.
      if (key > 0 && left > 1) bytes[at++] = 0;
    }
    expect(() => read(bytes)).toThrow(new RangeError(TOO_DEEP));
  });
});

describe('what a server sends', () => {
  test.each([
    ['an unknown tag', '\x01az', 'Unexpected type tag "z"'],
    [
      'a text that is longer than the table',
      '\x01aS\xff\xff\xff\xffx',
      'A field of 4294967295 bytes where 1 are left',
    ],
    ['an array that is', '\x01aA\0\0\0\x09x', 'A field of 9 bytes where 1 are left'],
    ['a table that is', '\x01aF\x7f\xff\xff\xffx', 'A field of 2147483647 bytes where 1 are left'],
    [
      'an element that is longer than its array',
      '\x01aA\0\0\0\x02Ixxxx',
      'A field of 4 bytes where 1 are left',
    ],
    ['a key without a value', '\x01a', 'A field of 1 bytes where 0 are left'],
  ])('is refused: %s', (_, content, text) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(content.length);
    const bytes = Buffer.concat([head, Buffer.from(content, 'latin1'), Buffer.alloc(50, 'b')]);
    expect(() => readTable(new Cursor(bytes, 0, bytes.length))).toThrow(text);
  });
});
