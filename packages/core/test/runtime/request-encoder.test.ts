import {
  dataHash,
  encodeRequest,
  mapMessages,
  partitionIdOf,
  type MessageSpec,
  type RequestOf,
} from '@offloop/wire/protocol';
import * as fc from 'fast-check';
import Long from 'long';
import { describe, expect, test } from 'vitest';

import { MapOperations } from '../../src/map/map-operations.js';
import { writable } from '../../src/runtime/frame-bytes.js';
import { ObjectOperation } from '../../src/runtime/operation.js';
import { EncoderStack, RequestEncoder, type LongField } from '../../src/runtime/request-encoder.js';
import { DataDecoder } from '../../src/serialization/data-decoder.js';
import { DEFAULT_SERIALIZATION } from '../../src/serialization/settings.js';
import { encode } from '../serialization/encode.js';
import { seed } from '../serialization/seed.js';

const PARTITIONS = 271;
const NAME = 'ein Name über ASCII hinaus';

const keyed = Object.entries(new MapOperations(NAME, new DataDecoder(DEFAULT_SERIALIZATION))).filter(
  (entry): entry is [string, ObjectOperation] => entry[1] instanceof ObjectOperation,
);

const OFFSET = 8;

/** What the encoder writes into shared memory, as into a claim, and the same into the middle of any other memory. */
function written(encoder: RequestEncoder, bound: number): Buffer {
  const length = bound + 2 * OFFSET;
  const claimed = writtenTo(encoder, bound, Buffer.from(new SharedArrayBuffer(length)));
  expect(writtenTo(encoder, bound, Buffer.alloc(length + 3).subarray(3))).toEqual(claimed);
  return claimed;
}

function writtenTo(encoder: RequestEncoder, bound: number, target: Buffer): Buffer {
  target.fill(0xa5);
  const end = encoder.write(writable(target), OFFSET);
  expect(end - OFFSET).toBeLessThanOrEqual(bound);
  expect(target.subarray(0, OFFSET).every((byte) => byte === 0xa5)).toBe(true);
  expect(target.subarray(bound + OFFSET).every((byte) => byte === 0xa5)).toBe(true);
  return Buffer.from(target.subarray(OFFSET, end));
}

function bigintOf(value: LongField): bigint {
  return BigInt(value.toString());
}

/** The same request by the table’s own encoder: the n-th `Data` field is the n-th frame, the n-th int64 the n-th number. */
function expected(spec: MessageSpec, frames: readonly unknown[], fixed: readonly LongField[]): Buffer {
  let frame = 0;
  let long = 0;
  const values = Object.fromEntries(
    spec.request.map(([name, type]) => {
      if (type === 'String') return [name, NAME];
      if (type === 'long') return [name, bigintOf(fixed[long++])];
      return [name, encode(frames[frame++])];
    }),
  );
  const key = encode(frames[0]);
  const partitionId = partitionIdOf(dataHash(key, 0, key.length), PARTITIONS);
  return encodeRequest(spec, values as RequestOf<MessageSpec>, { partitionId });
}

test('there are keyed operations to be looked at', () => {
  expect(keyed.length).toBeGreaterThanOrEqual(23);
});

describe.each(keyed)('%s', (_name, operation) => {
  const long = fc.oneof(
    fc.constantFrom<LongField>(0, -1, 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, Number.MAX_SAFE_INTEGER),
    fc.maxSafeInteger(),
    fc.tuple(fc.integer(), fc.integer()).map(([low, high]) => Long.fromBits(low, high)),
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ minLength: 1000, maxLength: 3000 }),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5, noNullPrototype: true }),
  );

  test('is written as the message table has it, byte for byte', () => {
    const encoder = new RequestEncoder(DEFAULT_SERIALIZATION);
    fc.assert(
      fc.property(fc.tuple(value, value, value), fc.tuple(long, long, long, long), (frames, fixed) => {
        const bound = encoder.prepare(operation, PARTITIONS, ...frames);
        encoder.setFixed(...fixed);
        const bytes = written(encoder, bound);
        const same = expected(operation.spec, frames, fixed);
        expect(bytes.toString('hex')).toBe(same.toString('hex'));
        encoder.release();
      }),
      { seed, numRuns: 60 },
    );
  });
});

test('the partition is the one the key’s owner computes', () => {
  const encoder = new RequestEncoder(DEFAULT_SERIALIZATION);
  const operation = new ObjectOperation(mapMessages.get, NAME);
  for (let i = 0; i < 1000; i++) {
    encoder.prepare(operation, PARTITIONS, `key ${i}`, undefined, undefined);
    const key = encode(`key ${i}`);
    expect(encoder.partitionId).toBe(partitionIdOf(dataHash(key, 0, key.length), PARTITIONS));
  }
});

test.each<LongField>([
  0,
  1,
  -1,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32 - 1,
  2 ** 32,
  -(2 ** 32),
  -(2 ** 32) - 1,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  Long.MAX_VALUE,
  Long.MIN_VALUE,
  Long.NEG_ONE,
])('a 64-bit field of %s is two’s complement, little-endian', (value) => {
  const operation = new ObjectOperation(mapMessages.setTtl, NAME);
  const encoder = new RequestEncoder(DEFAULT_SERIALIZATION);
  const bound = encoder.prepare(operation, PARTITIONS, 'key', undefined, undefined);
  encoder.setFixed(value, 0, 0);
  const bytes = written(encoder, bound);
  expect(bytes.readBigInt64LE(operation.fixedOffsets[0])).toBe(bigintOf(value));
});

test('a key longer than the scratch makes it grow', () => {
  const encoder = new RequestEncoder(DEFAULT_SERIALIZATION);
  const operation = new ObjectOperation(mapMessages.get, NAME);
  for (const length of [1000, 1024, 5000, 300_000, 10]) {
    const key = 'k'.repeat(length);
    const bound = encoder.prepare(operation, PARTITIONS, key, undefined, undefined);
    encoder.setFixed(0, 0, 0);
    expect(written(encoder, bound).equals(expected(mapMessages.get, [key], [0]))).toBe(true);
  }
});

describe('the stack of encoders', () => {
  const put = new ObjectOperation(mapMessages.put, NAME);

  test('gives each depth an encoder of its own, and the same one each time', () => {
    const stack = new EncoderStack(DEFAULT_SERIALIZATION);
    const outer = stack.push();
    const inner = stack.push();
    expect(inner).not.toBe(outer);
    stack.pop();
    stack.pop();
    expect(stack.push()).toBe(outer);
    expect(stack.push()).toBe(inner);
  });

  test('lets user code of a request make requests of its own, at any depth, in any argument', () => {
    const stack = new EncoderStack(DEFAULT_SERIALIZATION);
    const inner: boolean[] = [];
    const call = (key: unknown, value: unknown, plain: readonly unknown[]): void => {
      const encoder = stack.push();
      try {
        const bound = encoder.prepare(put, PARTITIONS, key, value, undefined);
        encoder.setFixed(1, 2, 3);
        inner.push(written(encoder, bound).equals(expected(mapMessages.put, plain, [1, 2])));
      } finally {
        stack.pop();
      }
    };
    const chatty = (depth: number, json: object): object => ({
      toJSON: () => {
        if (depth > 0) call(chatty(depth - 1, { depth }), chatty(depth - 1, json), [{ depth }, json]);
        return json;
      },
    });
    call(chatty(4, { key: 1 }), chatty(4, { value: 2 }), [{ key: 1 }, { value: 2 }]);
    // 1 + 2 + 4 + 8 + 16 requests.
    expect(inner).toEqual(Array(31).fill(true));
  });

  test('is as before after user code threw', () => {
    const stack = new EncoderStack(DEFAULT_SERIALIZATION);
    const outer = stack.push();
    const bad = {
      toJSON: () => {
        throw new Error('user code');
      },
    };
    expect(() => outer.prepare(put, PARTITIONS, 'key', bad, undefined)).toThrow(/user code/);
    stack.pop();
    const again = stack.push();
    expect(again).toBe(outer);
    const bound = again.prepare(put, PARTITIONS, 'key', 'value', undefined);
    again.setFixed(5, 6, 0);
    expect(written(again, bound).equals(expected(mapMessages.put, ['key', 'value'], [5, 6]))).toBe(true);
  });
});
