import { wireUuid } from '@offloop/wire';
import { expect, test } from 'vitest';

import { MemberConnections } from '../../src/cluster/member-connections.js';
import { memberTag, type LoadBalancing } from '@offloop/contract';
import { PartitionTable } from '../../src/cluster/partition-table.js';
import type { Connection } from '../../src/connection/connection.js';

const OWNER = 'aaaaaaaa-0000-0001-8000-000000000001';
const OTHER = 'bbbbbbbb-0000-0001-8000-000000000002';
const STRANGER = 'cccccccc-0000-0001-8000-000000000003';

type Fake = {
  -readonly [K in 'number' | 'memberUuid' | 'isClosed' | 'isPaused' | 'resumedAt']: Connection[K];
};

function fake(number: number, memberUuid: string): Fake & Connection {
  const parts: Fake = { number, memberUuid, isClosed: false, isPaused: false, resumedAt: 0 };
  return parts as Fake & Connection;
}

/** Partition 0 of three is `OWNER`'s; the others' owner is not connected. */
function connected(
  smartRouting = true,
  loadBalancing: LoadBalancing = 'ROUND_ROBIN',
): {
  connections: MemberConnections;
  owner: Fake & Connection;
  other: Fake & Connection;
} {
  const partitions = new PartitionTable();
  partitions.resize(3);
  partitions.apply(1, 0, [
    [wireUuid(OWNER), [0]],
    [wireUuid(STRANGER), [1, 2]],
  ]);
  const connections = new MemberConnections({ smartRouting, loadBalancing }, partitions);
  const owner = fake(1, OWNER);
  const other = fake(2, OTHER);
  connections.add(owner);
  connections.add(other);
  return { connections, owner, other };
}

test('a call goes to the owner of its partition, others go round', () => {
  const { connections, owner, other } = connected();
  for (let i = 0; i < 4; i++) expect(connections.route(0)).toBe(owner);
  expect(new Set([connections.route(1), connections.route(1)])).toEqual(new Set([owner, other]));
  expect(new Set([connections.route(-1), connections.route(-1)])).toEqual(new Set([owner, other]));
});

test.each([
  ['in turn', 'ROUND_ROBIN', 2],
  ['at random', 'RANDOM', 60],
] as const)('without smart routing all go round %s', (_how, loadBalancing, calls) => {
  const { connections, owner, other } = connected(false, loadBalancing);
  const taken = Array.from({ length: calls }, () => connections.route(0));
  expect(new Set(taken)).toEqual(new Set([owner, other]));
});

test('a closed connection is given nothing, though nobody was told of it yet', () => {
  const { connections, owner, other } = connected();
  owner.isClosed = true;
  for (let i = 0; i < 4; i++) {
    expect(connections.route(0)).toBe(other);
    expect(connections.preferring(memberTag(OWNER))).toBe(other);
  }
  other.isClosed = true;
  expect(connections.route(0)).toBeUndefined();
});

test('a connection is found by its number until it is closed', () => {
  const { connections, owner, other } = connected();
  expect([connections.open(1), connections.open(2), connections.open(3)]).toEqual([owner, other, undefined]);
  owner.isClosed = true;
  expect(connections.open(1)).toBeUndefined();
  expect(connections.byNumber(1)).toBe(owner);
});

test('a preferred member is taken where it is connected', () => {
  const { connections, other } = connected();
  for (let i = 0; i < 4; i++) expect(connections.preferring(memberTag(OTHER))).toBe(other);
  expect(connections.preferring(memberTag(STRANGER))).toBeDefined();
});

test('one that was replaced is not taken out in the place of its successor', () => {
  const { connections, owner } = connected();
  const successor = fake(3, OWNER);
  connections.add(successor);
  expect(connections.remove(owner)).toBe(false);
  expect(connections.byNumber(3)).toBe(successor);
  expect(connections.remove(successor)).toBe(true);
  expect(connections.byNumber(3)).toBeUndefined();
  expect(connections.has(OWNER)).toBe(false);
  expect(connections.size).toBe(1);
});

test('while one is paused none counts as read, and then only since the end of the last pause', () => {
  const { connections, owner, other } = connected();
  expect(connections.readingSince()).toBe(0);
  owner.resumedAt = 12;
  other.isPaused = true;
  const before = performance.now();
  expect(connections.readingSince()).toBeGreaterThanOrEqual(before);
  other.isPaused = false;
  other.resumedAt = 7;
  expect(connections.readingSince()).toBe(12);
});
