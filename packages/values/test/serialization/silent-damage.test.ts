import { describe, expect, it } from 'vitest';

import { HazelcastSerializationError } from '../../src/errors/hierarchy.js';
import * as Fields from '../../src/compact/fields.js';
import { GenericRecords } from '../../src/compact/generic-records.js';
import { msgpackSerializer } from '../../src/serialization/msgpack-serializer.js';
import { decode } from './decode.js';
import { encode } from './encode.js';
import { officialEncode } from './official.js';

class Tree extends Map<string, number> {
  label = 'own fields do not save it';
}

/** What JSON would make `{}` of, or nothing, or an object of numbered fields. */
const lost: ReadonlyArray<readonly [string, unknown]> = [
  ['Map', new Map([[1, 2]])],
  ['Tree', new Tree()],
  ['Set', new Set([1])],
  ['WeakMap', new WeakMap()],
  ['Float64Array', Float64Array.of(1)],
  ['Int8Array', Int8Array.of(1)],
  ['DataView', new DataView(new ArrayBuffer(1))],
  ['ArrayBuffer', new ArrayBuffer(1)],
  ['RegExp', /x/],
  ['Error', new Error('x')],
  ['Promise', Promise.resolve()],
  ['function', () => 1],
  ['symbol', Symbol('x')],
];

it.each([
  [Promise.resolve(1), /class Promise: JSON would lose it without a word\. Await it$/],
  [{ a: Promise.resolve(1) }, /\.a is an object of class Promise; .*\. Await it$/],
  [new Map([[1, 2]]), /configure a serializer, such as msgpackSerializer\(\)$/],
  [/x/, /configure a serializer$/],
  [[1, 'a'], /element 1 is a string of 1 character\. An object with the array in it is JSON/],
])('the message says what to do: %#', (value, message) => {
  expect(() => encode(value)).toThrow(message);
});

describe.each(lost)('a value of type %s', (name, value) => {
  it('is refused by its name, alone and wherever it is', () => {
    for (const [path, holder] of [
      ['', value],
      ['.a', { b: 1, a: value }],
      ['[1]', [{}, value]],
      ['.list[0].deep', { list: [{ deep: value }] }],
    ] as const) {
      expect(() => encode(holder)).toThrow(HazelcastSerializationError);
      expect(() => encode(holder)).toThrow(new RegExp(name));
      expect(() => encode(holder)).toThrow(path === '' ? 'Cannot serialize' : `${path} is`);
    }
  });

  it('is for a global serializer, if there is one', () => {
    let seen: unknown;
    const globalSerializer = {
      id: 4,
      read: () => 0,
      write: (_: unknown, object: unknown) => (seen = object),
    };
    expect(encode(value, { globalSerializer })).toEqual(officialEncode(value, { globalSerializer }));
    expect(seen).toBe(value);
  });

  it('is not looked for behind a toJSON method', () => {
    const holder = { hidden: value, toJSON: () => 'as it wants' };
    expect(decode(encode({ holder }))).toEqual({ holder: 'as it wants' });
    expect(decode(encode(Object.assign(Object.create({ toJSON: () => 1 }), { hidden: value })))).toBe(1);
  });
});

it('a circle that a toJSON method, or inheritance, keeps from JSON is no damage', () => {
  const own: Record<string, unknown> = {};
  own['self'] = own;
  own['toJSON'] = () => 'as it wants';
  expect(decode(encode({ own }))).toEqual({ own: 'as it wants' });
  const list: unknown[] & { toJSON?: unknown } = [];
  list.push(list);
  list.toJSON = () => 'as it wants';
  expect(decode(encode({ list }))).toEqual({ list: 'as it wants' });
  const prototype: Record<string, unknown> = {};
  prototype['child'] = Object.create(prototype);
  expect(decode(encode({ holder: Object.create(prototype) }))).toEqual({ holder: {} });
});

it('what JSON does not write anyway is no damage', () => {
  class Old {
    a = 1;
  }
  // An enumerable method, as constructors had them before there were classes.
  (Old.prototype as { method?: unknown }).method = () => 1;
  const old = new Old();
  const hidden = Object.defineProperty({ a: 1 }, 'secret', { value: new Map(), enumerable: false });
  const symbolic = { a: 1, [Symbol('b')]: new Map() };
  for (const value of [old, hidden, symbolic]) expect(encode(value)).toEqual(officialEncode(value));
});

it('a GenericRecord within an object or an array is refused: JSON has nothing of its values', () => {
  const record = GenericRecords.compact('t', { a: Fields.INT32 }, { a: 1 });
  for (const holder of [[record], { a: [{ record }] }]) {
    expect(() => encode(holder)).toThrow(/is an object of class GenericRecord.*JSON would lose it/);
  }
});

it('a circle is refused, in an array too', () => {
  const circle: unknown[] = [{}];
  circle.push(circle);
  expect(() => encode(circle)).toThrow(/circular/);
  expect(() => officialEncode(circle)).toThrow(/circular/);
});

it('what nests deeper than the stack is an error, as officially', () => {
  let deep: object = {};
  for (let depth = 0; depth < 200_000; depth++) deep = { deep };
  expect(() => encode(deep)).toThrow(RangeError);
  expect(() => officialEncode(deep)).toThrow(RangeError);
});

describe('a Uint8Array', () => {
  const part = new Uint8Array([9, 1, 2, 255, 9]).subarray(1, 4);

  it('is bytes, and read as a Buffer', () => {
    expect(encode(part)).toEqual(officialEncode(Buffer.of(1, 2, 255)));
    expect(decode(encode(part))).toEqual(Buffer.of(1, 2, 255));
    expect(decode(encode(new Uint8Array(0)))).toEqual(Buffer.alloc(0));
  });

  it('is written in the same way by the methods of an output', () => {
    const globalSerializer = {
      id: 4,
      read: () => 0,
      write: (output: { write(bytes: Uint8Array): void; writeByteArray(bytes: Uint8Array): void }) => {
        output.writeByteArray(part);
        output.write(part);
      },
    };
    expect(encode({}, { globalSerializer } as never).subarray(8)).toEqual(
      Buffer.of(0, 0, 0, 3, 1, 2, 255, 1, 2, 255),
    );
  });

  it('within an object is refused, where a Buffer has its toJSON', () => {
    expect(() => encode({ part })).toThrow(/\.part is an object of class Uint8Array/);
    expect(encode({ part: Buffer.from(part) })).toEqual(officialEncode({ part: Buffer.from(part) }));
  });

  it('is for a serializer first, as with the official client', () => {
    const globalSerializer = msgpackSerializer();
    expect(decode(encode({ part }, { globalSerializer }), { globalSerializer })).toEqual({ part });
    expect(encode(part, { globalSerializer })).toEqual(officialEncode(part, { globalSerializer }));
  });
});
