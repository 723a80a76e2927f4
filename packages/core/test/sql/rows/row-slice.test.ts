import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';

import { RowSlice } from '../../../src/sql/rows/row-slice.js';

/** Takes a tenth of a millisecond. */
function workOnRow(): void {
  const begun = performance.now();
  while (performance.now() < begun + 0.1);
}

/** Counts rows between two looks at timers: one is due whenever the loop comes to them. */
function countBetweenTimers(): { row: () => void; readonly most: number } {
  const count = {
    rows: 0,
    most: 0,
    row: () => {
      count.most = Math.max(count.most, ++count.rows);
    },
  };
  const look = (): void => {
    count.rows = 0;
    timer = setTimeout(look, 0);
  };
  let timer = setTimeout(look, 0);
  onTestFinished(() => clearTimeout(timer));
  return count;
}

/** Resolves to when a message is delivered: where pages come, before the immediates of a turn. */
async function message(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const delivered = new Promise<void>((resolve) => port1.once('message', resolve));
  port2.postMessage(undefined);
  await delivered;
  port1.close();
}

async function read(slice: RowSlice, rows: number, onRow: () => void): Promise<void> {
  for (let row = 0; row < rows; row++) {
    // A slice a turn.
    if (!slice.hasTime(performance.now())) await slice.wait();
    workOnRow();
    onRow();
  }
}

test('rows of a page that comes late in a turn of the loop have one slice before timers are looked at again', async () => {
  const slice = new RowSlice();
  const count = countBetweenTimers();
  for (let page = 0; page < 20; page++) {
    await message();
    await read(slice, 50, count.row);
  }
  // A slice of 2 ms has 20 of these; what a page begins before its time is over may have half of that beside it.
  expect(count.most).toBeLessThan(36);
  expect(count.most).toBeGreaterThan(1);
});

test('readers in line have a turn each, and all of them end', async () => {
  const slice = new RowSlice();
  const count = countBetweenTimers();
  await Promise.all(Array.from({ length: 5 }, () => read(slice, 60, count.row)));
  expect(count.most).toBeLessThan(36);
});

test("a reader's own pause gives it a whole slice again", async () => {
  const slice = new RowSlice();
  while (slice.hasTime(performance.now()));
  await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(slice.hasTime(performance.now())).toBe(true);
});
