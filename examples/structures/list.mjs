// The history of an editor that several people use: its steps are in order, the latest can be undone, and old ones are forgotten.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const KEPT = 3;

const client = await Client.newHazelcastClient(config);
const history = await client.getList('example-history');
await history.clear();

async function apply(step) {
  await history.add(step);
  if ((await history.size()) > KEPT) await history.removeAt(0);
}

async function undo() {
  const size = await history.size();
  return size === 0 ? null : history.removeAt(size - 1);
}

for (const action of ['title', 'bold', 'image', 'table', 'link']) await apply({ action, by: 'Ada' });
console.log(`undone: ${(await undo()).action}, then ${(await undo()).action}`);

await apply({ action: 'quote', by: 'Bob' });
const steps = await history.subList(0, await history.size());
console.log(`left: ${[...steps].map(({ action, by }) => `${action} (${by})`).join(', ')}`);

await history.destroy();
await client.shutdown();
