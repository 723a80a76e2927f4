import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { Deadline } from '../../src/calls/deadline.js';
import { CancellationError, IllegalArgumentError, OperationTimeoutError } from '@offloop/values';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a call without options has no deadline', () => {
  expect(Deadline.of(undefined)).toBeUndefined();
});

test('options that are wrong, and a signal that is aborted already, have none either: they throw', () => {
  expect(() => Deadline.of({ timeout: 0 })).toThrow(IllegalArgumentError);
  expect(() => Deadline.of({ signal: AbortSignal.abort() })).toThrow(CancellationError);
});

test('each request of a call gets what is left of its time, and none is made when it is over', () => {
  const { signal } = new AbortController();
  const deadline = Deadline.of({ timeout: 50, signal })!;
  expect(deadline.left).toEqual({ timeout: 50, signal });
  vi.advanceTimersByTime(30);
  expect(deadline.left).toEqual({ timeout: 20, signal });
  vi.advanceTimersByTime(20);
  expect(deadline.millisLeft).toBe(0);
  expect(() => deadline.left).toThrow(new OperationTimeoutError('no answer within 50 ms'));
});

test('a call with a signal only has time without end', () => {
  const options = { signal: new AbortController().signal };
  const deadline = new Deadline(options);
  expect(deadline.millisLeft).toBe(Infinity);
  expect(deadline.left).toBe(options);
});

describe('work within a deadline', () => {
  const never = new Promise<never>(() => undefined);

  test('settles as it does, and leaves neither timer nor listener behind', async () => {
    const { signal } = new AbortController();
    const deadline = new Deadline({ timeout: 50, signal });
    expect(await deadline.within(Promise.resolve('done'))).toBe('done');
    await expect(deadline.within(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('is given up when the time of the call is over, however late it began', async () => {
    const deadline = new Deadline({ timeout: 50 });
    vi.advanceTimersByTime(40);
    const given = deadline.within(never);
    vi.advanceTimersByTime(10);
    await expect(given).rejects.toThrow('no answer within 50 ms');
  });

  test('is given up when the call is aborted, before it or meanwhile', async () => {
    const controller = new AbortController();
    const deadline = new Deadline({ signal: controller.signal });
    const given = deadline.within(never);
    controller.abort('enough');
    await expect(given).rejects.toMatchObject({ cause: 'enough' });
    await expect(deadline.within(never)).rejects.toThrow(CancellationError);
  });
});
