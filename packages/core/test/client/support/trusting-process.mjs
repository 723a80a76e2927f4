// A process with a client that comes to its cluster over TLS: says whether it got in. Arguments: which client, and the JSON of its
// configuration. What it trusts besides is in NODE_EXTRA_CA_CERTS, which is read when a process starts.
import { Client as OfficialClient } from 'hazelcast-client';
import { Client } from 'offloop';

const [which, json] = process.argv.slice(2);
const { properties, ...config } = JSON.parse(json);
const Chosen = which === 'offloop' ? Client : OfficialClient;
let outcome;
try {
  const client = await Chosen.newHazelcastClient({
    ...config,
    connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: 0 } },
    properties: { 'hazelcast.logging.level': 'OFF', ...properties },
  });
  const map = await client.getMap('trusted');
  await map.set('k', 'v');
  outcome = `connected, and read ${await map.get('k')}`;
  await client.shutdown();
} catch (error) {
  outcome = error.constructor.name;
}
process.send(outcome);
process.disconnect();
