import { TypeId } from '@offloop/wire';
import * as fc from 'fast-check';
import Long from 'long';
import { seedOf } from '@offloop/tools';
import { describe, expect, it } from 'vitest';

import { HazelcastSerializationError } from '../../src/errors/hierarchy.js';
import { HazelcastJsonValue } from '../../src/classes/hazelcast-json-value.js';
import { DataDecoder } from '../../src/serialization/data-decoder.js';
import { ObjectDataOutput } from '../../src/data/object-data-output.js';
import type { Serializer } from '../../src/data/serializer.js';
import { NumberType } from '../../src/data/numbers.js';
import { DEFAULT_SERIALIZATION, type SerializationSettings } from '../../src/serialization/settings.js';
import { UUID } from '../../src/classes/uuid.js';
import { encode } from './encode.js';
import { isRefusal } from './refusals.js';
import { officialDecode, officialEncode, OfficialLong, OfficialUUID } from './official.js';
import { numRuns } from './runs.js';

const seed = seedOf('data decoder');

const runs = { seed, numRuns };

/** Decodes from the middle of shared memory full of other bytes. */
function decode(data: Buffer, settings: Partial<SerializationSettings> = {}): unknown {
  const memory = Buffer.from(new SharedArrayBuffer(data.length + 20)).fill(0x5a);
  data.copy(memory, 7);
  return new DataDecoder({ ...DEFAULT_SERIALIZATION, ...settings }).decodeData(memory, 7, 7 + data.length);
}

function dataOf(typeId: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeInt32BE(typeId, 4);
  return Buffer.concat([header, payload]);
}

/** A payload written by an output, under any type id: for types that clients read but do not write. */
function written(typeId: number, write: (output: ObjectDataOutput) => void): Buffer {
  const output = new ObjectDataOutput((out, object) => {
    out.writeInt(TypeId.STRING);
    out.writeString(object as string);
  });
  write(output);
  return dataOf(typeId, output.toBuffer());
}

describe('what the official client put is read', () => {
  const plain = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.double()),
    fc.array(fc.boolean(), { minLength: 1 }),
    fc.array(fc.string(), { minLength: 1 }),
    fc.date({ noInvalidDate: true }),
    fc.bigInt({ min: 0n }),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.dictionary(fc.string(), fc.jsonValue()).map((object) => JSON.parse(JSON.stringify(object)) as object),
  );

  it('as the value it was', () => {
    fc.assert(
      fc.property(plain, (value) => {
        expect(decode(officialEncode(value))).toEqual(value);
      }),
      runs,
    );
  });

  it('as the official client reads it, for numbers of every type', () => {
    for (const defaultNumberType of Object.values(NumberType)) {
      const value = defaultNumberType === 'long' ? OfficialLong.fromNumber(-77) : 77;
      const bytes = officialEncode(value, { defaultNumberType });
      expect(String(decode(bytes))).toBe(String(officialDecode(bytes)));
    }
    expect(decode(dataOf(TypeId.BYTE, Buffer.of(0xff)))).toBe(
      officialDecode(dataOf(TypeId.BYTE, Buffer.of(0xff))),
    );
  });

  it('with Long for int64 and UUID for UUIDs', () => {
    expect(decode(officialEncode(OfficialLong.MIN_VALUE))).toEqual(Long.MIN_VALUE);
    expect(decode(officialEncode([OfficialLong.ONE, OfficialLong.NEG_ONE]))).toEqual([
      Long.ONE,
      Long.NEG_ONE,
    ]);
    expect(decode(officialEncode(new OfficialUUID(OfficialLong.ONE, OfficialLong.NEG_ONE)))).toEqual(
      new UUID(Long.ONE, Long.NEG_ONE),
    );
  });

  it('with JSON as text where the policy says so', () => {
    const policy = { jsonStringDeserializationPolicy: 'NO_DESERIALIZATION' } as const;
    expect(decode(officialEncode({ a: [1] }), policy)).toEqual(new HazelcastJsonValue('{"a":[1]}'));
  });

  it('even −1n, of which the official client writes no bytes and cannot read them', () => {
    expect(decode(officialEncode(-1n))).toBe(-1n);
  });
});

it('what this client puts is read by both clients alike', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, maxDepth: 2 }), (value) => {
      const bytes = encodeOrNull(value);
      fc.pre(bytes !== null);
      expect(decode(bytes)).toEqual(officialDecode(bytes));
    }),
    runs,
  );
});

/** Null for what is refused, as it should be. */
function encodeOrNull(value: unknown): Buffer | null {
  try {
    return encode(value);
  } catch (error) {
    // A TypeError of JSON.stringify is for bigints and circles.
    if (error instanceof HazelcastSerializationError || error instanceof TypeError) return null;
    throw error;
  }
}

describe('types that only Java writes', () => {
  it.each<[string, Buffer, unknown]>([
    ['char', written(TypeId.CHAR, (out) => out.writeChar('漢')), '漢'],
    ['char[]', written(TypeId.CHAR_ARRAY, (out) => out.writeCharArray(['a', 'b'])), ['a', 'b']],
    [
      'class name',
      written(TypeId.JAVA_CLASS, (out) => out.writeString('java.lang.String')),
      'java.lang.String',
    ],
    ['null array', written(TypeId.INT_ARRAY, (out) => out.writeIntArray(null)), null],
    ['null text', written(TypeId.STRING, (out) => out.writeString(null)), null],
    ['null JSON', written(TypeId.JSON, (out) => out.writeString(null)), null],
    ['short[]', written(TypeId.SHORT_ARRAY, (out) => out.writeShortArray([-1])), [-1]],
    ['float[]', written(TypeId.FLOAT_ARRAY, (out) => out.writeFloatArray([1.5])), [1.5]],
    ['Object[]', written(TypeId.JAVA_ARRAY, list), ['a', 'b']],
    ['ArrayList', written(TypeId.ARRAY_LIST, list), ['a', 'b']],
    ['LinkedList', written(TypeId.LINKED_LIST, list), ['a', 'b']],
  ])('%s', (_, bytes, value) => {
    expect(decode(bytes)).toEqual(value);
    expect(decode(bytes)).toEqual(bytes.readInt32BE(4) === TypeId.JSON ? null : officialDecode(bytes));
  });

  function list(output: ObjectDataOutput): void {
    output.writeInt(2);
    output.writeObject('a');
    output.writeObject('b');
  }
});

describe('custom serializers', () => {
  it('read with every method of their input, in sequence and at positions', () => {
    const read: unknown[] = [];
    const everything: Serializer = {
      id: 5,
      write() {},
      read(input) {
        read.push(input.isBigEndian(), input.position(), input.available());
        read.push(
          input.readInt(),
          input.readInt(8),
          input.position(),
          input.readString(),
          input.readString(12),
        );
        read.push(input.readIntArray(), input.readIntArray(19), input.readUnsignedByte(), input.readObject());
        input.skipBytes(1);
        read.push(input.available(), input.position(9), input.read(), input.position());
        input.reset();
        read.push(input.position(), input.readInt());
        return 'done';
      },
    };
    const bytes = written(5, (output) => {
      output.writeInt(-3);
      output.writeString('abc');
      output.writeIntArray([4, 5]);
      output.writeByte(200);
      output.writeObject('inner');
      output.writeByte(0);
    });
    const settings = { customSerializers: [everything] };
    expect(decode(bytes, settings)).toBe('done');
    const ours = read.splice(0);
    expect(officialDecode(bytes, settings)).toBe('done');
    expect(ours).toEqual(read);
    expect(ours.slice(0, 5)).toEqual([true, 8, bytes.length - 8, -3, -3]);
  });

  it('that throw do so as they are', () => {
    const thrown = new Error('mine');
    const failing: Serializer = {
      id: 5,
      write() {},
      read() {
        throw thrown;
      },
    };
    expect(() => decode(dataOf(5, Buffer.alloc(0)), { globalSerializer: failing })).toThrow(thrown);
  });
});

describe('bytes that are not what they say', () => {
  it.each<[string, Buffer, RegExp]>([
    ['a header cut short', Buffer.alloc(7), /header/],
    ['an unknown type', dataOf(-77, Buffer.alloc(8)), /-77 is not known/],
    ['a Compact value', dataOf(TypeId.COMPACT, Buffer.alloc(8)), /schema with the id 0{16} is not known/],
    ['an unknown custom type', dataOf(42, Buffer.alloc(8)), /no suitable deserializer for data with type 42/],
    ['text longer than the rest', dataOf(TypeId.STRING, Buffer.of(0, 0, 0, 5, 65)), /length 5/],
    ['a length below null', dataOf(TypeId.DOUBLE_ARRAY, Buffer.of(0xff, 0xff, 0xff, 0xfe)), /length -2/],
    [
      'an array of 2³¹ elements',
      dataOf(TypeId.BOOLEAN_ARRAY, Buffer.of(0x7f, 0xff, 0xff, 0xff, 1)),
      /length 2147483647/,
    ],
    ['a double cut short', dataOf(TypeId.DOUBLE, Buffer.alloc(7)), /8 bytes wanted/],
    ['lists nested too deeply', nestedLists(100_000), /nested/],
  ])('%s', (_, bytes, message) => {
    expect(() => decode(bytes)).toThrow(HazelcastSerializationError);
    expect(() => decode(bytes)).toThrow(message);
  });

  it('are a SyntaxError where they are no JSON, as officially, without the text', () => {
    const bytes = dataOf(TypeId.JSON, Buffer.from('\0\0\0\x07{"pin":'));
    expect(() => officialDecode(bytes)).toThrow(SyntaxError);
    expect(() => decode(bytes)).toThrow(SyntaxError);
    expect(() => decode(bytes)).toThrow(
      /^the stored JSON, a string of 7 characters, is not valid: it ends too early$/,
    );
    expect(() => decode(bytes)).toThrow(expect.objectContaining({ code: HazelcastSerializationError.code }));
  });

  it('give a typed error or a value, whatever they are', () => {
    const typeIds = fc.oneof(fc.constantFrom(...Object.values(TypeId)), fc.integer({ min: -140, max: 3 }));
    fc.assert(
      fc.property(typeIds, fc.uint8Array({ maxLength: 64 }), fc.boolean(), (typeId, payload, small) => {
        // Small lengths reach deeper into the readers than random ones.
        if (small && payload.length > 3) payload.fill(0, 0, 3);
        let error: unknown = null;
        try {
          decode(dataOf(typeId, payload));
        } catch (thrown) {
          error = thrown;
        }
        expect(error === null || isRefusal(error)).toBe(true);
      }),
      { seed, numRuns: 5 * numRuns },
    );
  });

  function nestedLists(depth: number): Buffer {
    const level = Buffer.of(0, 0, 0, 1, 0xff, 0xff, 0xff, TypeId.ARRAY_LIST + 256);
    return dataOf(TypeId.ARRAY_LIST, Buffer.concat([...Array<Buffer>(depth).fill(level), Buffer.alloc(4)]));
  }
});

it('decoded bytes are a copy', () => {
  const bytes = encode(Buffer.from('kept'));
  const decoded = new DataDecoder(DEFAULT_SERIALIZATION).decodeData(bytes, 0, bytes.length) as Buffer;
  bytes.fill(0);
  expect(decoded.toString()).toBe('kept');
});
