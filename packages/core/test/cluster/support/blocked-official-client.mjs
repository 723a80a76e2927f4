// The official client, in a process whose loop is blocked as soon as its calls are on their way. Prints what became of
// it, as one line of JSON.
import { Client } from 'hazelcast-client';

const { address, name, calls, blockMillis, properties } = JSON.parse(process.argv[2]);
const states = [];
const client = await Client.newHazelcastClient({
  network: { clusterMembers: [address] },
  properties: { ...properties, 'hazelcast.logging.level': 'OFF' },
  lifecycleListeners: [(state) => states.push(state)],
});
const map = await client.getMap(name);
const outcomes = Promise.allSettled(Array.from({ length: calls }, (_, i) => map.get(`k${i}`)));
// Its writes go out in a next tick and after: two turns of the loop, and they have.
await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const end = performance.now() + blockMillis;
while (performance.now() < end);
const settled = await outcomes;
console.log(
  JSON.stringify({ states, fulfilled: settled.filter(({ status }) => status === 'fulfilled').length }),
);
await client.shutdown();
