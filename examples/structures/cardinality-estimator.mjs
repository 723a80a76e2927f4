// Visitors of a shop, counted on two servers: each adds the visitors that it sees, and nobody is counted twice.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const VISITORS = 'example-visitors-of-shop';

async function server(first, last) {
  const client = await Client.newHazelcastClient(config);
  const visitors = await client.getCardinalityEstimator(VISITORS);
  const seen = Array.from({ length: last - first }, (_, i) => `visitor ${first + i}`);
  await Promise.all(seen.map((visitor) => visitors.add(visitor)));
  await client.shutdown();
}

// 400 of them are seen by both.
await Promise.all([server(0, 1000), server(600, 2000)]);

const client = await Client.newHazelcastClient(config);
const visitors = await client.getCardinalityEstimator(VISITORS);
const estimate = await visitors.estimate();
console.log(`visitors, rounded to hundreds: ${Math.round(estimate.toNumber() / 100) * 100}`);

await visitors.destroy();
await client.shutdown();
