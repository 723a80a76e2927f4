import * as fc from 'fast-check';
import { rounds, seedOf } from '@offloop/tools';
import { expect, test } from 'vitest';

import { letLoopTurn } from '../../../../test/support/event-loop.js';
import { Unacknowledged } from '../../src/client/channel/deliveries/unacknowledged.js';

const seed = seedOf('amqp unacknowledged');

/** How many tags a step jumps over (messages that need no acknowledgement), or which delivery it settles, counted from the newest. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('add' as const), gap: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('first' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('one' as const), back: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('all up to' as const), back: fc.nat(400) }) },
);

test('knows what is not settled, and which is the oldest, in whatever order that happens', async () => {
  const program = fc.array(step, { maxLength: 1_000, size: 'max' });
  const run = fc.asyncProperty(program, async (steps) => {
    await letLoopTurn();
    const told = new Unacknowledged();
    const open: number[] = [];
    const answers: boolean[] = [];
    let newest = 0;
    for (const next of steps) {
      if (next.type === 'add') {
        newest += 1 + next.gap;
        told.add(newest, `consumer of ${newest}`);
        open.push(newest);
      } else if (next.type === 'all up to') {
        const upTo = newest - next.back;
        // 0 stands for all.
        if (upTo <= 0) continue;
        told.settle(upTo, true);
        while (open.length > 0 && open[0] <= upTo) open.shift();
      } else {
        const tag = next.type === 'first' ? (open[0] ?? newest) : newest - next.back;
        const index = open.indexOf(tag);
        answers.push(told.settle(tag, false) === (index === 0));
        if (index >= 0) open.splice(index, 1);
      }
      expect(told.count).toBe(open.length);
      expect(told.oldest?.consumerTag).toBe(open.length === 0 ? undefined : `consumer of ${open[0]}`);
    }
    expect(answers).not.toContain(false);
    told.settle(0, true);
    expect([told.count, told.oldest]).toEqual([0, undefined]);
  });
  await fc.assert(run, { seed, numRuns: rounds({ short: 100, full: 300 }) });
}, 120_000);

test('what is never settled does not keep the place of what came after it', () => {
  const told = new Unacknowledged();
  told.add(1, 'stuck');
  const counts = new Set<number>();
  for (let tag = 2; tag < 200_000; tag++) {
    told.add(tag);
    told.settle(tag, false);
    counts.add(told.count);
  }
  expect([...counts]).toEqual([1]);
  expect(told.oldest?.consumerTag).toBe('stuck');
});
