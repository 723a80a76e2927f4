// Cache aside: a value that is not in the map is loaded from the database and kept for a minute. Many readers of one key cause one load.
// When the cluster does not answer in time, readers get their values from the database.
import { setTimeout as pause } from 'node:timers/promises';
import { Client, HazelcastError } from 'offloop';

const KEPT_MILLIS = 60_000;
const PATIENCE_MILLIS = 500;

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.argv[2] ?? '127.0.0.1:5701'] },
  properties: { 'hazelcast.logging.level': 'WARN' },
});
const cache = await client.getMap('pattern-cache');

let loads = 0;
async function database(id) {
  loads++;
  await pause(20);
  return { id, name: `Product ${id}` };
}

/** Resolves to the cached value; null if there is none, or if the cluster does not answer in time. */
const lookUp = (id) =>
  cache.get(id, { timeout: PATIENCE_MILLIS }).catch((error) => {
    if (!(error instanceof HazelcastError)) throw error;
    return null;
  });

async function load(id) {
  const cached = await lookUp(id);
  if (cached !== null) return cached;
  const loaded = await database(id);
  // Not awaited: the answer does not depend on it.
  cache.set(id, loaded, KEPT_MILLIS, undefined, { timeout: PATIENCE_MILLIS }).catch(() => {});
  return loaded;
}

const loading = new Map();

function product(id) {
  if (!loading.has(id)) {
    const loaded = load(id).finally(() => loading.delete(id));
    loading.set(id, loaded);
  }
  return loading.get(id);
}

/** Removes a value from the cache after a change in the database: the next reader loads the new one. */
const forget = (id) => cache.delete(id);

const names = await Promise.all(Array.from({ length: 50 }, () => product(7)));
console.log(`50 readers of ${names[0].name}, ${loads} load`);
await product(7);
console.log(`once more: ${loads} load`);
await forget(7);
await product(7);
console.log(`after a change: ${loads} loads`);

await cache.destroy();
await client.shutdown();
