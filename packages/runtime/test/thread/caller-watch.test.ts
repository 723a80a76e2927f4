import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ControlBlock } from '../../src/ring/control-block.js';
import { CallerWatch } from '../../src/thread/caller-watch.js';

vi.mock('../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

const TIMEOUT_MILLIS = 2_000;

let control: ControlBlock;
let stalls: number;
let watch: CallerWatch;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  control = ControlBlock.create();
  stalls = 0;
  watch = new CallerWatch(control, TIMEOUT_MILLIS, () => {
    stalls++;
  });
});

afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

/** Time passes in which this thread does not run: its timer fires once, when it is over. */
function standStill(millis: number): void {
  const passed = performance.now() + millis;
  const now = vi.spyOn(performance, 'now').mockReturnValue(passed);
  vi.advanceTimersByTime(200);
  now.mockRestore();
}

test('a caller without a sign of life for the whole timeout has stalled', () => {
  vi.advanceTimersByTime(TIMEOUT_MILLIS);
  expect(stalls).toBe(0);
  vi.advanceTimersByTime(TIMEOUT_MILLIS / 5);
  expect(stalls).toBeGreaterThan(0);
});

test('a caller that gives a sign of life now and then has not', () => {
  for (let i = 0; i < 20; i++) {
    vi.advanceTimersByTime(TIMEOUT_MILLIS * 0.8);
    control.bumpLiveness();
  }
  expect(stalls).toBe(0);
});

test('a caller that was stopped together with this thread has not stalled', () => {
  vi.advanceTimersByTime(TIMEOUT_MILLIS * 0.8);
  standStill(3 * TIMEOUT_MILLIS);
  expect(stalls).toBe(0);
});

test('a caller that is silent for the whole timeout after such a standstill has stalled', () => {
  standStill(3 * TIMEOUT_MILLIS);
  vi.advanceTimersByTime(TIMEOUT_MILLIS * 5);
  expect(stalls).toBeGreaterThan(0);
});

test('a caller that may be silent for ever is looked at, but never found to have stalled', () => {
  watch.stop();
  const warnings: unknown[] = [];
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(warning));
  watch = new CallerWatch(control, Infinity, () => {
    stalls++;
  });
  vi.advanceTimersByTime(2 ** 32);
  expect(stalls).toBe(0);
  expect(warnings).toEqual([]);
  warn.mockRestore();
});
