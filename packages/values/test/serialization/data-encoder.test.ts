import * as fc from 'fast-check';
import Long from 'long';
import { seedOf } from '@offloop/tools';
import { describe, expect, it } from 'vitest';

import { HazelcastJsonValue } from '../../src/classes/hazelcast-json-value.js';
import { DataEncoder } from '../../src/serialization/data-encoder.js';
import type { DataOutput, Serializer } from '../../src/data/serializer.js';
import { DEFAULT_SERIALIZATION } from '../../src/serialization/settings.js';
import { UUID } from '../../src/classes/uuid.js';
import { encode, through } from './encode.js';
import { officialDecode, officialEncode, OfficialJsonValue, OfficialLong, OfficialUUID } from './official.js';
import { numRuns } from './runs.js';

const seed = seedOf('data encoder');

const runs = { seed, numRuns };

/** Any string, lone surrogates and all, of lengths around where the encoder changes its ways. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.integer({ min: 0, max: 0xffff }).map((unit) => `a${String.fromCharCode(unit)}`),
  fc
    .tuple(
      fc.constantFrom(15, 16, 17, 63, 64, 65, 1023, 1024, 1025, 5000),
      fc.constantFrom('a', 'é', '漢', '💣', '\ud800'),
    )
    .map(([length, unit]) => unit.repeat(length).slice(0, length)),
);

// For values of every type: `types.test.ts`.
describe('the bytes are those of the official client', () => {
  it('for any string, alone and in an array', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(encode(value)).toEqual(officialEncode(value));
        expect(encode([value])).toEqual(officialEncode([value]));
      }),
      runs,
    );
  });

  it('for strings of every size class, and one after another', () => {
    const encoder = new DataEncoder(DEFAULT_SERIALIZATION);
    for (const length of [1025, 3, 100_000, 256 * 1024, 256 * 1024 + 1, 1500]) {
      for (const unit of ['x', '漢']) {
        const value = unit.repeat(length);
        expect(through(encoder, value).equals(officialEncode(value))).toBe(true);
      }
    }
  });

  it('for bigints, except those that the official client gets wrong', () => {
    fc.assert(
      fc.property(fc.oneof(fc.bigInt(), fc.bigInt({ min: -300n, max: 300n })), (value) => {
        const official = officialEncode(value);
        const isRight = readBack(official) === value;
        expect(isRight || value < 0n).toBe(true);
        expect(isRight ? encode(value) : official).toEqual(official);
        expect(officialDecode(encode(value))).toBe(value);
      }),
      runs,
    );
  });

  it('for anything else, as JSON', () => {
    fc.assert(
      fc.property(fc.object(), (value) => {
        expect(encode(value)).toEqual(officialEncode(value));
      }),
      runs,
    );
    const nested = { toJSON: () => ({ made: 'by toJSON', text: '\ud800💣' }) };
    const bare = Object.assign(Object.create(null) as object, { a: 1 });
    class Point {
      x = 1;
    }
    for (const value of [nested, bare, new Point(), new (class extends Date {})(5)]) {
      expect(encode(value)).toEqual(officialEncode(value));
    }
    const json = '{"kept": "as it is" }';
    expect(encode(new HazelcastJsonValue(json))).toEqual(officialEncode(new OfficialJsonValue(json)));
    expect(encode([new UUID(Long.ONE, Long.NEG_ONE)])).toEqual(
      officialEncode([new OfficialUUID(OfficialLong.ONE, OfficialLong.NEG_ONE)]),
    );
  });

  it('for objects that name their partition, with its hash in the header', () => {
    const values = [
      { partitionKey: 'north', name: 'a' },
      { partitionKey: 7 },
      { partitionKey: { partitionKey: true } },
      { partitionKey: null, name: 'b' },
      Object.assign(Object.create({ getPartitionHash: () => 0x1234_5678 }) as object, { a: 1 }),
    ];
    for (const value of values) expect(encode(value)).toEqual(officialEncode(value));
  });

  it('for custom and global serializers, with every method of their output', () => {
    const everything: Serializer = {
      id: 10,
      read: () => null,
      write(output, value) {
        output.writeBoolean(true);
        output.writeBooleanArray([true, false]);
        output.writeByte(-1);
        output.writeByteArray(Buffer.of(1, 2));
        output.writeByteArray(null);
        output.writeChar('漢');
        output.writeCharArray(['a', 'b']);
        output.writeChars('cd');
        output.writeDouble(Math.PI);
        output.writeDoubleArray(Array.from({ length: 100 }, (_, index) => index / 3));
        output.writeFloat(1.5);
        output.writeFloatArray([1, 2]);
        output.writeInt(-5);
        output.writeIntBE(6);
        output.writeIntArray(null);
        output.writeLong(Long.fromString('-123456789012345678'));
        output.writeLongArray([Long.ONE]);
        output.writeShort(-2);
        output.writeShortArray([3]);
        output.writeString('é💣');
        output.writeString(null);
        output.writeStringArray(['x', 'y']);
        output.writeUTF('z');
        output.writeUTFArray(null);
        output.writeZeroBytes(9);
        output.write(Buffer.of(7, 8));
        output.write(0x1ff);
        output.writeObject((value as { inner: unknown }).inner);
        output.writeObject(['nested', 'strings']);
        const end = output.position();
        output.position(9);
        output.writeByte(0x55);
        output.position(end);
      },
    };
    const value = { hzCustomId: 10, inner: { json: [1, null] } };
    expect(encode(value, { customSerializers: [everything] })).toEqual(
      officialEncode(value, { customSerializers: [everything] }),
    );
    expect(encode({ inner: 1 }, { globalSerializer: everything })).toEqual(
      officialEncode({ inner: 1 }, { globalSerializer: everything }),
    );
  });

  it.each<[string, (output: DataOutput) => void]>([
    ['bytes that are undefined', (output) => output.writeByteArray(undefined as never)],
    ['characters that are undefined', (output) => output.writeChars(undefined as never)],
    ['an array that is undefined', (output) => output.writeIntArray(undefined as never)],
    ['a string that is undefined', (output) => output.writeString(undefined as never)],
    ['less than no zero bytes', (output) => output.writeZeroBytes(-3)],
    ['a position that is null', (output) => output.position(null as never)],
  ])('for %s, in an output', (_, write) => {
    const serializer: Serializer = {
      id: 10,
      read: () => null,
      write(output) {
        output.writeInt(1);
        write(output);
        output.writeInt(2);
      },
    };
    expect(encode({}, { globalSerializer: serializer })).toEqual(
      officialEncode({}, { globalSerializer: serializer }),
    );
  });
});

function readBack(bytes: Buffer): unknown {
  try {
    return officialDecode(bytes);
  } catch {
    return undefined;
  }
}
