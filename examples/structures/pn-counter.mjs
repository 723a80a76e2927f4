// Views of a page, counted by many servers: nobody waits for anybody, and each server sees its own.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const PAGE = 'example-views-of-shop';

async function server(views) {
  const client = await Client.newHazelcastClient(config);
  const counter = await client.getPNCounter(PAGE);
  await Promise.all(Array.from({ length: views }, () => counter.incrementAndGet()));
  const seen = await counter.get();
  await client.shutdown();
  // At least its own; how many of the others' depends on how far the replicas are.
  return seen.toNumber() >= views;
}

const sawOwn = await Promise.all([server(100), server(150), server(50)]);
console.log(`each server sees its own views: ${sawOwn.every(Boolean)}`);

const client = await Client.newHazelcastClient(config);
const counter = await client.getPNCounter(PAGE);
// Bots are taken off again.
await counter.subtractAndGet(20);
console.log(`views: ${(await counter.get()).toString()}`);

await counter.destroy();
await client.shutdown();
