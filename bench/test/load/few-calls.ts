import type { CallCell } from '../../src/load/call-load.js';

/** Prepares a cell, makes a few of its calls at once, twice, and ends it: that its answers are right, however long it takes. */
export async function makeFewCalls<Client>(cell: CallCell<Client>, client: Client): Promise<void> {
  const { call, end } = await cell.prepare(client, `few-${cell.id}`, 7);
  for (const first of [0, 61]) await Promise.all([0, 1, 2, 3].map((turn) => call(first + turn)));
  await end?.();
}
