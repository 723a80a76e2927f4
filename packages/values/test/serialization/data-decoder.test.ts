import { TypeId } from '@offloop/wire';
import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { describe, expect, it } from 'vitest';

import { HazelcastSerializationError } from '../../src/errors/hierarchy.js';
import { DataDecoder } from '../../src/serialization/data-decoder.js';
import { ObjectDataOutput } from '../../src/data/object-data-output.js';
import type { Serializer } from '../../src/data/serializer.js';
import { DEFAULT_SERIALIZATION } from '../../src/serialization/settings.js';
import { dataOf, decode } from './decode.js';
import { encode } from './encode.js';
import { officialDecode, officialEncode } from './official.js';
import { numRuns } from './runs.js';

const seed = seedOf('data decoder');

const runs = { seed, numRuns };

/** A payload written by an output, under any type id: for types that clients read but do not write. */
function written(typeId: number, write: (output: ObjectDataOutput) => void): Buffer {
  const output = new ObjectDataOutput((out, object) => {
    out.writeInt(TypeId.STRING);
    out.writeString(object as string);
  });
  write(output);
  return dataOf(typeId, output.toBuffer());
}

it('−1n of the official client is read, of which it writes no bytes and cannot read them', () => {
  expect(decode(officialEncode(-1n))).toBe(-1n);
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

it.each([TypeId.STRING, TypeId.JSON])('a text of the type %d may be null', (typeId) => {
  expect(decode(written(typeId, (out) => out.writeString(null)))).toBeNull();
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
});

// Any bytes: `nonsense.test.ts`.
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
