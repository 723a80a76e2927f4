import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CpuYield } from '../../../src/transforms/thread/cpu-share.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const sleeps = vi.spyOn(Atomics, 'wait');
beforeEach(() => {
  sleeps.mockClear();
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => sleeps.mockRestore());

test('the CPU is yielded once in half a millisecond of work, and not before', () => {
  const cpuYield = new CpuYield();
  vi.advanceTimersByTime(100);
  cpuYield.begin();
  for (let piece = 0; piece < 20; piece++) {
    vi.advanceTimersByTime(0.1);
    cpuYield.yieldIfDue();
  }
  expect(sleeps).toHaveBeenCalledTimes(4);
});

test('a long piece of work is followed by one sleep, not by all that were due', () => {
  const cpuYield = new CpuYield();
  cpuYield.begin();
  vi.advanceTimersByTime(50);
  cpuYield.yieldIfDue();
  cpuYield.yieldIfDue();
  expect(sleeps).toHaveBeenCalledTimes(1);
});

test('the sleep ends by itself: nobody is waited for', () => {
  vi.useRealTimers();
  const cpuYield = new CpuYield();
  cpuYield.begin();
  const until = performance.now() + 1;
  while (performance.now() < until);
  cpuYield.yieldIfDue();
  expect(sleeps.mock.results.map(({ value }) => value)).toEqual(['timed-out']);
});
