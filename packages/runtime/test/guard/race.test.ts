import type * as FileSystem from 'node:fs';
import { seedOf } from '@offloop/tools';
import { createRandom, type Random } from '@offloop/tools/random';
import { afterEach, expect, test, vi } from 'vitest';

import { SocketGuard } from '../../src/caller/links/socket-guard.js';
import { nextTurn, pause } from '../../src/shared/clock.js';
import { DirectWriter } from '../../src/thread/connection/direct-writer.js';
import { Checker, frameOf, packed, Splitter } from '../caller/links/support/traffic.mjs';
import { pair, type Pair } from './support/pair.js';

const kernel = vi.hoisted(() => ({ random: undefined as Random | undefined }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof FileSystem>();
  // Now and then it takes a part, or nothing: half a message is there, and the loop stands still.
  const writevSync = (fd: number, parts: readonly Buffer[]): number => {
    const { random } = kernel;
    const bytes = Buffer.concat(parts);
    if (random?.chance(0.2) !== true) return real.writevSync(fd, parts);
    if (random.chance(0.3)) throw Object.assign(new Error('nothing'), { code: 'EAGAIN' });
    const taken = real.writeSync(fd, bytes, 0, random.below(bytes.length) + 1);
    standStill(random.below(4));
    return taken;
  };
  return { ...real, writevSync };
});

const ENTRY = new URL('../caller/links/support/frame-entry.mjs', import.meta.url);
const BEAT = Buffer.alloc(4);
const MESSAGES = 600;

let socket: Pair;
afterEach(() => {
  kernel.random = undefined;
  socket.close();
});

function standStill(millis: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
}

test('messages of a loop and beats of a guard that writes each millisecond arrive whole and in order', async () => {
  const random = createRandom(seedOf('guard and loop'));
  socket = await pair();
  const splitter = new Splitter();
  const checker = new Checker(1);
  const failures: unknown[] = [];
  socket.other.removeAllListeners('data');
  socket.other.on('data', (bytes) => {
    try {
      for (const frame of splitter.split(bytes)) checker.check(frame);
    } catch (error) {
      failures.push(error);
    }
    if (!random.chance(0.05)) return;
    socket.other.pause();
    setTimeout(() => socket.other.resume(), 3);
  });
  const guard = new SocketGuard(ENTRY, 'guard', 300_000);
  const lock = guard.lockOf(socket.fd, { bytes: BEAT, intervalMillis: 2 });
  const writer: DirectWriter = new DirectWriter(socket.socket, socket.fd, lock, () => {
    standStill(random.below(4));
    writer.giveToStream();
  });
  kernel.random = random;
  const taken: number[] = [];
  for (let number = 0; number < MESSAGES && failures.length === 0; number++) {
    const frame = packed(frameOf(1, number, Math.round(random.skewed(10, 300_000))));
    const half = random.below(frame.length);
    writer.write([frame.subarray(0, half), frame.subarray(half)], () => taken.push(number));
    if (random.chance(0.2)) standStill(random.below(5));
    else if (random.chance(0.5)) await nextTurn();
    while (writer.unsent > 1_000_000) await nextTurn();
  }
  while (checker.count < MESSAGES && failures.length === 0) await nextTurn();
  const { beats } = splitter;
  while (splitter.beats < beats + 3 && failures.length === 0) await pause(1);
  expect(failures).toEqual([]);
  expect(taken).toEqual(Array.from({ length: MESSAGES }, (_, number) => number));
  expect(beats).toBeGreaterThan(10);
  expect(writer.unsent).toBe(0);
});
