import { expect, test } from 'vitest';

import { CompletionKind } from '../../src/ring/records.js';
import { drainedWriter } from './support/drained-writer.js';

const nobody = (): void => undefined;

/** How often the loop has to turn for the caller after an answer. @param calls in flight. */
function turnsAfterAnswer(calls: number, hasTurned: boolean): number {
  let turns = 0;
  const { slots, writer } = drainedWriter({
    hasTurned,
    turns: { ended: Infinity, areWaitedFor: false, next: () => void turns++ },
  });
  const [slot] = Array.from({ length: calls }, () => slots.take(nobody, nobody, { flags: 0 }, 0));
  writer.empty(CompletionKind.VOID, slot, slots.generationOf(slot));
  writer.flush();
  expect(slots.inFlight).toBe(calls - 1);
  return turns;
}

test('the answer of a single call is followed by no turn of the loop if the loop has turned for it', () => {
  expect(turnsAfterAnswer(1, true)).toBe(0);
});

test('an answer is followed by a turn of the loop while others are awaited, and if it is not known that the loop turns', () => {
  expect(turnsAfterAnswer(2, true)).toBe(1);
  expect(turnsAfterAnswer(1, false)).toBe(1);
});
