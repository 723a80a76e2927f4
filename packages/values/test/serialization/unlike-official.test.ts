import Long from 'long';
import { describe, expect, it } from 'vitest';

import { HazelcastSerializationError } from '../../src/errors/hierarchy.js';
import type { DataOutput, Serializer } from '../../src/data/serializer.js';
import { decode } from './decode.js';
import { encode } from './encode.js';
import { officialDecode, officialEncode, OfficialLong } from './official.js';
import { Box, BOX_FACTORY, boxFactory } from './samples.js';

describe('where the official client fails or loses the value', () => {
  it('numbers written as long are int64', () => {
    const settings = { defaultNumberType: 'long' } as const;
    for (const value of [
      0,
      5,
      -5,
      2 ** 40,
      -(2 ** 40),
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      -(2 ** 63),
    ]) {
      expect(encode(value, settings)).toEqual(
        officialEncode(OfficialLong.fromString(BigInt(value).toString())),
      );
    }
    expect(String(officialDecode(encode([1, -1], settings)))).toBe('1,-1');
  });

  it.each<[string, (output: DataOutput) => void]>([
    ['a number', (output) => output.writeLong(5 as never)],
    ['a bigint', (output) => output.writeLong(5n as never)],
    ['a number among Longs', (output) => output.writeLongArray([Long.ONE, 5 as never])],
  ])('%s is no Long, and not 0', (_, write) => {
    const globalSerializer: Serializer = { id: 10, read: () => null, write };
    expect(() => encode({}, { globalSerializer })).toThrow(/^Cannot serialize a (number|bigint): .*Long/);
  });

  it('objects within objects are written as deep as they can be read', () => {
    const chain = (length: number): Box => {
      let box = new Box();
      for (let i = 1; i < length; i++) box = new Box(null, [box]);
      return box;
    };
    const settings = { dataSerializableFactories: new Map([[BOX_FACTORY, boxFactory]]) };
    const depthOf = (box: unknown): number => {
      let depth = 0;
      for (let at = box as Box | undefined; at !== undefined; at = at.items[0] as Box | undefined) depth++;
      return depth;
    };
    expect(depthOf(decode(encode(chain(501)), settings))).toBe(501);
    expect(() => encode(chain(502))).toThrow(/nested more than 500 deep/);
  });

  it('arrays of bigints and of Buffers become lists, which it reads', () => {
    const lists = [
      [1n, -1n, null, 2n ** 100n],
      [Buffer.from('a'), Buffer.alloc(0), null],
    ];
    for (const list of lists) expect(officialDecode(encode(list))).toEqual(list);
  });

  it.each([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['an object whose toJSON gives undefined', { toJSON: () => undefined }],
    ['an invalid date', new Date(NaN)],
    ['an array that begins with undefined', [undefined, 1]],
    ['an array with a hole', holey()],
    ['numbers with a string among them', [1, 'a']],
    ['booleans with a null among them', [true, null]],
    ['strings with a number among them', ['a', 1]],
    ['bigints with a Buffer among them', [1n, Buffer.of(1)]],
    ['an unknown custom id', { hzCustomId: 99 }],
  ])('%s is refused with an error that names the value', (_, value) => {
    expect(() => encode(value)).toThrow(HazelcastSerializationError);
    expect(() => encode(value)).toThrow(/^(Cannot serialize \S|undefined cannot|Array serialization type)/);
  });

  it.each([
    ['byte', 256],
    ['byte', -129],
    ['short', 40_000],
    ['integer', 2 ** 31],
    ['integer', NaN],
    ['long', 2 ** 63],
    ['long', Infinity],
  ] as const)('as %s, %d is refused', (defaultNumberType, value) => {
    expect(() => encode(value, { defaultNumberType })).toThrow(/defaultNumberType/);
    expect(() => encode([value], { defaultNumberType })).toThrow(HazelcastSerializationError);
  });

  function holey(): number[] {
    const values = [1];
    values[2] = 3;
    return values;
  }
});
