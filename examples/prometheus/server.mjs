// A service that has its figures at /metrics, and says at /ready whether it is connected to the cluster.
import { createServer } from 'node:http';
import { Client } from 'offloop';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { callDurations } from './call-durations.mjs';
import { offloopMetrics } from './offloop-metrics.mjs';

const [address = '127.0.0.1:5701', port = '8080'] = process.argv.slice(2);

const client = await Client.newHazelcastClient({
  instanceName: 'shop',
  network: { clusterMembers: [address] },
  properties: { 'hazelcast.logging.level': 'OFF' },
});
const views = await client.getMap('views');

const register = new Registry();
collectDefaultMetrics({ register });
offloopMetrics(client, register);
callDurations(register);

async function answer(request, response) {
  try {
    if (request.url === '/metrics') {
      response.setHeader('content-type', register.contentType).end(await register.metrics());
    } else if (request.url === '/ready') {
      // `health` asks no member, so a probe may come as often as it likes.
      const { connected, since, lastError } = client.health();
      response.writeHead(connected ? 200 : 503).end(JSON.stringify({ connected, since, lastError }));
    } else {
      response.end(JSON.stringify(await views.get(request.url, { timeout: 500 })));
    }
  } catch (error) {
    response.writeHead(500).end(error.message);
  }
}

const server = createServer((request, response) => void answer(request, response));
server.listen(Number(port), () => console.log(`http://127.0.0.1:${server.address().port}`));

process.once('SIGTERM', () => {
  server.close();
  void client.shutdown();
});
