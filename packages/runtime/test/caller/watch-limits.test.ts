import { getEventListeners } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { watchLimits, type CallLimits, type LimitEvents } from '../../src/caller/limits.js';

vi.mock('../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

afterEach(() => {
  vi.useRealTimers();
});

/** Watches limits, and keeps what is told. */
function watch(limits: CallLimits, take?: LimitEvents['take']): { told: string[]; stop: () => void } {
  const told: string[] = [];
  const stop = watchLimits(limits, {
    take,
    onTimeout: (timeout) => void told.push(`over after ${timeout}`),
    onAbort: ({ reason }) => void told.push(`aborted: ${reason}`),
  });
  return { told, stop };
}

function block(millis: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
}

describe('an answer that is already here', () => {
  const EXPIRIES = [
    { by: 'a timer', limits: (): CallLimits => ({ timeout: 10 }) },
    { by: 'a signal that times out', limits: (): CallLimits => ({ signal: AbortSignal.timeout(10) }) },
  ];

  test.each(EXPIRIES)('is read before the wait is given up by $by', async ({ limits }) => {
    const { port1, port2 } = new MessageChannel();
    const { told, stop } = watch(limits());
    port2.on('message', () => {
      stop();
      told.push('answered');
    });
    port1.postMessage('answer');
    block(30);
    await vi.waitUntil(() => told.length > 0, { timeout: 20_000 });
    expect(told).toEqual(['answered']);
    port1.close();
  });

  test('is taken when the time is over, and nothing behind it', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
    const left = ['other', 'answer', 'behind'];
    const { told, stop } = watch({ timeout: 10 }, (isWaiting) => {
      while (isWaiting()) if (left.shift() === 'answer') stop();
    });
    vi.advanceTimersByTime(1_000);
    expect({ told, left }).toEqual({ told: [], left: ['behind'] });
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a wait without an answer is given up once, after some turns of the loop', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
  let looks = 0;
  const { told } = watch({ timeout: 10, signal: new AbortController().signal }, () => void looks++);
  vi.advanceTimersByTime(9);
  expect({ looks, told }).toEqual({ looks: 0, told: [] });
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(['over after 10']);
  expect(looks).toBeGreaterThan(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a wait whose time is over is given up also when taking throws', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
  const { told } = watch({ timeout: 10 }, () => {
    throw new Error('a listener');
  });
  while (told.length === 0) expect(() => vi.advanceTimersToNextTimer()).toThrow('a listener');
  expect(told).toEqual(['over after 10']);
});

test('a wait that is aborted is given up at once, and leaves nothing behind', () => {
  const controller = new AbortController();
  const { told } = watch({ timeout: 10_000, signal: controller.signal }, () => expect.unreachable());
  controller.abort('enough');
  expect(told).toEqual(['aborted: enough']);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

test('there is no timer for no limit', () => {
  vi.useFakeTimers();
  watch({ timeout: Infinity });
  watch({});
  expect(vi.getTimerCount()).toBe(0);
});
