// A client in a process of its own, which the permission model may restrict: one call by as many workers as the second argument says.
import { Client } from 'offloop';

const [address, workers] = process.argv.slice(2);
try {
  const client = await Client.newHazelcastClient({
    network: { clusterMembers: [address] },
    connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: 500 } },
    properties: { 'hazelcast.logging.level': 'DEBUG' },
    runtime: { workers: workers === 'auto' ? workers : Number(workers) },
  });
  const map = await client.getMap('permitted');
  await map.set('k', 'v');
  console.log(`came back: ${await map.get('k')}`);
  await client.shutdown();
} catch (error) {
  console.log(`refused: ${error.message}`);
}
