import { CompletionKind, REPEATABLE_FLAG } from '@offloop/runtime/ring';
import { expect, test } from 'vitest';

import { IdentifiedCalls } from '../../../src/thread/calls/identified-calls.js';
import { CompletionBench } from '../../support/completion-bench.js';

/** Calls whose requests have room for their slot and generation, a byte each, and a letter behind. */
class CallsBench {
  readonly completions = new CompletionBench(4096);
  readonly calls = new IdentifiedCalls(this.completions.writer, (bytes, start, slot, generation) => {
    bytes[start] = slot;
    bytes[start + 1] = generation;
  });

  begin(slot: number, letter: string, flags = 0, generation = 1): void {
    const header = { slot, generation, flags, timeoutMillis: 0, target: 0, length: 3 };
    this.calls.begin(header, Buffer.from(`xx${letter}`), 0);
  }

  send(): string {
    const sent = Buffer.concat(this.calls.takeUnsent());
    return Array.from(sent, (byte, at) => (at % 3 === 2 ? String.fromCharCode(byte) : byte)).join('');
  }
}

const LOST = { code: 'LOST', message: '' };

test('each request brings its id, and replies find their calls in any order', () => {
  const bench = new CallsBench();
  for (const [slot, letter] of ['a', 'b', 'c'].entries()) bench.begin(slot, letter, slot);
  expect(bench.send()).toBe('01a11b21c');
  expect([2, 0, 1].map((slot) => bench.calls.takeReplied(slot, 1)?.flags)).toEqual([2, 0, 1]);
  expect([bench.calls.inFlight, bench.calls.replies]).toEqual([0, 3]);
});

test('an id of no call, of one that was given up, and of one that had its reply, are nobody’s', () => {
  const bench = new CallsBench();
  bench.begin(0, 'a');
  bench.begin(1, 'b');
  bench.send();
  bench.calls.cancel(0, 1);
  expect(bench.completions.outcomes()).toEqual([[0, CompletionKind.VOID]]);
  bench.begin(0, 'c', 0, 2);
  expect(bench.calls.takeReplied(0, 1)).toBeNull();
  expect(bench.calls.takeReplied(7, 1)).toBeNull();
  expect(bench.calls.takeReplied(1, 1)).not.toBeNull();
  expect(bench.calls.takeReplied(1, 1)).toBeNull();
  expect(bench.calls.takeReplied(0, 2)).not.toBeNull();
});

test('when the connection is lost, what can be repeated is sent again in the order of before, ahead of what waits', () => {
  const bench = new CallsBench();
  for (const [at, slot] of [2, 0, 1].entries())
    bench.begin(slot, 'abc'[at], slot === 0 ? 0 : REPEATABLE_FLAG);
  bench.send();
  bench.begin(3, 'd');
  bench.calls.loseConnection(LOST);
  expect(bench.completions.outcomes()).toEqual([[0, 'LOST']]);
  expect(bench.send()).toBe('21a11c31d');
  bench.calls.failAll(LOST, { code: 'UNSENT', message: '' });
  expect(bench.completions.outcomes()).toEqual([
    [2, 'LOST'],
    [1, 'LOST'],
    [3, 'LOST'],
  ]);
});
