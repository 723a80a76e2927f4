// A process with a client of a cluster of Hazelcast Cloud: says whether it got in. Arguments: which client, the service's URL, a token.
// NODE_EXTRA_CA_CERTS has the service's authority, and is read when a process starts.
import { Client as OfficialClient } from 'hazelcast-client';
import { Client } from 'offloop';

const [which, url, discoveryToken] = process.argv.slice(2);
const Chosen = which === 'offloop' ? Client : OfficialClient;
let outcome;
try {
  const client = await Chosen.newHazelcastClient({
    network: { hazelcastCloud: { discoveryToken } },
    connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: 0 } },
    properties: { 'hazelcast.client.cloud.url': url, 'hazelcast.logging.level': 'OFF' },
  });
  const map = await client.getMap('cloud');
  await map.set('k', 'v');
  outcome = `connected, and read ${await map.get('k')}`;
  await client.shutdown();
} catch (error) {
  outcome = error.name;
}
process.send(outcome);
process.disconnect();
