import { once } from 'node:events';
import type * as Threads from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { SocketGuard } from '../../src/caller/links/socket-guard.js';
import { LONGEST_BEAT, MOST_SOCKETS } from '../../src/guard/guard-memory.js';
import { unguarded, type WriteLock } from '../../src/guard/write-lock.js';
import type * as Clock from '../../src/shared/clock.js';
import { pair, type Pair } from './support/pair.js';

interface Timer {
  readonly run: () => void;
  readonly millis: number;
}

/** The workers that were started, and the timers that are set, which a test runs. */
const made = vi.hoisted(() => ({
  workers: [] as Threads.Worker[],
  timers: [] as Timer[],
  refuses: false,
}));
vi.mock('node:worker_threads', async (original) => {
  const real = await original<typeof Threads>();
  class Worker extends real.Worker {
    constructor(...args: ConstructorParameters<typeof Threads.Worker>) {
      if (made.refuses) throw new Error('no thread');
      super(...args);
      made.workers.push(this);
    }
  }
  return { ...real, Worker };
});
vi.mock('../../src/shared/clock.js', async (original) => ({
  ...(await original<typeof Clock>()),
  setTimeout: (run: () => void, millis: number) => {
    const timer = { run, millis, unref: () => timer };
    made.timers.push(timer);
    return timer;
  },
  clearTimeout: (timer: Timer) => {
    made.timers = made.timers.filter((each) => each !== timer);
  },
}));

const ENTRY = new URL('../caller/links/support/frame-entry.mjs', import.meta.url);
const SHORT = 10_000;

let guard: SocketGuard;
let socket: Pair;
beforeEach(async () => {
  made.workers = [];
  made.timers = [];
  made.refuses = false;
  guard = new SocketGuard(ENTRY, 'guard', 300_000);
  socket = await pair();
});
afterEach(async () => {
  socket.close();
  await Promise.all(made.workers.map((worker) => worker.terminate()));
});

function guarded(intervalMillis = SHORT): WriteLock {
  return guard.lockOf(socket.fd, { bytes: Buffer.from('<beat>'), intervalMillis });
}

function leave(lock: WriteLock): void {
  // The guard may have it for a moment.
  while (!lock.tryTake());
  lock.leave();
}

const millisOfTimers = (): number[] => made.timers.map(({ millis }) => millis);
const runTimer = (): void => made.timers.shift()!.run();

test('a guard starts at once for a socket of a short interval, and there is one for all', () => {
  guarded();
  guarded(60_000);
  guarded(100);
  expect(made.workers).toHaveLength(1);
  expect(made.timers).toEqual([]);
});

test('a guard of long intervals starts after an eighth of the first, unless none is left by then', () => {
  const lock = guarded(80_000);
  guarded(160_000);
  expect([made.workers.length, millisOfTimers()]).toEqual([0, [10_000]]);
  runTimer();
  expect(made.workers).toHaveLength(1);
  leave(lock);
  guard = new SocketGuard(ENTRY, 'guard', 300_000);
  leave(guarded(80_000));
  made.timers.find(({ millis }) => millis === 10_000)!.run();
  expect(made.workers).toHaveLength(1);
});

test('a short interval does not wait for the guard of a long one', () => {
  guarded(80_000);
  guarded(SHORT);
  expect([made.workers.length, millisOfTimers()]).toEqual([1, []]);
});

test('a guard ends ten seconds after its last socket, and another follows it', async () => {
  const [first, second] = [guarded(), guarded()];
  leave(first);
  expect(made.timers).toEqual([]);
  leave(second);
  expect(millisOfTimers()).toEqual([10_000]);
  const exit = once(made.workers[0], 'exit');
  runTimer();
  expect(await exit).toEqual([0]);
  expect(made.timers).toEqual([]);
  guarded();
  expect(made.workers).toHaveLength(2);
});

test('a guard stays if another socket comes in time', () => {
  leave(guarded());
  guarded();
  expect(made.timers).toEqual([]);
});

test('a guard that has died is followed by another after a second', async () => {
  const lock = guarded(20);
  await socket.arrives('<beat>');
  // It does not write when it dies: with half a beat written the socket would be lost.
  while (!lock.tryTake());
  await made.workers[0].terminate();
  lock.release();
  await vi.waitFor(() => expect(millisOfTimers()).toEqual([1_000]), { timeout: 20_000 });
  socket.forget();
  runTimer();
  expect(made.workers).toHaveLength(2);
  await socket.arrives('<beat>');
});

test('a guard that has died without sockets is not followed', async () => {
  const lock = guarded();
  await once(made.workers[0], 'online');
  leave(lock);
  await made.workers[0].terminate();
  await vi.waitFor(() => expect(millisOfTimers()).toContain(1_000), { timeout: 20_000 });
  made.timers.find(({ millis }) => millis === 1_000)!.run();
  expect(made.workers).toHaveLength(1);
});

test('what cannot be guarded is written to all the same', () => {
  made.refuses = true;
  const lock = guarded();
  expect(lock.tryTake() && lock.payOwed()).toBe(true);
  expect(made.workers).toEqual([]);
});

test('without a beat, or with one too long, a socket has no guard', () => {
  expect(guard.lockOf(socket.fd, undefined)).toBe(unguarded);
  const bytes = Buffer.alloc(LONGEST_BEAT + 1);
  expect(guard.lockOf(socket.fd, { bytes, intervalMillis: 100 })).toBe(unguarded);
  expect(made.workers).toEqual([]);
});

test('the 257th socket has no guard, until another leaves', () => {
  const locks = Array.from({ length: MOST_SOCKETS }, () => guarded());
  expect(new Set(locks).has(unguarded)).toBe(false);
  expect(guarded()).toBe(unguarded);
  leave(locks[100]);
  expect(guarded()).not.toBe(unguarded);
  expect(guarded()).toBe(unguarded);
});

test('a socket that was left gets no beat, though its number is another’s by then', async () => {
  const lock = guarded(20);
  await socket.arrives('<beat>');
  leave(lock);
  socket.forget();
  const other = await pair();
  guard.lockOf(other.fd, { bytes: Buffer.from('[other]'), intervalMillis: 20 });
  await other.arrives('[other][other]');
  expect(socket.text).toBe('');
  other.close();
});
