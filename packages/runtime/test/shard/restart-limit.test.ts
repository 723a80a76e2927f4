import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { RestartLimit } from '../../src/shard/restart-limit.js';

vi.mock('../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([0, 3_600_000])(
  'five deaths within a minute are allowed, the sixth is not (after %i ms)',
  (uptime) => {
    const limit = new RestartLimit();
    vi.advanceTimersByTime(uptime);
    expect([1, 2, 3, 4, 5].map(() => limit.allows())).toEqual([true, true, true, true, true]);
    expect(limit.allows()).toBe(false);
  },
);

test('deaths that are a minute apart are allowed for ever', () => {
  const limit = new RestartLimit();
  for (let i = 0; i < 50; i++) {
    expect(limit.allows()).toBe(true);
    vi.advanceTimersByTime(12_001);
  }
});
