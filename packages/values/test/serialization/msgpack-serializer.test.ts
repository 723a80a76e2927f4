import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { HazelcastSerializationError, InvalidConfigurationError } from '../../src/errors/hierarchy.js';
import { DataDecoder } from '../../src/serialization/data-decoder.js';
import { MSGPACK_TYPE_ID, msgpackSerializer } from '../../src/serialization/msgpack-serializer.js';
import { DEFAULT_SERIALIZATION, type SerializationSettings } from '../../src/serialization/settings.js';
import { encode } from './encode.js';

const seed = seedOf('msgpack serializer');

const settings: SerializationSettings = { ...DEFAULT_SERIALIZATION, globalSerializer: msgpackSerializer() };
const decoder = new DataDecoder(settings);

function decode(data: Buffer): unknown {
  return decoder.decodeData(data, 0, data.length);
}

function wrap(payload: Buffer): Buffer {
  const data = Buffer.alloc(12 + payload.length);
  data.writeInt32BE(MSGPACK_TYPE_ID, 4);
  data.writeInt32BE(payload.length, 8);
  payload.copy(data, 12);
  return data;
}

const VALUES: ReadonlyArray<readonly [string, object]> = [
  ['plain objects', { a: 1, b: { c: ['x', null, true, undefined] }, 'not a name': 1.5, 7: 'seven' }],
  [
    'objects of one shape',
    Array.from({ length: 100 }, (_, i) => ({ id: i, name: `n${i}`, at: { x: i, y: 0.5 - i } })),
  ],
  [
    'maps',
    new Map<unknown, unknown>([
      ['k', { v: 1 }],
      [7, new Map([[{ key: 'object' }, []]])],
    ]),
  ],
  ['sets', { set: new Set([1, 'two', { three: 3 }]) }],
  ['dates within objects', { at: new Date(1_700_000_000_123), before: new Date(-1), never: new Date(NaN) }],
  ['big integers', { small: 5n, negative: -(2n ** 63n), large: 2n ** 90n }],
  ['text of every plane', { text: 'aéж中😀', long: '😀ж'.repeat(5000) }],
  ['numbers', { all: [0, 1.1, -1, 2 ** 31, 2 ** 53, -(2 ** 40), NaN, Infinity, 5e-324] }],
  ['typed arrays', { f: new Float64Array([1.5, -2]), i: new Int16Array([1, -1]), u: new Uint8Array([1, 2]) }],
  [
    'long integers of typed arrays',
    { b: new BigInt64Array([1n, -1n]), u: new BigUint64Array([2n ** 64n - 1n]) },
  ],
  ['a typed array by itself', new Float32Array([1, 2.5])],
  ['array buffers', { buffer: new Uint8Array([1, 2, 3]).buffer }],
  ['bytes', { bytes: Buffer.from([1, 2, 3]) }],
];

test.each(VALUES)('%s are read as they were written', (_, value) => {
  const data = encode(value, settings);
  expect(data.readInt32BE(4)).toBe(MSGPACK_TYPE_ID);
  expect(decode(data)).toStrictEqual(value);
});

test('random values are read as they were written', () => {
  const value = fc.object({
    withMap: true,
    withSet: true,
    withDate: true,
    withTypedArray: true,
    withBigInt: true,
  });
  fc.assert(
    fc.property(value.map(withoutNegativeZero), (each) => {
      expect(decode(encode(each, settings))).toStrictEqual(each);
    }),
    { seed, numRuns: 300 },
  );
});

/** Which is read as 0. */
function withoutNegativeZero(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  if (value instanceof Map) {
    return new Map([...value].map(([key, each]) => [withoutNegativeZero(key), withoutNegativeZero(each)]));
  }
  if (value instanceof Set) return new Set([...value].map(withoutNegativeZero));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key]) => key !== '__proto__' && key !== '__keys__' && key !== 'constructor' && key !== 'toJSON',
      )
      .map(([key, each]) => [key, withoutNegativeZero(each)]),
  );
}

test('what has a type of its own keeps it', () => {
  for (const value of ['text', 1.5, true, new Date(5), Buffer.from([1])]) {
    expect(encode(value, settings)).toEqual(encode(value));
  }
});

test('as a custom serializer it takes the objects that name it', () => {
  const custom = { ...DEFAULT_SERIALIZATION, customSerializers: [msgpackSerializer({ typeId: 77 })] };
  const value = { hzCustomId: 77, since: new Map([['a', 1]]) };
  const data = encode(value, custom);
  expect(data.readInt32BE(4)).toBe(77);
  expect(new DataDecoder(custom).decodeData(data, 0, data.length)).toStrictEqual(value);
  expect(encode({ a: 1 }, custom)).toEqual(encode({ a: 1 }));
});

test('a value is smaller than its JSON', () => {
  const rows = Array.from({ length: 100 }, (_, i) => ({ id: i, name: `name ${i}`, active: true }));
  expect(encode(rows, settings).length).toBeLessThan(encode(rows).length / 2);
});

test('a type id that is none is refused', () => {
  for (const typeId of [0, -1, 1.5, 2 ** 31, NaN, '5' as unknown as number]) {
    expect(() => msgpackSerializer({ typeId })).toThrow(InvalidConfigurationError);
  }
});

test('what cannot be written is a serialization error, and the next value is written', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  for (const value of [cyclic, { symbol: Symbol('s') }]) {
    expect(() => encode(value, settings)).toThrow(HazelcastSerializationError);
  }
  expect(decode(encode({ a: [1] }, settings))).toStrictEqual({ a: [1] });
});

describe('bytes that nobody wrote are a serialization error:', () => {
  test.each<[string, Buffer]>([
    ['none', Buffer.alloc(0)],
    ['an array longer than memory', Buffer.from([0xdd, 0xff, 0xff, 0xff, 0xff])],
    ['a map longer than memory', Buffer.from([0xdf, 0xff, 0xff, 0xff, 0xff])],
    ['text longer than memory', Buffer.from([0xdb, 0xff, 0xff, 0xff, 0xff, 0x61])],
    ['bytes longer than memory', Buffer.from([0xc6, 0xff, 0xff, 0xff, 0xff])],
    [
      'arrays in arrays, each as long as what is left',
      Buffer.concat(Array(5000).fill(Buffer.from([0xdc, 0x20, 0]))),
    ],
    ['nesting deeper than the stack', Buffer.alloc(1_000_000, 0x91)],
    ['a pointer', Buffer.from([0xd6, 0x70, 0, 0, 0, 1])],
    ['a record nobody defined', Buffer.from([0x92, 0xd4, 0x72, 0x40])],
    ['an extension nobody knows', Buffer.from([0xd4, 0x55, 0])],
    ['a bundle that lies before it', Buffer.from([0xd6, 0x62, 0xff, 0xff, 0xff, 0, 0xc1, 1])],
    ['more than a value', Buffer.from([1, 2])],
  ])('%s', (_, payload) => {
    expect(() => decode(wrap(payload))).toThrow(HazelcastSerializationError);
    expect(decode(encode({ still: 'works' }, settings))).toStrictEqual({ still: 'works' });
  });

  test('a length that is not that of the bytes', () => {
    const data = encode({ a: 1 }, settings);
    for (const length of [-1, 0, data.length, 0x7fff_ffff]) {
      data.writeInt32BE(length, 8);
      expect(() => decode(data)).toThrow(HazelcastSerializationError);
    }
  });

  test('or a value, whatever is changed or cut off', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each)),
      fc
        .tuple(
          fc.constantFrom(...VALUES),
          fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
          fc.nat(),
        )
        .map(([[, value], changes, cut]) => {
          const data = encode(value, settings).subarray(12);
          for (const [at, byte] of changes) data[at % data.length] = byte;
          return cut % 3 === 0 ? data.subarray(0, cut % data.length) : data;
        }),
    );
    fc.assert(
      fc.property(bytes, (payload) => {
        try {
          decode(wrap(payload));
        } catch (error) {
          if (!(error instanceof HazelcastSerializationError)) throw error;
        }
      }),
      { seed, numRuns: 3000 },
    );
    expect(decode(encode({ still: 'works' }, settings))).toStrictEqual({ still: 'works' });
  });
});
