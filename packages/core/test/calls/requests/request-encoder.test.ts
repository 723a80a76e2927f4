import { writable } from '@offloop/runtime/bytes';
import {
  dataHash,
  encodeRequest,
  type FieldSpec,
  messages,
  type MessageSpec,
  partitionIdOf,
  type ServiceSpec,
} from '@offloop/wire';
import * as fc from 'fast-check';
import Long from 'long';
import { rounds, seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { isDirect, Operation, type DirectOperation } from '../../../src/calls/operation.js';
import type { Fields, LongField } from '../../../src/calls/requests/arguments.js';
import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { EncoderStack, RequestEncoder } from '../../../src/calls/requests/request-encoder.js';
import { TableRequest } from '../../../src/calls/requests/table-request.js';
import type { RoutedRequest } from '../../../src/shards/routed-request.js';
import { DEFAULT_SERIALIZATION, UUID, uuidToHalves } from '@offloop/values';
import { encode } from '../../../../values/test/serialization/encode.js';

const seed = seedOf('request encoder');
const RUNS = rounds({ short: 10, full: 30 });

const PARTITIONS = 271;
const NAME = 'ein Name über ASCII hinaus';
const name = new ObjectName(NAME);

function direct(spec: MessageSpec): DirectOperation {
  const made = new Operation(spec);
  if (!isDirect(made)) throw new Error(`message 0x${spec.id.toString(16)} is not written in place`);
  return made;
}

const get = direct(messages.map.get);
const put = direct(messages.map.put);

/** Every message of the table that belongs to an object. */
const all = Object.values<ServiceSpec>(messages).flatMap((service) => Object.entries(service));
const named = all.filter(([, { request }]) => request.some(([field]) => field === 'name'));

const OFFSET = 8;

/** What a request writes into shared memory, as into a claim, and the same into the middle of any other memory. */
function written(request: RoutedRequest, maxBytes: number): Buffer {
  const length = maxBytes + 2 * OFFSET;
  const claimed = writtenTo(request, maxBytes, Buffer.from(new SharedArrayBuffer(length)));
  expect(writtenTo(request, maxBytes, Buffer.alloc(length + 3).subarray(3))).toEqual(claimed);
  return claimed;
}

function writtenTo(request: RoutedRequest, maxBytes: number, target: Buffer): Buffer {
  target.fill(0xa5);
  const end = request.write(writable(target), OFFSET);
  expect(end - OFFSET).toBeLessThanOrEqual(maxBytes);
  expect(target.subarray(0, OFFSET).every((byte) => byte === 0xa5)).toBe(true);
  expect(target.subarray(maxBytes + OFFSET).every((byte) => byte === 0xa5)).toBe(true);
  return Buffer.from(target.subarray(OFFSET, end));
}

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
const uuid = fc.tuple(long, long).map((halves) => new UUID(...(halves.map(longOf) as [Long, Long])));

/** Of a type: what a caller gives, and what that is to the protocol's codecs. */
interface Kind {
  readonly given: fc.Arbitrary<unknown>;
  readonly wire: (given: unknown) => unknown;
}
const plain = (given: fc.Arbitrary<unknown>): Kind => ({ given, wire: (same) => same });
const KINDS: Readonly<Record<string, Kind>> = {
  boolean: plain(fc.boolean()),
  byte: plain(fc.integer({ min: -128, max: 127 })),
  int: plain(fc.integer()),
  String: plain(fc.string()),
  long: { given: long, wire: (given) => longOf(given as LongField).toBigInt() },
  UUID: { given: uuid, wire: (given) => uuidToHalves(given as UUID) },
  Data: { given: value, wire: encode },
  List_Data: {
    given: fc.array(value, { maxLength: 4 }),
    wire: (given) => (given as unknown[]).map((each) => encode(each)),
  },
  EntryList_Data_Data: {
    given: fc.array(fc.tuple(value, value), { maxLength: 4 }),
    wire: (given) => (given as [unknown, unknown][]).map((pair) => pair.map((each) => encode(each))),
  },
  EntryList_Integer_Integer: plain(fc.array(fc.tuple(fc.integer(), fc.integer()), { maxLength: 4 })),
};

function kindOf(type: string): Kind | undefined {
  if (!type.endsWith('?')) return KINDS[type];
  const kind = KINDS[type.slice(0, -1)];
  return (
    kind && {
      given: fc.option(kind.given),
      wire: (given) => (given === null ? null : kind.wire(given)),
    }
  );
}

function longOf(given: LongField): Long {
  return typeof given === 'number' ? Long.fromBigInt(BigInt(given)) : given;
}

/** Arguments for a message; undefined where this test knows no values of a type. */
function fieldsOf(spec: MessageSpec): fc.Arbitrary<Fields> | undefined {
  const fields = spec.request.filter(([field]) => field !== 'name');
  const kinds = fields.map(([field, type]) => [field, kindOf(type)?.given] as const);
  if (kinds.some(([, given]) => given === undefined)) return undefined;
  return fc.record(Object.fromEntries(kinds) as Record<string, fc.Arbitrary<unknown>>);
}

/** The same request by the table’s own encoder. */
function expected(spec: MessageSpec, fields: Fields, partitionId: number): Buffer {
  const wire = ([field, type]: FieldSpec): [string, unknown] =>
    field === 'name' ? [field, NAME] : [field, kindOf(type)!.wire(fields[field])];
  const values = Object.fromEntries(spec.request.map(wire));
  const key = spec.routing === 'key' ? (values['key'] as Buffer) : undefined;
  const target = key === undefined ? partitionId : partitionIdOf(dataHash(key, 0, key.length), PARTITIONS);
  return encodeRequest(spec, values, { partitionId: target });
}

test.each([
  'get',
  'set',
  'put',
  'remove',
  'replaceIfSame',
  'executeOnKey',
  'size',
  'keySetWithPredicate',
] as const)('%s is written in place', (hot) => expect(isDirect(new Operation(messages.map[hot]))).toBe(true));

describe.each(named.filter(([, spec]) => fieldsOf(spec) !== undefined))('%s', (_name, spec) => {
  const arbitrary = fieldsOf(spec);
  const partition = fc.constantFrom(-1, 0, 7);

  test('is written as the message table has it, byte for byte', () => {
    const made = new Operation(spec);
    const encoder = new RequestEncoder(DEFAULT_SERIALIZATION);
    fc.assert(
      fc.property(arbitrary!, partition, (fields, partitionId) => {
        const same = expected(spec, fields, partitionId);
        const table = new TableRequest(spec, NAME, fields, partitionId, PARTITIONS, DEFAULT_SERIALIZATION);
        expect(written(table, table.maxBytes).toString('hex')).toBe(same.toString('hex'));
        expect(table.partitionId).toBe(same.readInt32LE(18));
        if (!isDirect(made)) return;
        encoder.prepare(made, name, fields, partitionId, PARTITIONS);
        expect(written(encoder, encoder.maxBytes).toString('hex')).toBe(same.toString('hex'));
        expect(encoder.partitionId).toBe(table.partitionId);
        encoder.release();
      }),
      { seed, numRuns: RUNS },
    );
  });
});

/** Where the halves of a long number change. */
const EDGES = [0, 2 ** 31, 2 ** 32, -(2 ** 31), -(2 ** 32)].flatMap((edge) => [edge - 1, edge, edge + 1]);

test.each<LongField>([
  ...EDGES,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  Long.MAX_VALUE,
  Long.MIN_VALUE,
])('a 64-bit field of %s is two’s complement, little-endian', (ttl) => {
  const setTtl = direct(messages.map.setTtl);
  const encoder = new RequestEncoder(DEFAULT_SERIALIZATION);
  encoder.prepare(setTtl, name, { key: 'key', ttl }, -1, PARTITIONS);
  const bytes = written(encoder, encoder.maxBytes);
  expect(bytes.readBigInt64LE(setTtl.initial.fixed[0].offset)).toBe(longOf(ttl).toBigInt());
});

test('a key longer than the scratch makes it grow', () => {
  const encoder = new RequestEncoder(DEFAULT_SERIALIZATION);
  for (const length of [1000, 1024, 5000, 300_000, 10]) {
    const fields = { key: 'k'.repeat(length), threadId: 0 };
    encoder.prepare(get, name, fields, -1, PARTITIONS);
    expect(written(encoder, encoder.maxBytes).equals(expected(messages.map.get, fields, -1))).toBe(true);
  }
});

test('names of any length end where they end', () => {
  const encoder = new RequestEncoder(DEFAULT_SERIALIZATION);
  const size = direct(messages.map.size);
  for (const text of ['a', 'ab', 'abc', 'abcd', 'abcde', 'ü', 'üx']) {
    encoder.prepare(size, new ObjectName(text), {}, -1, PARTITIONS);
    expect(written(encoder, encoder.maxBytes)).toEqual(encodeRequest(messages.map.size, { name: text }));
  }
});

describe('the stack of encoders', () => {
  test('lets user code of a request make requests of its own, at any depth, in any argument', () => {
    const stack = new EncoderStack(DEFAULT_SERIALIZATION);
    const inner: boolean[] = [];
    const call = (given: Fields, plainOnes: Fields): void => {
      const encoder = stack.push();
      try {
        const fixed = { threadId: 1, ttl: 2 };
        encoder.prepare(put, name, { ...given, ...fixed }, -1, PARTITIONS);
        const same = expected(messages.map.put, { ...plainOnes, ...fixed }, -1);
        inner.push(written(encoder, encoder.maxBytes).equals(same));
      } finally {
        stack.pop();
      }
    };
    const chatty = (depth: number, json: object): object => ({
      toJSON: () => {
        if (depth > 0) {
          const given = { key: chatty(depth - 1, { depth }), value: chatty(depth - 1, json) };
          call(given, { key: { depth }, value: json });
        }
        return json;
      },
    });
    call(
      { key: chatty(4, { key: 1 }), value: chatty(4, { value: 2 }) },
      { key: { key: 1 }, value: { value: 2 } },
    );
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
    const fixed = { threadId: 5, ttl: 6 };
    expect(() => outer.prepare(put, name, { key: 'key', value: bad, ...fixed }, -1, PARTITIONS)).toThrow(
      /^user code$/,
    );
    stack.pop();
    const again = stack.push();
    expect(again).toBe(outer);
    const fields = { key: 'key', value: 'value', ...fixed };
    again.prepare(put, name, fields, -1, PARTITIONS);
    expect(written(again, again.maxBytes).equals(expected(messages.map.put, fields, -1))).toBe(true);
  });
});
