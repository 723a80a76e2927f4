// Calls under fake timers of another kind than vitest's: mock-timers.mjs ADDRESS WORKERS (mock | never). Prints what came of them.
import { mock } from 'node:test';

import { Client } from 'offloop';

const [address, workers, kind] = process.argv.slice(2);

const NAMES = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
];

/** As a test's clock that nobody moves: what is asked for never happens. */
function standStill() {
  const never = () => ({ ref() {}, unref() {} });
  for (const name of NAMES) globalThis[name] = never;
  globalThis.queueMicrotask = never;
  const nextTick = process.nextTick.bind(process);
  process.nextTick = never;
  performance.now = () => 0;
  Date.now = () => 0;
  return () => {
    process.nextTick = nextTick;
  };
}

const goOn =
  kind === 'mock'
    ? (mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] }),
      () => mock.timers.reset())
    : standStill();

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [address] },
  runtime: { workers: workers === 'auto' ? workers : Number(workers) },
  properties: { 'hazelcast.logging.level': 'OFF' },
});
const map = await client.getMap('under mock timers');
const first = await map.get('k');
const keys = Array.from({ length: 100 }, (_, i) => `k${i}`);
await Promise.all(keys.map((key, i) => map.set(key, i)));
const values = await Promise.all(keys.map((key) => map.get(key)));
const sum = values.reduce((total, value) => total + value, 0);
const late = await map.isEmpty({ timeout: 30 }).catch((error) => error.code);
await client.shutdown();
goOn();
console.log(JSON.stringify({ first, sum, late }));
