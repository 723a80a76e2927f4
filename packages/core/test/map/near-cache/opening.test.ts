import { OperationTimeoutError } from '@offloop/values';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { NearCachesBench } from './support/near-caches-bench.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

let bench: NearCachesBench;
beforeEach(() => {
  bench = new NearCachesBench();
});

describe('a near cache is waited for', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const name = new ObjectName('near-a');

  /** Opens one. @returns whether it is waited for still. */
  function opened(): () => Promise<boolean> {
    bench.caches.open(name);
    let isOpen = false;
    void bench.caches.opened(name).then(() => (isOpen = true));
    return async () => {
      await vi.advanceTimersByTimeAsync(0);
      return !isOpen;
    };
  }

  test('until members were asked', async () => {
    const isWaitedFor = opened();
    expect(await isWaitedFor()).toBe(true);
    bench.caches.onAsked(null);
    expect(await isWaitedFor()).toBe(false);
  });

  test('for five seconds at most when that fails, unless it succeeds then', async () => {
    for (const succeeds of [true, false]) {
      const isWaitedFor = opened();
      expect(await isWaitedFor()).toBe(true);
      bench.caches.onAsked('there is no connection to a member');
      await vi.advanceTimersByTimeAsync(4999);
      expect(await isWaitedFor()).toBe(true);
      if (succeeds) {
        bench.caches.repair();
        bench.caches.onAsked(null);
      } else await vi.advanceTimersByTimeAsync(1);
      expect(await isWaitedFor()).toBe(false);
    }
  });

  test('by nobody when the thread that listens is not connected for long, and listens all the same when it is', async () => {
    let refuse!: (error: Error) => void;
    bench.confirmed = new Promise((_, reject) => (refuse = reject));
    const isWaitedFor = opened();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await isWaitedFor()).toBe(false);
    bench.confirmed = Promise.resolve();
    refuse(new OperationTimeoutError('not connected'));
    await vi.advanceTimersByTimeAsync(0);
    expect([bench.listeners.length, bench.lines]).toEqual([2, []]);
  });

  test('for five seconds at most when a member is silent', async () => {
    bench.confirmed = new Promise(() => undefined);
    const isWaitedFor = opened();
    await vi.advanceTimersByTimeAsync(4999);
    expect(await isWaitedFor()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isWaitedFor()).toBe(false);
  });

  test('not when its listener is refused', async () => {
    bench.confirmed = Promise.reject(new Error('no'));
    expect(await opened()()).toBe(false);
  });

  test('not when it is closed, or all are ended', async () => {
    for (const end of [
      () => void bench.caches.close(bench.caches.present(name)!),
      () => bench.caches.end(),
    ]) {
      const isWaitedFor = opened();
      expect(await isWaitedFor()).toBe(true);
      bench.caches.onAsked('there is no connection to a member');
      end();
      expect(await isWaitedFor()).toBe(false);
    }
    expect(vi.getTimerCount()).toBe(0);
  });
});
