import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { SilenceWatch } from '../../../src/thread/connection/silence-watch.js';

vi.mock('../../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch of 1600 ms, so that a turn of its timer is 100. */
function watch(): { silence: SilenceWatch; expects: { something: boolean }; heard: () => number } {
  const expects = { something: true };
  let count = 0;
  const silence = new SilenceWatch(
    1600,
    () => expects.something,
    () => void count++,
  );
  silence.start();
  return { silence, expects, heard: () => count };
}

test('time in which nothing is expected does not count', () => {
  const { silence, expects, heard } = watch();
  vi.advanceTimersByTime(1000);
  expects.something = false;
  vi.advanceTimersByTime(100_000);
  expects.something = true;
  vi.advanceTimersByTime(600);
  expect(heard()).toBe(0);
  vi.advanceTimersByTime(200);
  expect(heard()).toBe(1);
  silence.stop();
});

test('it says nothing once stopped, nor with a patience of 0', () => {
  const { silence, heard } = watch();
  vi.advanceTimersByTime(1600);
  silence.stop();
  vi.advanceTimersByTime(10_000);
  expect(heard()).toBe(0);
  const endless = new SilenceWatch(
    0,
    () => true,
    () => expect.unreachable(),
  );
  endless.start();
  vi.advanceTimersByTime(1_000_000);
  endless.stop();
});
