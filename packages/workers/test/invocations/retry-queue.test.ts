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

test('a call without a pause is due at once, and a poll is asked for', () => {
  const wake = vi.fn<() => void>();
  const queue = new RetryQueue(PAUSE, wake);
  queue.add({ ...call(7, 'the member is not ready'), generation: 3 }, 0);
  expect(wake).toHaveBeenCalledOnce();
  const onDue = vi.fn<(call: QueuedCall) => void>();
  queue.poll(onDue);
  expect(onDue.mock.calls).toMatchObject([[{ slot: 7, generation: 3, reason: 'the member is not ready' }]]);
  expect(queue.size).toBe(0);
});

test('others wait until their pause is over, and keep their order', () => {
  const queue = new RetryQueue(PAUSE, () => undefined);
  queue.add(call(1, 'late'), 2 * PAUSE);
  queue.add(call(2, 'soon'), PAUSE);
  queue.add(call(3, 'late'), 2 * PAUSE);
  vi.advanceTimersByTime(PAUSE);
  expect(due(queue)).toEqual([2]);
  expect(queue.size).toBe(2);
  vi.advanceTimersByTime(PAUSE);
  expect(due(queue)).toEqual([1, 3]);
});

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

test('when pauses are ended, all calls are due', () => {
  const wake = vi.fn<() => void>();
  const queue = new RetryQueue(PAUSE, wake);
  queue.add(call(1), PAUSE);
  queue.add(call(2), 60 * PAUSE);
  queue.endPauses();
  expect(wake).toHaveBeenCalledOnce();
  expect(due(queue)).toEqual([1, 2]);
});

test('a call that comes back while the due ones are handed over waits for the next poll', () => {
  const queue = new RetryQueue(PAUSE, () => undefined);
  queue.add(call(1, 'again'), 0);
  queue.poll(({ slot }) => queue.add(call(slot, 'and again'), 0));
  expect(due(queue)).toEqual([1]);
});

test('a call that has to wait again stays before those that came after it', () => {
  const queue = new RetryQueue(PAUSE, () => undefined);
  queue.add(call(1), PAUSE);
  vi.advanceTimersByTime(PAUSE / 2);
  queue.add(call(2), PAUSE);
  vi.advanceTimersByTime(PAUSE / 2);
  queue.poll(({ slot }) => queue.add(call(slot, 'still none'), PAUSE));
  queue.endPauses();
  expect(due(queue)).toEqual([1, 2]);
});

test('calls are handed over in the order in which they were made, also where a later one came here first', () => {
  const queue = new RetryQueue(PAUSE, () => undefined);
  queue.add(call(2), PAUSE);
  queue.add(call(1, 'the connection was lost'), 0);
  queue.endPauses();
  expect(due(queue)).toEqual([1, 2]);
});

test('stopped, it drops its calls and its timer', () => {
  const wake = vi.fn<() => void>();
  const queue = new RetryQueue(PAUSE, wake);
  queue.add(call(1), PAUSE);
  queue.stop();
  vi.advanceTimersByTime(10 * PAUSE);
  expect(wake).not.toHaveBeenCalled();
  expect(due(queue)).toEqual([]);
});

test('one timer serves all that wait', () => {
  const queue = new RetryQueue(PAUSE, () => undefined);
  queue.add(call(1, 'soon'), PAUSE);
  queue.add(call(2, 'soon'), PAUSE);
  expect(vi.getTimerCount()).toBe(1);
});
