// Orders at the tables of a restaurant. Waiters add to them at any time; a bill has all that was ordered until it is made.
import { Client, LockContext } from 'offloop';
import { config } from './cluster.mjs';

const PRICES = { tea: 3, cake: 4, soup: 7 };

const client = await Client.newHazelcastClient(config);
const orders = await client.getMultiMap('example-orders');
await orders.clear();

/** Resolves to the sum of a table's bill. Nobody adds to the table while the bill is made: `put` by others waits for the lock. */
const pay = (table) =>
  LockContext.run(async () => {
    await orders.lock(table);
    try {
      const items = (await orders.removeAll(table)).toArray();
      return items.reduce((sum, { dish }) => sum + PRICES[dish], 0);
    } finally {
      await orders.unlock(table);
    }
  });

await orders.putAll([
  ['table 1', [{ seat: 1, dish: 'tea' }, { seat: 2, dish: 'cake' }]], // prettier-ignore
  ['table 2', [{ seat: 1, dish: 'soup' }]],
]);
await orders.put('table 1', { seat: 2, dish: 'tea' });

console.log(`table 1 has ${await orders.valueCount('table 1')} dishes and pays ${await pay('table 1')}`);
console.log(`open: ${(await orders.keySet()).join(', ')}`);

await orders.destroy();
await client.shutdown();
