import { TypeId } from '@offloop/wire';
import * as fc from 'fast-check';
import Long from 'long';
import { seedOf } from '@offloop/tools';
import { describe, expect, it } from 'vitest';

import { HazelcastSerializationError } from '../../src/errors/hierarchy.js';
import { BigDecimal } from '../../src/classes/big-decimal.js';
import { RestValue } from '../../src/serialization/rest-value.js';
import type { SerializationSettings } from '../../src/serialization/settings.js';
import { dataOf, decode } from './decode.js';
import { encode } from './encode.js';
import { officialDecode, officialEncode, inside } from './official.js';
import { numRuns } from './runs.js';
import { Box, BOX_FACTORY, boxFactory, byType, nested, toOfficial } from './samples.js';

const seed = seedOf('types');

const runs = { seed, numRuns };

const officialBoxes = { dataSerializableFactories: { [BOX_FACTORY]: boxFactory } };
const boxes: Partial<SerializationSettings> = {
  dataSerializableFactories: new Map([[BOX_FACTORY, boxFactory as () => Box]]),
};

describe.each([
  ['big-endian', true],
  ['little-endian', false],
])('with %s payloads', (_, isBigEndian) => {
  const ours = { ...boxes, isBigEndian };
  const theirs = { ...officialBoxes, isBigEndian };

  it.each(Object.entries({ ...byType, 'any of these within each other': nested }))(
    'both clients write and read %s alike',
    (_name, values) => {
      fc.assert(
        fc.property(values, (value) => {
          const bytes = encode(value, ours);
          expect(bytes).toEqual(officialEncode(toOfficial(value), theirs));
          expect(decode(bytes, ours)).toEqual(value);
          expect(officialDecode(bytes, theirs)).toEqual(toOfficial(value));
        }),
        runs,
      );
    },
  );

  it.each([
    ['byte', -128, 255],
    ['short', -(2 ** 15), 2 ** 15 - 1],
    ['integer', -(2 ** 31), 2 ** 31 - 1],
    ['float', -1e38, 1e38],
  ] as const)('both clients write and read numbers and their arrays as %s', (defaultNumberType, min, max) => {
    const [options, official] = [
      { ...ours, defaultNumberType },
      { ...theirs, defaultNumberType },
    ];
    const number = fc.oneof(
      fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }),
      fc.double({ min, max, noNaN: true }),
    );
    fc.assert(
      fc.property(number, fc.array(number), (one, several) => {
        // Arrays of bytes are given as Buffers.
        for (const value of [one, defaultNumberType === 'byte' ? Buffer.from(several) : several]) {
          const bytes = encode(value, options);
          expect(bytes).toEqual(officialEncode(value, official));
          expect(decode(bytes, options)).toEqual(officialDecode(bytes, official));
        }
      }),
      runs,
    );
  });

  it('arrays of every length are written and read alike', () => {
    for (const length of [0, 1, 127, 128, 129, 2047, 2048, 2049]) {
      const values = Array.from({ length }, (__, index) => (index - 5) * 1.1);
      const bytes = encode(values, ours);
      expect(bytes).toEqual(officialEncode(values, theirs));
      expect(decode(bytes, ours)).toEqual(values);
      if (length < 128) continue;
      expect(() => encode([...values, '1'], ours)).toThrow(new RegExp(`element ${length} is a string`));
      expect(() => encode([...values, undefined], ours)).toThrow(
        new RegExp(`element ${length} is undefined`),
      );
    }
    for (const [typeId, size] of [
      [TypeId.SHORT_ARRAY, 2],
      [TypeId.INT_ARRAY, 4],
      [TypeId.FLOAT_ARRAY, 4],
    ] as const) {
      const count = 16 * 1024;
      const payload = Buffer.alloc(4 + count * size, 0x41);
      payload.fill(Buffer.of(1, 2, 3, 4, 5, 6, 7), 4);
      if (isBigEndian) payload.writeInt32BE(count);
      else payload.writeInt32LE(count);
      const data = dataOf(typeId, payload);
      expect(decode(data, ours)).toEqual(officialDecode(data, theirs));
    }
  });

  it('an array that is null is read as null', () => {
    for (const typeId of [-12, -13, -14, -15, -16, -17, -18, -19, -20])
      expect(decode(dataOf(typeId, Buffer.alloc(4, 0xff)), ours)).toBeNull();
  });
});

describe('an int64', () => {
  const asBigInts = { int64: 'bigint' } as const;

  it('is read as a bigint where the settings ask for it, also within other values', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.boolean(),
        (value, isBigEndian) => {
          const settings = { ...boxes, ...asBigInts, isBigEndian };
          const stored = Long.fromBigInt(value);
          const read = (given: unknown): unknown => decode(encode(given, settings), settings);
          expect(read(stored)).toBe(value);
          expect(read([stored])).toEqual([value]);
          expect(read(new Box('', [stored, [stored]]))).toEqual(new Box('', [value, [value]]));
        },
      ),
      runs,
    );
  });

  it('is written as it was read, so that it is the same key and value again', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.boolean(),
        (value, isBigEndian) => {
          const settings = { ...boxes, ...asBigInts, isBigEndian };
          for (const stored of [
            Long.fromBigInt(value),
            [Long.fromBigInt(value), Long.ONE],
            new Box('', [Long.fromBigInt(value)]),
          ]) {
            const bytes = encode(stored, settings);
            expect(encode(decode(bytes, settings), settings)).toEqual(bytes);
          }
        },
      ),
      runs,
    );
  });

  it('is a BigInteger for bigints that do not fit, and without the setting', () => {
    const typeOf = (data: Buffer): number => data.readInt32BE(4);
    for (const value of [2n ** 63n, -(2n ** 63n) - 1n]) {
      expect(typeOf(encode(value, asBigInts))).toBe(typeOf(encode(value)));
      expect(decode(encode([1n, value], asBigInts), asBigInts)).toEqual([1n, value]);
    }
    expect(typeOf(encode(7n))).not.toBe(typeOf(encode(7n, asBigInts)));
  });

  it('is a Long to serializers, whatever the settings', () => {
    let read: unknown;
    const serializer = {
      id: 9,
      read: (input: { readLong(): unknown }) => (read = input.readLong()),
      write: (output: { writeLong(value: Long): void }) => output.writeLong(Long.MIN_VALUE),
    };
    const settings = { ...asBigInts, globalSerializer: serializer };
    decode(encode({}, settings), settings);
    expect(read).toEqual(Long.MIN_VALUE);
  });
});

describe('an IdentifiedDataSerializable', () => {
  it('whose factory is not configured is an error that names the factory', () => {
    expect(() => decode(encode(new Box()))).toThrow(HazelcastSerializationError);
    expect(() => decode(encode(new Box()))).toThrow(/no Identified Data Serializer factory with id 7/);
  });

  it.each([
    ['returns null', () => null],
    ['returns undefined', () => undefined],
    ['returns another object', () => ({})],
  ])('whose factory %s is an error', (_, factory) => {
    const settings = { dataSerializableFactories: new Map([[BOX_FACTORY, factory as unknown as () => Box]]) };
    expect(() => decode(encode(new Box()), settings)).toThrow(HazelcastSerializationError);
  });

  it('without ids, as Java may write it, is refused', () => {
    const payload = dataOf(
      TypeId.IDENTIFIED_DATA_SERIALIZABLE,
      Buffer.concat([Buffer.of(0), Buffer.alloc(20)]),
    );
    expect(() => decode(payload, boxes)).toThrow(/only Java can read it/);
  });

  it('is known by its methods and numbers, own or inherited, as to the official client', () => {
    const inherited: unknown = Object.create(new Box('inherited'));
    expect(encode(inherited)).toEqual(officialEncode(inherited));
  });
});

it('a RestValue is written and read as the official client does', () => {
  const value = Object.assign(new RestValue(), { value: '{"a":1}', contentType: 'application/json' });
  const theirs = Object.assign(new (inside('core/RestValue', 'RestValue'))(), value);
  const bytes = encode(value);
  expect(bytes).toEqual(officialEncode(theirs));
  expect(decode(bytes)).toEqual(value);
  expect(officialDecode(bytes)).toEqual(theirs);
});

it('decimals in an array become a list, which both clients read', () => {
  const values = [BigDecimal.fromString('1.5'), null, BigDecimal.fromString('2')];
  const bytes = encode(values);
  expect(decode(bytes)).toEqual(values);
  expect(officialDecode(bytes)).toEqual(toOfficial(values));
});
