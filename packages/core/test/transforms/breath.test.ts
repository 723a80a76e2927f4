import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Breath } from '../../src/transforms/breath.js';

const breaths = vi.spyOn(Atomics, 'wait');
beforeEach(() => {
  breaths.mockClear();
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => breaths.mockRestore());

test('a breath is taken once in half a millisecond of work, and not before', () => {
  const breath = new Breath();
  vi.advanceTimersByTime(100);
  breath.begin();
  for (let piece = 0; piece < 20; piece++) {
    vi.advanceTimersByTime(0.1);
    breath.take();
  }
  expect(breaths).toHaveBeenCalledTimes(4);
});

test('a long piece of work is followed by one breath, not by all that were due', () => {
  const breath = new Breath();
  breath.begin();
  vi.advanceTimersByTime(50);
  breath.take();
  breath.take();
  expect(breaths).toHaveBeenCalledTimes(1);
});

test('a breath is short, and nobody is waited for', () => {
  vi.useRealTimers();
  const breath = new Breath();
  breath.begin();
  const until = performance.now() + 1;
  while (performance.now() < until);
  breath.take();
  expect(breaths.mock.results.map(({ value }) => value)).toEqual(['timed-out']);
});
