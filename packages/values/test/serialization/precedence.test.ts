import Long from 'long';
import { describe, expect, it } from 'vitest';

import { BigDecimal } from '../../src/classes/big-decimal.js';
import { HazelcastJsonValue } from '../../src/classes/hazelcast-json-value.js';
import { LocalDate } from '../../src/classes/local-date.js';
import type { Serializer } from '../../src/data/serializer.js';
import { NumberType } from '../../src/data/numbers.js';
import type { SerializationSettings } from '../../src/serialization/settings.js';
import { UUID } from '../../src/classes/uuid.js';
import { encode } from './encode.js';
import { officialEncode, OfficialJsonValue } from './official.js';
import { Box, toOfficial } from './samples.js';

const CUSTOM_ID = 11;
const GLOBAL_ID = 12;

const serializer = (id: number): Serializer => ({
  id,
  read: () => null,
  write: (output) => output.writeInt(id),
});

const settings: ReadonlyArray<readonly [string, Partial<SerializationSettings>]> = [
  ['no serializers', {}],
  ['custom serializers', { customSerializers: [serializer(CUSTOM_ID)] }],
  ['a global serializer', { globalSerializer: serializer(GLOBAL_ID) }],
  ['both', { customSerializers: [serializer(CUSTOM_ID)], globalSerializer: serializer(GLOBAL_ID) }],
];

class SubDate extends Date {}
class SubArray extends Array<number> {}

/** Values of all kinds; each is written alike by both clients, or by neither. */
const values: ReadonlyArray<readonly [string, unknown]> = [
  ['null', null],
  ['a boolean', true],
  ['a number', 1.5],
  ['a string', 'a'],
  ['a bigint', 7n],
  ['a Long', Long.ONE],
  ['a Date', new Date(5)],
  ['an object of a class that extends Date', new SubDate(5)],
  ['a UUID', new UUID(Long.ONE, Long.ONE)],
  ['a BigDecimal', new BigDecimal(5n, 1)],
  ['a LocalDate', new LocalDate(2020, 1, 1)],
  ['a Buffer', Buffer.of(1)],
  ['numbers', [1, 2]],
  ['an object of a class that extends Array', SubArray.of(1, 2)],
  ['no numbers', []],
  ['booleans', [true]],
  ['strings', ['a']],
  ['longs', [Long.ONE]],
  ['objects', [{ a: 1 }]],
  ['nulls', [null, null]],
  ['dates', [new Date(5)]],
  ['arrays', [[1], [2]]],
  ['mixed values', [{}, 1, 'a']],
  ['an object', { a: 1 }],
  ['an object without prototype', Object.assign(Object.create(null), { a: 1 })],
  ['an object with toJSON', { toJSON: () => 'x' }],
  ['a custom object', { hzCustomId: CUSTOM_ID }],
  ['an array that is a custom object', Object.assign([{}], { hzCustomId: CUSTOM_ID })],
  ['numbers that are a custom object', Object.assign([1], { hzCustomId: CUSTOM_ID })],
  ['a Date that is a custom object', Object.assign(new Date(5), { hzCustomId: CUSTOM_ID })],
  ['an object with an id below 1', { hzCustomId: 0 }],
  ['an object with an id that is NaN', { hzCustomId: NaN }],
  ['an object with an id that is no number', { hzCustomId: '11' }],
  ['an IdentifiedDataSerializable', new Box('a', [1])],
  ['one that is a custom object, too', Object.assign(new Box('a', [1]), { hzCustomId: CUSTOM_ID })],
  ['an array that is one, too', Object.assign([1], new Box('b'), { writeData() {}, readData() {} })],
];

describe.each(settings)('with %s', (_, options) => {
  // Without its serializer a custom object is an error of both clients.
  const written = values.filter(([, value]) => !isCustom(value) || options.customSerializers !== undefined);

  it.each(written)('%s is written by the serializer that the official client takes', (_name, value) => {
    expect(encode(value, options)).toEqual(officialEncode(toOfficial(value), options));
  });

  it('a HazelcastJsonValue is for serializers before it is JSON', () => {
    const text = '{"a":1}';
    expect(encode(new HazelcastJsonValue(text), options)).toEqual(
      officialEncode(new OfficialJsonValue(text), options),
    );
  });

  it.each(Object.values(NumberType).filter((type) => type !== NumberType.LONG && type !== NumberType.BYTE))(
    'numbers have the type %s if it is the default',
    (defaultNumberType) => {
      for (const value of [5, [5], [], [[5]]]) {
        const all = { ...options, defaultNumberType };
        expect(encode(value, all)).toEqual(officialEncode(value, all));
      }
    },
  );
});

function isCustom(value: unknown): boolean {
  return (value as { hzCustomId?: unknown } | null)?.hzCustomId === CUSTOM_ID;
}
