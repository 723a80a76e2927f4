import { beforeEach, expect, test } from 'vitest';

import { GuardMemory } from '../../src/guard/guard-memory.js';
import { GuardedLock } from '../../src/guard/guarded-lock.js';
import { Guard } from '../../src/guard/run-guard.js';

const FD = 7;
const STALL = 10_000;
const INTERVAL = 1_000;
const BEAT = Buffer.from('<beat>');

let memory: GuardMemory;
let guard: Guard;
let written: string[];
const left = (): void => undefined;
const write = (fd: number, bytes: Buffer, start: number, length: number): number => {
  written.push(`${fd} ${bytes.toString('latin1', start, start + length)}`);
  return length;
};
beforeEach(() => {
  memory = GuardMemory.create(STALL);
  guard = new Guard(GuardMemory.attach(memory.buffer), write);
  written = [];
});

function enter(place: number, intervalMillis = INTERVAL, fd = FD): GuardedLock {
  memory.enter(place, fd, intervalMillis, BEAT);
  return new GuardedLock(memory, place, write, left);
}

function leave(lock: GuardedLock): void {
  expect(lock.tryTake()).toBe(true);
  lock.leave();
}

test('a socket to which the loop writes nothing gets a beat each half of its interval', () => {
  enter(3);
  expect(guard.look(0)).toBe(500);
  expect(guard.look(499)).toBe(500);
  expect(written).toEqual([]);
  expect(guard.look(500)).toBe(1_000);
  guard.look(1_000);
  expect(written).toEqual(['7 <beat>', '7 <beat>']);
});

test('a socket to which the loop writes gets none', () => {
  const lock = enter(3);
  for (let now = 0; now < 5_000; now += 250) {
    lock.wrote();
    guard.look(now);
  }
  expect(written).toEqual([]);
});

test('a process that stood still gets one beat, however many were due', () => {
  enter(3);
  guard.look(0);
  guard.look(STALL - 1);
  expect(written).toHaveLength(1);
  expect(guard.look(STALL - 1)).toBe(STALL + 499);
  expect(written).toHaveLength(1);
});

test('sockets of a loop that has written nothing for too long are given up, until it writes again', () => {
  const lock = enter(3);
  guard.look(0);
  guard.look(STALL);
  guard.look(100 * STALL);
  expect(written).toEqual([]);
  lock.wrote();
  guard.look(100 * STALL + 1);
  guard.look(100 * STALL + 501);
  expect(written).toEqual(['7 <beat>']);
});

test('a socket at the place of another has its own interval, and its own time', () => {
  const first = enter(3, 300_000);
  guard.look(0);
  leave(first);
  enter(3, INTERVAL, 8);
  expect(guard.look(60_000)).toBe(60_500);
  guard.look(60_500);
  expect(written).toEqual(['8 <beat>']);
});

test('a socket at the place of one that was silent for long is not given up with it', () => {
  const first = enter(3);
  guard.look(0);
  leave(first);
  enter(3, INTERVAL, 8);
  guard.look(STALL);
  guard.look(STALL + 500);
  expect(written).toEqual(['8 <beat>']);
});

test('a place that nobody has is not written to', () => {
  leave(enter(3));
  guard.look(0);
  expect(guard.look(60_000)).toBe(120_000);
  expect(written).toEqual([]);
});
