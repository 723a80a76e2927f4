// A process with a client over TLS: says whether it got in. Arguments: the member's address, which client, and its `network.ssl`.
// What it trusts besides is in NODE_EXTRA_CA_CERTS, which is read when a process starts.
import { Client as OfficialClient } from 'hazelcast-client';
import { Client } from 'offloop';

const [address, which, ssl] = process.argv.slice(2);
const Chosen = which === 'offloop' ? Client : OfficialClient;
let outcome;
try {
  const client = await Chosen.newHazelcastClient({
    network: { clusterMembers: [address], ssl: JSON.parse(ssl) },
    connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: 0 } },
    properties: { 'hazelcast.logging.level': 'OFF' },
  });
  const map = await client.getMap('tls');
  await map.set('k', 'v');
  outcome = `connected, and read ${await map.get('k')}`;
  await client.shutdown();
} catch (error) {
  outcome = error.name;
}
process.send(outcome);
process.disconnect();
