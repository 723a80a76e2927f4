import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { MemberError, objectDestroyed } from '../../src/calls/errors.js';
import { WaitingCalls } from '../../src/calls/waiting-calls.js';
import type { Wait } from '../../src/calls/waiting-calls.js';
import { sliceOf } from '../support/data.js';

const MOST = 2;
const MOST_BYTES = 100;
const request = sliceOf(Buffer.from('take'));

let calls: WaitingCalls;
/** Those who wait for an item. */
let takers: Set<() => void>;
let failures: ((error: MemberError) => void)[];
let log: string[];

beforeEach(() => {
  vi.useFakeTimers();
  calls = new WaitingCalls(MOST, MOST_BYTES);
  takers = new Set();
  failures = [];
  log = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function taking(timeout: number, since: number = Date.now()): Wait {
  return {
    since,
    timeout,
    enqueue: (resume, fail) => {
      takers.add(resume);
      failures.push(fail);
      return () => takers.delete(resume);
    },
    onResume: (copy) => log.push(`resumed ${copy.toString()}`),
    onTimeout: (copy) => log.push(`timed out ${copy.toString()}`),
    onFail: (copy, error) => log.push(`${copy.toString()} failed: ${error.message}`),
  };
}

function resumeFirst(): void {
  for (const resume of takers) {
    takers.delete(resume);
    resume();
    return;
  }
}

describe('calls that wait', () => {
  it('are resumed with a copy of their request, once, and not timed out any more', () => {
    const bytes = sliceOf(Buffer.from('take'));
    calls.add(bytes, taking(1_000));
    bytes.bytes.fill(0);
    expect(calls.size).toBe(1);
    resumeFirst();
    expect(calls.size).toBe(0);
    vi.advanceTimersByTime(2_000);
    expect(log).toEqual(['resumed take']);
  });

  it('leave their queue when they have waited in vain, the time before counted', () => {
    calls.add(request, taking(1_000, Date.now() - 400));
    vi.advanceTimersByTime(599);
    expect(log).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(log).toEqual(['timed out take']);
    expect([calls.size, takers.size]).toEqual([0, 0]);
  });

  it('are answered with an error when what they wait for is gone, and not timed out any more', () => {
    calls.add(request, taking(1_000));
    failures[0](objectDestroyed('q'));
    expect(calls.size).toBe(0);
    vi.advanceTimersByTime(2_000);
    expect(log).toEqual(['take failed: DistributedObject[q] has been destroyed!']);
  });

  it('wait for ever when their timeout is not finite', () => {
    calls.add(request, taking(Infinity));
    expect(vi.getTimerCount()).toBe(0);
    expect(takers.size).toBe(1);
  });

  it('are refused beyond a number of calls or of bytes, and join no queue then', () => {
    expect(() => calls.add(sliceOf(Buffer.alloc(MOST_BYTES + 1)), taking(1_000))).toThrow(MemberError);
    for (let i = 0; i < MOST; i += 1) calls.add(request, taking(1_000));
    expect(() => calls.add(request, taking(1_000))).toThrow(MemberError);
    expect(takers.size).toBe(MOST);
    resumeFirst();
    calls.add(request, taking(1_000));
    expect(takers.size).toBe(MOST);
  });

  it('leave their queues when their connection is gone', () => {
    calls.add(request, taking(1_000));
    calls.add(request, taking(Infinity));
    calls.cancelAll();
    expect([calls.size, takers.size, vi.getTimerCount()]).toEqual([0, 0, 0]);
    expect(log).toEqual([]);
  });
});
