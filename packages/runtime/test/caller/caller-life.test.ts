import { afterEach, expect, test, vi } from 'vitest';

import { CallerLife } from '../../src/caller/caller-life.js';
import { commonProtocol } from '../../src/protocol/common-protocol.js';

const clock = vi.hoisted(() => ({ now: 0, onPause: (): void => undefined }));
vi.mock('../../src/shared/clock.js', () => ({
  monotonicNow: () => clock.now,
  pause: (millis: number): Promise<void> => {
    clock.now += millis;
    clock.onPause();
    return Promise.resolve();
  },
}));

afterEach(() => {
  clock.onPause = () => undefined;
});

/** A running life with one call in flight. */
function busy(): { readonly life: CallerLife; readonly slots: { inFlight: number } } {
  const slots = { inFlight: 1 };
  const shard = { slots, start: () => undefined, stop: () => Promise.resolve() };
  const life = new CallerLife(
    [shard],
    () => false,
    commonProtocol.makeError.bind(commonProtocol),
    () => undefined,
  );
  life.start();
  return { life, slots };
}

test('a close that waits for long ends as quickly as any other, and keeps nothing of the time before', async () => {
  const { life, slots } = busy();
  let looks = 0;
  /** Of microtasks from the last answer to the end: one for each look that was kept would be far more. */
  const steps = { count: 0, go: true };
  const count = async (): Promise<void> => {
    for (; steps.go; steps.count++) await Promise.resolve();
  };
  let counting: Promise<void> | undefined;
  clock.onPause = () => {
    if (++looks < 10_000) return;
    slots.inFlight = 0;
    counting = count();
  };
  await life.close({ drain: Infinity });
  steps.go = false;
  await counting;
  expect(looks).toBe(10_000);
  expect(steps.count).toBeLessThan(100);
});
