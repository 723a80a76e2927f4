import { describe, expect, it } from 'vitest';

import type { CompactSerializer } from '../../src/compact/compact-serializer.js';
import type { IdentifiedDataSerializable } from '../../src/serialization/identified.js';
import { OurSide, TheirSide } from './compact/clients.js';
import { decode } from './decode.js';
import { encode } from './encode.js';
import { officialDecode, officialEncode } from './official.js';

const own = new TypeError('of a serializer');
const fail = (): never => {
  throw own;
};

describe('what user code throws is thrown as it is, by both clients:', () => {
  const failing = { id: 5, write: fail, read: fail };
  const working = { id: 5, write() {}, read: () => null };
  const identified = (writeData: () => void): IdentifiedDataSerializable => ({
    factoryId: 1,
    classId: 1,
    readData: fail,
    writeData,
  });
  const factories = { 1: () => identified(fail) };

  it.each<[string, () => unknown, () => unknown]>([
    ['a toJSON method', () => encode({ toJSON: fail }), () => officialEncode({ toJSON: fail })],
    [
      'a property',
      () => encode(Object.defineProperty({}, 'a', { get: fail, enumerable: true })),
      () => officialEncode(Object.defineProperty({}, 'a', { get: fail, enumerable: true })),
    ],
    [
      'a serializer that writes',
      () => encode({}, { globalSerializer: failing }),
      () => officialEncode({}, { globalSerializer: failing }),
    ],
    [
      'a serializer that reads',
      () => decode(encode({}, { globalSerializer: working }), { globalSerializer: failing }),
      () => officialDecode(officialEncode({}, { globalSerializer: working }), { globalSerializer: failing }),
    ],
    ['writeData', () => encode(identified(fail)), () => officialEncode(identified(fail))],
    [
      'readData',
      () =>
        decode(encode(identified(() => {})), {
          dataSerializableFactories: new Map([[1, factories[1]]]),
        }),
      () => officialDecode(officialEncode(identified(() => {})), { dataSerializableFactories: factories }),
    ],
  ])('%s', (_, ours, theirs) => {
    expect(theirs).toThrow(own);
    expect(ours).toThrow(own);
    expect(thrownBy(ours)).toBe(own);
  });
});

it('a Boolean object is the boolean, where the official client makes every one true', () => {
  expect(encode(new Boolean(true))).toEqual(officialEncode(new Boolean(true)));
  expect(encode(new Boolean(false))).toEqual(officialEncode(false));
  expect(officialEncode(new Boolean(false))).toEqual(officialEncode(true));
});

it('of two Compact serializers of one class, or of one type name, the last counts', () => {
  class Thing {
    a = 1;
  }
  class Other {
    a = 2;
  }
  const serializer = (type: new () => Thing, typeName: string, field: string): CompactSerializer<Thing> => ({
    getClass: () => type,
    getTypeName: () => typeName,
    read: (reader) => Object.assign(new type(), { a: reader.readInt32(field) }),
    write: (writer, value) => writer.writeInt32(field, value.a),
  });
  for (const serializers of [
    [serializer(Thing, 'first', 'x'), serializer(Thing, 'last', 'y')],
    [serializer(Other, 'same', 'x'), serializer(Thing, 'same', 'x')],
  ]) {
    const ours = new OurSide(serializers);
    const theirs = new TheirSide(serializers);
    const bytes = ours.encode(new Thing());
    expect(bytes).toEqual(theirs.encode(new Thing()));
    expect(ours.decode(bytes)).toEqual(theirs.decode(bytes));
    expect(ours.decode(bytes)).toBeInstanceOf(Thing);
  }
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
