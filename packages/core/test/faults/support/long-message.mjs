// How much memory one long message takes. Arguments: the member's address, how it comes ('get', 'values', 'event'), its bytes.
import { readFileSync } from 'node:fs';
import { Client } from 'offloop';

const [address, way, size] = process.argv.slice(2);
const highWater = () => 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [address] },
  properties: { 'hazelcast.logging.level': 'OFF' },
});
const map = await client.getMap('long');
await map.get('short');
let heard;
if (way === 'event') {
  heard = new Promise((resolve) => {
    void map
      .addEntryListener({ added: ({ value }) => resolve(value) }, 'new', true)
      .then(() => console.log('listening'));
  });
}
const base = process.memoryUsage().rss;
let value;
if (way === 'get') value = await map.get('long');
else if (way === 'values') for (const item of await map.values()) value = item;
else value = await heard;
const times = (highWater() - base) / Number(size);
console.log(JSON.stringify({ length: value.length, times }));
await client.shutdown();
