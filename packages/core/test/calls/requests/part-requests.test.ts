import { writable } from '@offloop/runtime/bytes';
import { dataHash, encodeRequest, messages, partitionIdOf } from '@offloop/wire';
import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { ListShape } from '../../../src/calls/completions/list-result.js';
import { inParts, listOperation, operation } from '../../../src/calls/operation.js';
import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { PartRequests, type PartRequest } from '../../../src/calls/requests/part-requests.js';
import { DEFAULT_SERIALIZATION } from '@offloop/values';
import { encode } from '../../../../values/test/serialization/encode.js';

const seed = seedOf('part requests');

const NAME = 'ein Name über ASCII hinaus';
const name = new ObjectName(NAME);
const getAll = inParts(listOperation(messages.map.getAll, ListShape.ENTRIES));
const putAll = inParts(operation(messages.map.putAll));
const OFFSET = 8;

/** What a request writes into shared memory, as it would into a claim. */
function written(request: PartRequest): Buffer {
  const target = Buffer.from(new SharedArrayBuffer(request.maxBytes + 2 * OFFSET)).fill(0xa5);
  expect(request.write(writable(target), OFFSET)).toBe(OFFSET + request.maxBytes);
  expect(target.subarray(0, OFFSET).every((byte) => byte === 0xa5)).toBe(true);
  expect(target.subarray(OFFSET + request.maxBytes).every((byte) => byte === 0xa5)).toBe(true);
  return Buffer.from(target.subarray(OFFSET, OFFSET + request.maxBytes));
}

function byPartition<T>(
  items: readonly T[],
  keyOf: (item: T) => Buffer,
  partitions: number,
): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const id = partitions === 0 ? -1 : partitionIdOf(dataHash(key, 0, key.length), partitions);
    groups.set(id, [...(groups.get(id) ?? []), item]);
  }
  return groups;
}

const values = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.double(),
  fc.boolean(),
  fc.object(),
);
const partitionCounts = fc.constantFrom(0, 1, 3, 271);
const guesses = fc.nat(1000);

describe('the requests of a call are those the table’s own encoder makes of each partition’s objects', () => {
  test('keys', () => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1 }), partitionCounts, guesses, (keys, partitions, guess) => {
        const parts = new PartRequests(getAll, name, {}, DEFAULT_SERIALIZATION, guess);
        for (const key of keys) parts.addKey(key, partitions);
        const groups = byPartition(
          keys.map((key) => encode(key)),
          (key) => key,
          partitions,
        );
        const expected = [...groups].map(([partitionId, group]) =>
          encodeRequest(messages.map.getAll, { name: NAME, keys: group }, { partitionId }),
        );
        expect(parts.requests.map(written)).toEqual(expected);
      }),
      { seed },
    );
  });

  test.each([true, false])('pairs, where the loader is to be told: %s', (triggerMapLoader) => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(values, values), { minLength: 1 }),
        partitionCounts,
        guesses,
        (pairs, partitions, guess) => {
          const parts = new PartRequests(putAll, name, { triggerMapLoader }, DEFAULT_SERIALIZATION, guess);
          for (const [key, value] of pairs) parts.addPair(key, value, partitions);
          const groups = byPartition(
            pairs.map(([key, value]): [Buffer, Buffer] => [encode(key), encode(value)]),
            ([key]) => key,
            partitions,
          );
          const expected = [...groups].map(([partitionId, entries]) =>
            encodeRequest(messages.map.putAll, { name: NAME, entries, triggerMapLoader }, { partitionId }),
          );
          expect(parts.requests.map(written)).toEqual(expected);
        },
      ),
      { seed },
    );
  });
});

test('a pair whose value cannot be serialized leaves nothing behind', () => {
  const parts = new PartRequests(putAll, name, { triggerMapLoader: true }, DEFAULT_SERIALIZATION, 2);
  parts.addPair('before', 1, 1);
  expect(() => parts.addPair('bad', () => 1, 1)).toThrow(/function/);
  parts.addPair('after', 2, 1);
  const entries = [
    [encode('before'), encode(1)],
    [encode('after'), encode(2)],
  ] as [Buffer, Buffer][];
  expect(parts.requests.map(written)).toEqual([
    encodeRequest(messages.map.putAll, { name: NAME, entries, triggerMapLoader: true }, { partitionId: 0 }),
  ]);
});

test('a key of the same bytes goes out once, whatever stands between the two', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'ä', 1, 1n, true, { a: 1 }), { maxLength: 30 }),
      (keys) => {
        const once = new PartRequests(getAll, name, {}, DEFAULT_SERIALIZATION, keys.length);
        const seen = new Set<string>();
        const added = keys.filter((key) => once.addKeyOnce(key, 7, seen));
        const different = new PartRequests(getAll, name, {}, DEFAULT_SERIALIZATION, keys.length);
        for (const key of new Set(keys)) different.addKey(key, 7);
        expect(once.requests.map(written)).toEqual(different.requests.map(written));
        expect(added).toEqual([...new Set(keys)]);
      },
    ),
    { seed },
  );
});

test('a message with more than a name and a list of objects has no parts', () => {
  expect(() => inParts(operation(messages.map.get))).toThrow(/0x10200/);
  expect(() => inParts(operation(messages.map.executeOnKeys))).toThrow(TypeError);
});
