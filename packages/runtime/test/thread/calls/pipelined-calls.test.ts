import { CompletionKind, REPEATABLE_FLAG, type CallHeader } from '@offloop/runtime/ring';
import { describe, expect, test } from 'vitest';

import { PipelinedCalls } from '../../../src/thread/calls/pipelined-calls.js';
import { CompletionBench } from '../../support/completion-bench.js';

function headerOf(slot: number, generation: number, length: number, flags = 0): CallHeader {
  return { slot, generation, flags, timeoutMillis: 0, target: 0, length };
}

/** Calls whose requests are one letter each, and a stream that keeps what is written. */
class CallsBench {
  readonly completions = new CompletionBench(4096);
  readonly calls: PipelinedCalls;
  readonly writes: string[] = [];

  constructor(maxAttempts?: number) {
    this.calls = new PipelinedCalls(this.completions.writer, maxAttempts);
  }

  begin(slot: number, request: string, flags = 0): void {
    const bytes = Buffer.from(`<${request}>`);
    this.calls.begin(headerOf(slot, 1, request.length, flags), bytes, 1);
    // Its memory is another's after `begin`.
    bytes.fill('?');
  }

  /** @returns the number of requests that were sent */
  send(): number {
    const { sent } = this.calls;
    this.writes.push(...this.calls.takeUnsent().map((part) => part.toString()));
    return this.calls.sent - sent;
  }
}

test('a request that has no room behind the others is a write of its own', () => {
  const bench = new CallsBench();
  const long = 'x'.repeat(60_000);
  for (const [slot, request] of ['a', long, long, 'b'].entries()) bench.begin(slot, request);
  bench.send();
  expect(bench.writes).toEqual([`a${long}`, `${long}b`]);
});

test('replies are for the calls in their order', () => {
  const bench = new CallsBench();
  for (const slot of [5, 3, 4]) bench.begin(slot, 'x', slot);
  bench.send();
  const replied = [5, 3, 4].map(() => bench.calls.takeReplied());
  expect(replied).toMatchObject([5, 3, 4].map((slot) => ({ slot, generation: 1, flags: slot })));
  expect(bench.calls.inFlight).toBe(0);
  expect(() => bench.calls.takeReplied()).toThrow('a reply to no request');
});

test('a call that is given up is completed once; its reply is nobody’s, and unsent it is not sent', () => {
  const bench = new CallsBench();
  bench.begin(0, 'a');
  bench.send();
  bench.begin(1, 'b');
  bench.begin(2, 'c');
  for (const slot of [0, 1]) bench.calls.cancel(slot, 1);
  // Of a call that was never seen, was one of another generation, or is over already.
  bench.calls.cancel(7, 1);
  bench.calls.cancel(2, 2);
  bench.calls.cancel(0, 1);
  expect(bench.completions.outcomes()).toEqual([
    [0, CompletionKind.VOID],
    [1, CompletionKind.VOID],
  ]);
  expect(bench.calls.inFlight).toBe(1);
  expect(bench.send()).toBe(1);
  expect(bench.writes).toEqual(['a', 'c']);
  expect(bench.calls.takeReplied()).toBeNull();
  expect(bench.calls.takeReplied()).toMatchObject({ slot: 2 });
});

test('of what was sent when the connection is lost, repeatable calls are sent again before those that were not', () => {
  const bench = new CallsBench();
  bench.begin(0, 'a', REPEATABLE_FLAG);
  bench.begin(1, 'b');
  bench.begin(2, 'c', REPEATABLE_FLAG);
  bench.send();
  bench.begin(3, 'd');
  bench.calls.cancel(2, 1);
  bench.completions.outcomes();
  bench.calls.loseConnection({ code: 'LOST', message: '' });
  expect(bench.completions.outcomes()).toEqual([[1, 'LOST']]);
  expect(bench.send()).toBe(2);
  expect(bench.writes.slice(1).join('')).toBe('ad');
  expect(bench.calls.inFlight).toBe(2);
});

test('all can be failed, by whether they were sent', () => {
  const bench = new CallsBench();
  bench.begin(0, 'a', REPEATABLE_FLAG);
  bench.send();
  bench.begin(1, 'b');
  bench.calls.failAll({ code: 'SENT', message: '' }, { code: 'UNSENT', message: '' });
  expect(bench.completions.outcomes()).toEqual([
    [0, 'SENT'],
    [1, 'UNSENT'],
  ]);
  expect(bench.calls.inFlight).toBe(0);
  expect(bench.send()).toBe(0);
});

describe('a repeatable request whose connection is lost again and again', () => {
  test.each([
    { attempts: 'five times by default', maxAttempts: undefined, sent: 5 },
    { attempts: 'twice if the author says so', maxAttempts: 2, sent: 2 },
  ])('is sent $attempts, then it fails', ({ maxAttempts, sent }) => {
    const bench = new CallsBench(maxAttempts);
    bench.begin(0, 'a', REPEATABLE_FLAG);
    for (let attempt = 1; attempt <= sent; attempt++) {
      expect(bench.completions.outcomes()).toEqual([]);
      expect(bench.send()).toBe(1);
      bench.calls.loseConnection({ code: 'LOST', message: '' });
    }
    expect(bench.completions.outcomes()).toEqual([[0, 'LOST']]);
    expect(bench.send()).toBe(0);
    expect(bench.calls.inFlight).toBe(0);
  });

  test('does not use up the attempts of those that wait behind it', () => {
    const bench = new CallsBench(2);
    bench.begin(0, 'a', REPEATABLE_FLAG);
    bench.send();
    bench.calls.loseConnection({ code: 'LOST', message: '' });
    bench.begin(1, 'b', REPEATABLE_FLAG);
    bench.send();
    bench.calls.loseConnection({ code: 'LOST', message: '' });
    expect(bench.completions.outcomes()).toEqual([[0, 'LOST']]);
    expect(bench.send()).toBe(1);
  });
});
