import { Client, defineTransform } from 'offloop';

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.argv[2]] },
  properties: { 'hazelcast.logging.level': 'OFF' },
});
const map = await client.getMap('process-end');
await map.set('k', 'four');
const length = await map.getTransformed(
  'k',
  defineTransform(new URL('./functions.mjs', import.meta.url), 'lengthOf'),
);
await client.shutdown();
console.log(length, 'and shut down');
