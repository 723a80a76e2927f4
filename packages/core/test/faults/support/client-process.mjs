// A process with a client: works until it is told how to end. Arguments: the member's address, what to do,
// and `runtime.workers` (default 1).
import { Client } from 'offloop';

const [address, task, workers = '1'] = process.argv.slice(2);
const states = [];
const client = await Client.newHazelcastClient({
  network: { clusterMembers: [address] },
  runtime: { workers: workers === 'auto' ? workers : Number(workers) },
  lifecycleListeners: [(state) => states.push(state)],
  connectionStrategy: { connectionRetry: { initialBackoffMillis: 20 } },
  properties: {
    'hazelcast.logging.level': 'OFF',
    'hazelcast.client.heartbeat.interval': 100,
    'hazelcast.client.heartbeat.timeout': 500,
  },
});
const map = await client.getMap('process');
const count = 2000;
await Promise.all(Array.from({ length: count }, (_, i) => map.set(`k${i}`, i)));
const sum = async () => {
  const values = await Promise.all(Array.from({ length: count }, (_, i) => map.get(`k${i}`)));
  return values.reduce((total, value) => total + value, 0);
};

if (task === 'exit') {
  for (let i = 0; i < count; i++) map.get(`k${i}`).catch(() => undefined);
  process.exit(7);
}
if (task === 'freeze') {
  process.send('ready');
  await new Promise((resolve) => process.once('message', resolve));
}
const total = await sum();
const { shards, runtime } = client.stats();
const rescues = shards.map((shard) => shard.rescues);
await client.shutdown();
process.send?.({ total, rescues, states, runtime });
process.disconnect?.();
