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

/** The tag that a value gets. */
function tagOf(value: unknown): string {
  return written({ v: value }).toString('latin1', 6, 7);
}

describe('a value', () => {
  test.each([
    [0, 'b'],
    [127, 'b'],
    [-128, 'b'],
    [128, 's'],
    [-129, 's'],
    [32_768, 'I'],
    [-(2 ** 31), 'I'],
    [2 ** 31, 'l'],
    [2 ** 53, 'l'],
    [-(2 ** 63), 'l'],
    [2 ** 63, 'd'],
    [1.5, 'd'],
    [Infinity, 'd'],
    ['text', 'S'],
    ['', 'S'],
    ['ü\u{1F600}'.repeat(50), 'S'],
    [true, 't'],
    [false, 't'],
    [null, 'V'],
    [Buffer.from([1, 2]), 'x'],
    [[1, [2, 'three']], 'A'],
    [{ a: { b: [] } }, 'F'],
    [{ '!': 'timestamp', value: 1_700_000_000_000 }, 'T'],
    [{ '!': 'decimal', value: { places: 2, digits: 314 } }, 'D'],
  ])('%j is sent as %s, and comes back', (value, tag) => {
    expect(tagOf(value)).toBe(tag);
    expect(back(value)).toEqual(value);
  });

  test.each([
    ['float', 'f', 1.5],
    ['double', 'd', 1],
    ['float64', 'd', 1],
    ['byte', 'b', -1],
    ['int8', 'b', 1],
    ['unsignedbyte', 'B', 255],
    ['uint8', 'B', 255],
    ['short', 's', -1],
    ['int16', 's', 1],
    ['unsignedshort', 'u', 65_535],
    ['uint16', 'u', 65_535],
    ['int', 'I', -1],
    ['int32', 'I', 1],
    ['unsignedint', 'i', 4_294_967_295],
    ['uint32', 'i', 4_294_967_295],
    ['long', 'l', -1],
    ['int64', 'l', 1],
  ])('of type %s is sent as %s', (type, tag, value) => {
    const typed = { '!': type, value };
    expect(tagOf(typed)).toBe(tag);
    expect(back(typed)).toBe(value);
  });

  test('of 64 bits may be text or a bigint, and comes back as a number', () => {
    expect(back({ '!': 'int64', value: '-5' })).toBe(-5);
    expect(back({ '!': 'int64', value: 2n ** 62n + 1n })).toBe(2 ** 62);
  });

  test('without a type of its own becomes a table', () => {
    expect(back(new Date(0))).toEqual({});
    expect(back(new Map([[1, 2]]))).toEqual({});
    expect(back(new Uint8Array([7]))).toEqual({ 0: 7 });
  });

  test('of undefined is left out of a table, and refused in an array', () => {
    expect(back(undefined)).toBeUndefined();
    expect(Object.keys(read(written({ a: undefined, b: 1 })))).toEqual(['b']);
    expect(() => written({ a: [undefined] })).toThrow(/^Unknown type to encode: undefined$/);
  });
});

describe('a table', () => {
  test('has the keys that it inherited', () => {
    expect(read(written(Object.create({ a: 1 })))).toEqual({ a: 1 });
  });

  test('may be null, an array, and empty', () => {
    expect(read(written(null))).toEqual({});
    expect(read(written([5]))).toEqual({ 0: 5 });
    expect(read(written({}))).toEqual({});
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
