import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { otherWork } from '../../src/harness/other-work.js';

test('a thread that spins is about one CPU at work', async () => {
  const spinner = new Worker('for (;;);', { eval: true });
  await new Promise((resolve) => spinner.once('online', resolve));
  try {
    // Whatever else runs here can only add to it, and take turns with it.
    expect(await otherWork(300)).toBeGreaterThan(0.5);
  } finally {
    await spinner.terminate();
  }
});
