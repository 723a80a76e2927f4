import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { LockTable } from '../../../src/services/shared/lock-table.js';
import type { LockOwner } from '../../../src/services/shared/lock-table.js';
import { data, sliceOf } from '../../support/data.js';

const key = sliceOf(data('key'));
const alice: LockOwner = { client: 'alice', threadLow: 1, threadHigh: 0 };
const aliceAgain: LockOwner = { ...alice };
const aliceElsewhere: LockOwner = { client: 'alice', threadLow: 1, threadHigh: 1 };
const bob: LockOwner = { client: 'bob', threadLow: 1, threadHigh: 0 };

let locks: LockTable;

beforeEach(() => {
  vi.useFakeTimers();
  locks = new LockTable();
});
afterEach(() => {
  locks.close();
  vi.useRealTimers();
});

function waiter(owner: LockOwner, log: string[], name: string, act: () => void = () => {}) {
  return {
    owner,
    resume: () => {
      log.push(name);
      act();
    },
  };
}

describe('LockTable', () => {
  it('belongs to a client and a thread, and to no one else', () => {
    expect(locks.acquire(key, alice, 0, 0n)).toBe(true);
    expect(locks.acquire(key, bob, 0, 0n)).toBe(false);
    expect(locks.acquire(key, aliceElsewhere, 0, 0n)).toBe(false);
    expect(locks.admits(key, aliceAgain)).toBe(true);
    expect(locks.admits(key, bob)).toBe(false);
    expect(locks.release(key, bob, 0n)).toBe(false);
    expect(locks.isLocked(key)).toBe(true);
  });

  it('is free after as many releases as it was taken', () => {
    locks.acquire(key, alice, 0, 0n);
    locks.acquire(key, aliceAgain, 0, 0n);
    locks.release(key, alice, 0n);
    expect(locks.isLocked(key)).toBe(true);
    locks.release(key, alice, 0n);
    expect(locks.isLocked(key)).toBe(false);
    expect(locks.size).toBe(0);
    expect(locks.release(key, alice, 0n)).toBe(false);
  });

  it('counts a retry with the same reference id once, both ways', () => {
    locks.acquire(key, alice, 0, 7n);
    locks.acquire(key, alice, 0, 7n);
    locks.acquire(key, alice, 0, 8n);
    locks.release(key, alice, 9n);
    locks.release(key, alice, 9n);
    expect(locks.isLocked(key)).toBe(true);
    locks.release(key, alice, 10n);
    expect(locks.isLocked(key)).toBe(false);
  });

  it('ends with its lease, whatever its count', () => {
    locks.acquire(key, alice, 1000, 0n);
    locks.acquire(key, alice, 1000, 0n);
    vi.advanceTimersByTime(999);
    expect(locks.isLocked(key)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(locks.isLocked(key)).toBe(false);
  });

  it('ends at once with a lease of 0, and never with a negative one', () => {
    locks.acquire(key, alice, 0, 0n);
    vi.advanceTimersByTime(1);
    expect(locks.isLocked(key)).toBe(false);
    locks.acquire(key, alice, -1, 0n);
    vi.advanceTimersByTime(600_000);
    expect(locks.isLocked(key)).toBe(true);
  });

  it('lets those who wait go on in order of arrival, up to the one that takes it', () => {
    const log: string[] = [];
    locks.acquire(key, alice, 0, 0n);
    locks.enqueue(key, waiter(bob, log, 'bob puts'));
    locks.enqueue(
      key,
      waiter(bob, log, 'bob locks', () => locks.acquire(key, bob, 0, 0n)),
    );
    locks.enqueue(key, waiter(aliceElsewhere, log, 'alice puts'));
    locks.enqueue(key, waiter(bob, log, 'bob puts more'));
    locks.release(key, alice, 0n);
    expect(log).toEqual(['bob puts', 'bob locks', 'bob puts more']);
    locks.release(key, bob, 0n);
    expect(log.at(-1)).toBe('alice puts');
  });

  it('never resumes a waiter that has been cancelled', () => {
    const log: string[] = [];
    locks.acquire(key, alice, 0, 0n);
    const waiting = waiter(bob, log, 'bob');
    const lock = locks.enqueue(key, waiting);
    expect(locks.cancel(lock, waiting)).toBe(true);
    expect(locks.cancel(lock, waiting)).toBe(false);
    locks.release(key, alice, 0n);
    expect(log).toEqual([]);
  });

  it('is forced open by anyone', () => {
    locks.acquire(key, alice, 0, 0n);
    locks.acquire(key, alice, 0, 0n);
    locks.forceRelease(key);
    expect(locks.acquire(key, bob, 0, 0n)).toBe(true);
  });
});
