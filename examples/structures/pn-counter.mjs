// Views of a page, counted by many servers: no server waits for another, and each sees its own views.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const PAGE = 'example-views-of-shop';

async function server(views) {
  const client = await Client.newHazelcastClient(config);
  const counter = await client.getPNCounter(PAGE);
  await Promise.all(Array.from({ length: views }, () => counter.incrementAndGet()));
  const seen = await counter.get();
  await client.shutdown();
  // It sees at least its own views. How many of the others' it sees depends on how far the replicas are.
  return seen.toNumber() >= views;
}

const sawOwn = await Promise.all([server(100), server(150), server(50)]);
console.log(`each server sees its own views: ${sawOwn.every(Boolean)}`);

const client = await Client.newHazelcastClient(config);
const counter = await client.getPNCounter(PAGE);
// Views by bots are taken off again.
await counter.subtractAndGet(20);
console.log(`views: ${(await counter.get()).toString()}`);

await counter.destroy();
await client.shutdown();
