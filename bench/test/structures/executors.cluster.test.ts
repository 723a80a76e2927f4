import { expect, test } from 'vitest';
import { EXECUTOR_CELLS, executors } from '../../src/structures/executors.js';
import { openOffloopStructures } from '../../src/structures/structure-client.js';
import { makeFewCalls } from '../load/few-calls.js';

test('the cells of executors are answered rightly, by the member that they start', async () => {
  const timing = { processWarmup: 0, cellWarmup: 0, window: 0.1 };
  const member = await executors.setUp!({
    approaches: [],
    cells: [],
    timing,
    seed: 7,
    cluster: null,
  });
  try {
    const client = await openOffloopStructures(member.shared as string);
    try {
      for (const cell of EXECUTOR_CELLS) await expect(makeFewCalls(cell, client)).resolves.toBeUndefined();
    } finally {
      await client.shutdown();
    }
  } finally {
    await member.stop();
  }
});
