// Orders that take goods from stock, and are billed, in one piece: never a bill without the goods, or the other way round.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const client = await Client.newHazelcastClient(config);
const [stock, bills] = await Promise.all([client.getMap('example-stock'), client.getQueue('example-bills')]);
await Promise.all([stock.set('tea', 3), stock.set('cake', 1), bills.clear()]);

const order = (customer, ...items) =>
  client.transaction(async (tx) => {
    const inStock = tx.getMap('example-stock');
    for (const item of items.toSorted()) {
      // Locks the item until the end: others who order it wait. All do so in one order, so that no two wait for each other.
      const left = await inStock.getForUpdate(item);
      if (left === 0) throw new Error(`no ${item} for ${customer}`);
      await inStock.set(item, left - 1);
    }
    await tx.getQueue('example-bills').offer(`${customer}: ${items.join(', ')}`);
  });

const orders = await Promise.allSettled([order('Ada', 'tea', 'cake'), order('Bob', 'cake', 'tea')]);
console.log(orders.map(({ reason }) => reason?.message.replace(/for .*/, 'left') ?? 'sold').toSorted());
console.log(`${await bills.size()} bill, ${await stock.get('tea')} tea left`);

await Promise.all([stock.destroy(), bills.destroy()]);
await client.shutdown();
