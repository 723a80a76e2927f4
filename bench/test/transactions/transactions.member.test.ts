import { expect, test } from 'vitest';
import { embeddedMember } from '../../../packages/core/test/client/support/embedded-member.js';
import { TRANSACTION_CELLS, transactions } from '../../src/transactions/transactions.js';
import { shortRun } from '../support/memory-client.js';

const member = await embeddedMember();

test.each(transactions.approaches)('the cells of transactions are measured by $name', async ({ name }) => {
  const cells = TRANSACTION_CELLS.map(({ id }) => id);
  const timing = { processWarmup: 0, cellWarmup: 0, window: 0.5 };
  const context = shortRun({ approach: name, cells, timing, cluster: member.address });
  const results = await transactions.run(context);
  expect(results.map(({ cell }) => cell)).toEqual(cells);
  for (const { figures } of results) expect(figures['opsPerSecond']).toBeGreaterThan(0);
});
