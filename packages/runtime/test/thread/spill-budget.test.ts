import { expect, test } from 'vitest';

import { ControlBlock } from '../../src/ring/control-block.js';
import { spillUnits } from '../../src/ring/spilled-bytes.js';
import { SpillBudget } from '../../src/thread/spill-budget.js';

const KIB = 1024;
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
