import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { WaitingCalls, type WaitingCall } from '../src/waiting-calls.js';

const PAUSE = 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Slots of the calls that are due now. */
function due(waiting: WaitingCalls): number[] {
  const slots: number[] = [];
  waiting.look(({ slot }) => slots.push(slot));
  return slots;
}

test('a call without a pause is due at once, and a look is asked for', () => {
  const wake = vi.fn<() => void>();
  const waiting = new WaitingCalls(PAUSE, wake);
  waiting.add(7, 3, 0, 'the member is not ready');
  expect(wake).toHaveBeenCalledOnce();
  const onDue = vi.fn<(call: WaitingCall) => void>();
  waiting.look(onDue);
  expect(onDue.mock.calls).toMatchObject([[{ slot: 7, generation: 3, reason: 'the member is not ready' }]]);
  expect(waiting.size).toBe(0);
});

test('others wait until their pause is over, and keep their order', () => {
  const waiting = new WaitingCalls(PAUSE, () => undefined);
  waiting.add(1, 0, 2 * PAUSE, 'late');
  waiting.add(2, 0, PAUSE, 'soon');
  waiting.add(3, 0, 2 * PAUSE, 'late');
  vi.advanceTimersByTime(PAUSE);
  expect(due(waiting)).toEqual([2]);
  expect(waiting.size).toBe(2);
  vi.advanceTimersByTime(PAUSE);
  expect(due(waiting)).toEqual([1, 3]);
});

test('a look is asked for every pause while any waits, and no more after that', () => {
  let looks = 0;
  const waiting = new WaitingCalls(PAUSE, () => {
    looks++;
    due(waiting);
  });
  waiting.add(1, 0, 3 * PAUSE, 'a long pause');
  vi.advanceTimersByTime(10 * PAUSE);
  expect(looks).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});

test('hurried, all are due', () => {
  const wake = vi.fn<() => void>();
  const waiting = new WaitingCalls(PAUSE, wake);
  waiting.add(1, 0, PAUSE, 'no connection');
  waiting.add(2, 0, 60 * PAUSE, 'no connection');
  waiting.hurry();
  expect(wake).toHaveBeenCalledOnce();
  expect(due(waiting)).toEqual([1, 2]);
});

test('a call that comes back while the due ones are looked through waits for the next look', () => {
  const waiting = new WaitingCalls(PAUSE, () => undefined);
  waiting.add(1, 0, 0, 'again');
  waiting.look(({ slot }) => waiting.add(slot, 0, 0, 'and again'));
  expect(due(waiting)).toEqual([1]);
});

test('a call that has to wait again stays before those that came after it', () => {
  const waiting = new WaitingCalls(PAUSE, () => undefined);
  waiting.add(1, 0, PAUSE, 'no connection');
  vi.advanceTimersByTime(PAUSE / 2);
  waiting.add(2, 0, PAUSE, 'no connection');
  vi.advanceTimersByTime(PAUSE / 2);
  waiting.look(({ slot }) => waiting.add(slot, 0, PAUSE, 'still none'));
  waiting.hurry();
  expect(due(waiting)).toEqual([1, 2]);
});

test('stopped, it lets go of them and of its timer', () => {
  const wake = vi.fn<() => void>();
  const waiting = new WaitingCalls(PAUSE, wake);
  waiting.add(1, 0, PAUSE, 'no connection');
  waiting.stop();
  vi.advanceTimersByTime(10 * PAUSE);
  expect(wake).not.toHaveBeenCalled();
  expect(due(waiting)).toEqual([]);
});
