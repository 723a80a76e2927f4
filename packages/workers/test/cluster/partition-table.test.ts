import { uuidText, wireUuid } from '@offloop/wire';
import { expect, test } from 'vitest';

import { PartitionTable } from '../../src/cluster/partition-table.js';

const A = wireUuid('00000000-0000-0001-8000-000000000002');
const B = wireUuid('ffffffff-ffff-ffff-0000-00000000000b');

function table(count = 4): PartitionTable {
  const partitions = new PartitionTable();
  partitions.resize(count);
  return partitions;
}

test('a view of the same connection counts only when it is newer', () => {
  const partitions = table();
  partitions.apply(1, 5, [[A, [0]]]);
  expect(partitions.apply(1, 5, [[B, [0]]])).toBe(false);
  expect(partitions.apply(1, 4, [[B, [0]]])).toBe(false);
  expect(partitions.ownerOf(0)).toBe(uuidText(A));
  expect(partitions.apply(1, 6, [[B, [0]]])).toBe(true);
  expect(partitions.ownerOf(0)).toBe(uuidText(B));
});

test('a view of another connection counts whatever its version, for versions of two members do not compare', () => {
  const partitions = table();
  partitions.apply(1, 5, [[A, [0]]]);
  expect(partitions.apply(2, 1, [[B, [0]]])).toBe(true);
  expect(partitions.ownerOf(0)).toBe(uuidText(B));
});

test('an empty view, which a member has that just started, changes nothing', () => {
  const partitions = table();
  partitions.apply(1, 1, [[A, [0]]]);
  expect(partitions.apply(1, 2, [])).toBe(false);
  expect(partitions.ownerOf(0)).toBe(uuidText(A));
});

test('partitions that do not exist are passed over', () => {
  const partitions = table(2);
  partitions.apply(1, 1, [[A, [-1, 0, 2, 1_000_000]]]);
  expect([partitions.count, partitions.ownerOf(0), partitions.ownerOf(2)]).toEqual([2, uuidText(A), '']);
});

test('after forgetting, any view counts again', () => {
  const partitions = table();
  partitions.apply(1, 9, [[A, [0]]]);
  partitions.forget();
  expect(partitions.count).toBe(0);
  partitions.resize(4);
  expect(partitions.apply(1, 0, [[B, [0]]])).toBe(true);
});

test('each owner is told of once, with all its partitions, and nobody owns those that are left', () => {
  const partitions = table(5);
  partitions.apply(1, 1, [
    [A, [0, 2]],
    [B, [3]],
  ]);
  expect(partitions.ownership()).toEqual([
    [uuidText(A), [0, 2]],
    [uuidText(B), [3]],
  ]);
});

test('a number of partitions that is known already takes no owner away', () => {
  const partitions = table(2);
  partitions.apply(1, 1, [[A, [0, 1]]]);
  partitions.resize(2);
  expect(partitions.ownerOf(1)).toBe(uuidText(A));
  partitions.resize(3);
  expect([0, 1, 2].map((id) => partitions.ownerOf(id))).toEqual(['', '', '']);
});
