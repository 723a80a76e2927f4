import type { CallCell } from '../../src/load/call-load.js';

/**
 * Prepares a cell, makes a few of its calls at once, twice, and ends it: that its answers are right, however long it takes. Where
 * one flow is wanted, one call is made at a time.
 */
export async function makeFewCalls<Client>(cell: CallCell<Client>, client: Client): Promise<void> {
  const { call, end } = await cell.prepare(client, `few-${cell.id}`, 7);
  const flows = [0, 1, 2, 3].slice(0, cell.concurrency);
  for (const first of [0, 61]) await Promise.all(flows.map((turn) => call(first + turn)));
  await end?.();
}
