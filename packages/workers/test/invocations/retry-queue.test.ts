import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { RetryQueue, type QueuedCall } from '../../src/invocations/retry-queue.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const PAUSE = 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The first argument of `add` for a call whose slot tells its order, too. */
function call(slot: number, reason = 'no connection'): Omit<QueuedCall, 'notBefore'> {
  return { slot, generation: 0, order: slot, reason };
}

/** Slots of the calls that are due now. */
function due(queue: RetryQueue): number[] {
  const slots: number[] = [];
  queue.poll(({ slot }) => slots.push(slot));
  return slots;
}

// In which order calls are sent again is in `retries.test.ts`.

test('a poll is asked for every pause while any waits, and no more after that', () => {
  let polls = 0;
  const queue = new RetryQueue(PAUSE, () => {
    polls++;
    due(queue);
  });
  queue.add(call(1, 'a long pause'), 3 * PAUSE);
  vi.advanceTimersByTime(10 * PAUSE);
  expect(polls).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});

test('a call that comes back while the due ones are handed over waits for the next poll', () => {
  const queue = new RetryQueue(PAUSE, () => undefined);
  queue.add(call(1, 'again'), 0);
  queue.poll(({ slot }) => queue.add(call(slot, 'and again'), 0));
  expect(due(queue)).toEqual([1]);
});

test('one timer serves all that wait', () => {
  const queue = new RetryQueue(PAUSE, () => undefined);
  queue.add(call(1, 'soon'), PAUSE);
  queue.add(call(2, 'soon'), PAUSE);
  expect(vi.getTimerCount()).toBe(1);
});
