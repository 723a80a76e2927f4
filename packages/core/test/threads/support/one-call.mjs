// A client in a process of its own: one call, then what the second argument says.
import { Client } from 'offloop';

const [address, task] = process.argv.slice(2);
const client = await Client.newHazelcastClient({
  network: { clusterMembers: [address] },
  properties: { 'hazelcast.logging.level': 'OFF' },
  runtime: { workers: 1 },
});
const map = await client.getMap('one-call');
await map.set('k', 'v');
console.log(await map.get('k'));
if (task !== 'stay') await client.shutdown();
