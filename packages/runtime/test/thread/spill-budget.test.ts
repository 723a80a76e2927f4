import { expect, test } from 'vitest';

import { ControlBlock } from '../../src/ring/control-block.js';
import { CompletionKind } from '../../src/ring/records.js';
import { spillUnits } from '../../src/ring/spilled-bytes.js';
import { SpillBudget } from '../../src/thread/spill-budget.js';
import { CompletionBench } from '../support/completion-bench.js';

const KIB = 1024;
const RING = 65_536;

/** Longer than what goes inline. */
const LONG = 10 * KIB;

test('spilled bytes that the caller has not taken congest past the limit, and no longer', () => {
  const control = ControlBlock.create();
  const budget = new SpillBudget(control, 4 * KIB);
  budget.handOver(4 * KIB);
  expect(budget.isSpent).toBe(false);
  budget.handOver(1);
  expect(budget.isSpent).toBe(true);
  control.setSpillsTaken(spillUnits(1));
  expect(budget.isSpent).toBe(false);
});

test('the counts may wrap', () => {
  const control = ControlBlock.create();
  const budget = new SpillBudget(control, 2 ** 38);
  let taken = 0;
  for (let i = 0; i < 20; i++) {
    budget.handOver(2 ** 38);
    expect(budget.isSpent).toBe(false);
    taken = (taken + spillUnits(2 ** 38)) | 0;
    control.setSpillsTaken(taken);
  }
  expect(20 * spillUnits(2 ** 38)).toBeGreaterThan(2 ** 32);
  budget.handOver(2 ** 38);
  budget.handOver(2 ** 38);
  expect(budget.isSpent).toBe(true);
});

test('a response that is worked on counts as if it were handed over', () => {
  const budget = new SpillBudget(ControlBlock.create(), 4 * KIB);
  budget.retain(5 * KIB);
  expect(budget.isSpent).toBe(true);
  budget.release(5 * KIB);
  expect(budget.isSpent).toBe(false);
});

test('one completion longer than the limit is let through, and reading stops behind it', () => {
  const bench = new CompletionBench(RING, KIB);
  const { writer } = bench;
  const body = Buffer.alloc(LONG, 7);
  writer.body(CompletionKind.BYTES, 0, 0, body, 0, body.length);
  writer.flush();
  expect(writer.isCongested).toBe(true);
  const [met] = bench.read();
  expect([met.spilled, met.body.equals(body)]).toEqual([true, true]);
  // The caller was asked to tell when it has taken it.
  bench.control.setSpillsTaken(spillUnits(LONG));
  expect(bench.consumer.takeStarved()).toBe(true);
  expect(writer.isCongested).toBe(false);
});

test('short completions behind spilled ones find their way, though reading has stopped', () => {
  const bench = new CompletionBench(RING, KIB);
  const { writer } = bench;
  const body = Buffer.alloc(LONG, 7);
  for (let slot = 0; slot < 3; slot++) writer.body(CompletionKind.BYTES, slot, 0, body, 0, body.length);
  writer.empty(CompletionKind.VOID, 3, 0);
  expect(writer.flush()).toBe(4);
  expect(bench.read().map(({ slot }) => slot)).toEqual([0, 1, 2, 3]);
});
