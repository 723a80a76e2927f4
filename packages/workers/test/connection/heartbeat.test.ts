import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Connection } from '../../src/connection/connection.js';
import { Heartbeat } from '../../src/connection/heartbeat.js';
import type { InternalCalls } from '../../src/connection/internal-calls.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const INTERVAL = 1_000;
const TIMEOUT = 5_000;

interface Fake {
  readonly address: Connection['address'];
  lastRead: number;
  lastWrite: number;
  isPaused: boolean;
  closed: string[];
  close(reason: Error): void;
}

let now: number;
let connection: Fake;
let pings: number;
let heartbeat: Heartbeat;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] });
  now = 50_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  pings = 0;
  connection = {
    address: { host: 'member', port: 5701 },
    lastRead: now,
    lastWrite: now,
    isPaused: false,
    closed: [],
    close: ({ message }) => connection.closed.push(message),
  };
  const calls = {
    call: () => {
      pings++;
      return Promise.resolve();
    },
  };
  heartbeat = new Heartbeat(
    { heartbeatIntervalMillis: INTERVAL, heartbeatTimeoutMillis: TIMEOUT },
    () => [connection as unknown as Connection],
    calls as unknown as InternalCalls,
  );
});
afterEach(() => {
  heartbeat.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The next beat, so late. */
function beat(late = 0): void {
  now += INTERVAL + late;
  vi.advanceTimersByTime(INTERVAL);
  // And the immediate that it sets, which the fake ones run a millisecond later.
  vi.advanceTimersByTime(1);
}

test('a connection on which nothing was written or read for an interval is pinged, others are not', () => {
  beat();
  expect(pings).toBe(1);
  connection.lastWrite = connection.lastRead = now;
  now -= 1;
  beat();
  expect(pings).toBe(1);
  // Calls that all wait for long on the member: their silence does not mean that it is gone.
  connection.lastWrite = now;
  now -= 1;
  beat();
  expect(pings).toBe(2);
});

test('one that is silent for longer than the timeout is closed, and not pinged', () => {
  for (let i = 0; i < TIMEOUT / INTERVAL; i++) beat();
  expect(connection.closed).toEqual([]);
  const before = pings;
  beat();
  expect(connection.closed).toEqual(['member:5701 was silent for 6000 ms']);
  expect(pings).toBe(before);
});

test('after a standstill of this thread silence proves nothing: the time counts from there', () => {
  beat(10 * TIMEOUT);
  expect(connection.closed).toEqual([]);
  for (let i = 0; i < TIMEOUT / INTERVAL; i++) beat();
  expect(connection.closed).toEqual([]);
  beat();
  expect(connection.closed).toHaveLength(1);
});

test('what arrived while this thread stood still for a moment is read before anybody counts as silent', () => {
  for (let i = 0; i < TIMEOUT / INTERVAL; i++) beat();
  // The loop runs timers, then reads, then runs immediates.
  vi.spyOn(globalThis, 'setImmediate').mockImplementation((run: () => void) => {
    connection.lastRead = now;
    run();
    return {} as NodeJS.Immediate;
  });
  beat(INTERVAL / 2);
  expect(connection.closed).toEqual([]);
});

test('a beat that is a bit late forgives nothing', () => {
  for (let i = 1; i < TIMEOUT / INTERVAL; i++) beat(100);
  expect(connection.closed).toEqual([]);
  beat(INTERVAL / 2 + 200);
  expect(connection.closed).toHaveLength(1);
});

test('a connection that is paused is not closed for its silence, but pinged', () => {
  connection.isPaused = true;
  for (let i = 0; i < 20; i++) beat();
  expect(connection.closed).toEqual([]);
  expect(pings).toBe(20);
  connection.isPaused = false;
  beat();
  expect(connection.closed).toEqual([]);
});
