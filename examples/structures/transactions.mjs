// Orders that take goods from stock, and are billed, in one piece: never a bill without the goods, or the other way round.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const client = await Client.newHazelcastClient(config);
const [stock, bills] = await Promise.all([client.getMap('example-stock'), client.getQueue('example-bills')]);
await Promise.all([stock.set('tea', 3), stock.set('cake', 1), bills.clear()]);

const order = (customer, items) =>
  client.transaction(async (tx) => {
    const inStock = tx.getMap('example-stock');
    for (const item of items) {
      // Locks the item until the end: others who order it wait.
      const left = await inStock.getForUpdate(item);
      if (left === 0) throw new Error(`no ${item} is left`);
      await inStock.set(item, left - 1);
    }
    await tx.getQueue('example-bills').offer(`${customer}: ${items.join(', ')}`);
  });

const orders = await Promise.allSettled([order('Ada', ['cake', 'tea']), order('Bob', ['cake', 'tea'])]);
const refused = orders.filter(({ status }) => status === 'rejected');
console.log(`${orders.length - refused.length} sold, and ${refused[0].reason.message}`);
console.log(`${await bills.size()} bill, ${await stock.get('tea')} tea left`);

await Promise.all([stock.destroy(), bills.destroy()]);
await client.shutdown();
