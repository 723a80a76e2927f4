// Order numbers of two shops that do not ask each other, nor anybody else for most of their numbers.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const ORDERS = 2000;

async function shop() {
  const client = await Client.newHazelcastClient({
    ...config,
    // 500 ids are fetched at once, and the next ones while there are some left.
    flakeIdGenerators: { 'example-*': { prefetchCount: 500 } },
  });
  const ids = await client.getFlakeIdGenerator('example-orders');
  const orders = [];
  // Ids are 64 bits, more than a number holds exactly: `Long`.
  for (let i = 0; i < ORDERS; i++) orders.push((await ids.newId()).toString());
  await client.shutdown();
  return orders;
}

const [tea, cake] = await Promise.all([shop(), shop()]);
console.log(`an order: ${tea[0]}`);
console.log(`${new Set([...tea, ...cake]).size} different numbers for ${tea.length + cake.length} orders`);
