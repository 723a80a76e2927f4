import { expect, test } from 'vitest';

import { Leadership } from '../../src/shards/leadership.js';

type Connected = Parameters<Leadership['onConnected']>[0];

const connected = (clusterId: string, candidate = 0): Connected => ({
  type: 'connected',
  candidate,
  clusterId,
  partitionCount: 271,
  localAddress: { host: 'here', port: 1 },
});
const cluster = (clusterId: string, candidate = 0): object => ({ candidate, clusterId, partitionCount: 271 });

function started(count: number): Leadership {
  const leadership = new Leadership(Array.from({ length: count }, (_, shard) => shard));
  for (let shard = 0; shard < count; shard++) leadership.onStart(shard);
  return leadership;
}

test('the first shard leads, and the others wait until they are told where to go', () => {
  const leadership = new Leadership([0, 1]);
  expect(leadership.onStart(0)).toEqual({ leads: true, resumption: null });
  expect(leadership.onStart(1)).toEqual({ leads: false, resumption: null });
  expect(leadership.onConnected(connected('a'), 0)).toEqual(cluster('a'));
  expect(leadership.isComplete).toBe(false);
  expect(leadership.onConnected(connected('a'), 1)).toBeUndefined();
  expect(leadership.isComplete).toBe(true);
});

test('the client is not connected while one shard is not, or is elsewhere', () => {
  const leadership = started(2);
  leadership.onConnected(connected('a'), 0);
  leadership.onConnected(connected('a'), 1);
  leadership.onDisconnected(1);
  expect([leadership.isComplete, leadership.isConnected(0), leadership.isConnected(1)]).toEqual([
    false,
    true,
    false,
  ]);
  leadership.onConnected(connected('a'), 1);
  expect(leadership.isComplete).toBe(true);
  expect(leadership.onConnected(connected('b', 1), 0)).toEqual(cluster('b', 1));
  expect(leadership.isComplete).toBe(false);
  leadership.onConnected(connected('b', 1), 1);
  expect(leadership.isComplete).toBe(true);
});

test('when the leader’s worker dies the next shard leads, and the dead one comes back as one that follows', () => {
  const leadership = started(3);
  for (const shard of [0, 1, 2]) leadership.onConnected(connected('a'), shard);
  expect(leadership.onStart(0)).toEqual({ leads: false, resumption: cluster('a') });
  expect(leadership.leader).toBe(1);
  expect(leadership.isComplete).toBe(false);
  expect(leadership.onConnected(connected('a'), 0)).toBeUndefined();
  expect(leadership.isComplete).toBe(true);
  // The death of one that follows changes nothing.
  expect(leadership.onStart(2)).toEqual({ leads: false, resumption: cluster('a') });
  expect(leadership.leader).toBe(1);
  leadership.onStart(1);
  leadership.onStart(2);
  expect(leadership.leader).toBe(0);
});

test('a client of one shard is led by each of its workers', () => {
  const leadership = started(1);
  leadership.onConnected(connected('a'), 0);
  expect(leadership.isComplete).toBe(true);
  expect(leadership.onStart(0)).toEqual({ leads: true, resumption: cluster('a') });
  expect(leadership.isComplete).toBe(false);
});

test('of the others one leads that has connections, if there is one', () => {
  const leadership = started(3);
  for (const shard of [0, 1, 2]) leadership.onConnected(connected('a'), shard);
  leadership.onDisconnected(1);
  leadership.onStart(0);
  expect(leadership.leader).toBe(2);
  leadership.onDisconnected(0);
  leadership.onStart(2);
  expect(leadership.leader).toBe(0);
  expect(leadership.isAnyConnected).toBe(false);
});

test('the client is not connected before the next leader listens', () => {
  const leadership = started(2);
  for (const shard of [0, 1]) leadership.onConnected(connected('a'), shard);
  leadership.onStart(0);
  leadership.onTakeover();
  leadership.onConnected(connected('a'), 0);
  expect(leadership.isComplete).toBe(false);
  leadership.onTakenOver();
  expect(leadership.isComplete).toBe(true);
});

test('handed over, the leader is another, whose connection alone is the client’s', () => {
  const leadership = new Leadership([0]);
  expect(leadership.onStart(0)).toEqual({ leads: true, resumption: null });
  leadership.onConnected(connected('a'), 0);
  expect(leadership.isComplete).toBe(true);
  expect(leadership.onStart(1)).toEqual({ leads: false, resumption: cluster('a') });
  // One that joins does not make the client less connected.
  expect(leadership.isComplete).toBe(true);
  expect(leadership.isIn(1, 'a')).toBe(false);
  leadership.onConnected(connected('a'), 1);
  expect(leadership.isIn(1, 'a')).toBe(true);
  leadership.handOver(1);
  expect([leadership.leader, leadership.isMember(0), leadership.isMember(1)]).toEqual([1, false, true]);
  leadership.onDisconnected(0);
  expect(leadership.isComplete).toBe(true);
  leadership.onDisconnected(1);
  expect(leadership.isComplete).toBe(false);
  // Its worker dies: the one that takes its place leads again.
  expect(leadership.onStart(1)).toEqual({ leads: true, resumption: cluster('a') });
});
