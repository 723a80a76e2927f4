// A server that Kubernetes can stop at any time without a failed request: on SIGTERM it says that it is not ready any more, answers what
// still comes until that has got around, then what it has begun, and only then lets go of the cluster.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'offloop';

const ADDRESS = process.env.HAZELCAST_ADDRESS ?? 'hazelcast:5701';
/** Longer than readinessProbe.periodSeconds × failureThreshold; with the slowest answer below terminationGracePeriodSeconds. */
const DRAIN_MILLIS = Number(process.env.DRAIN_MILLIS ?? 10_000);

const client = await Client.newHazelcastClient({ network: { clusterMembers: [ADDRESS] } });
const visits = await client.getPNCounter('visits');
let isStopping = false;

const server = createServer((request, response) => {
  // Who keeps a connection open would send the next request to a server that is gone by then.
  if (isStopping) response.setHeader('connection', 'close');
  answer(request.url).then(
    ([status, body]) => response.writeHead(status).end(body),
    (error) => response.writeHead(500).end(error.code),
  );
});

async function answer(url) {
  if (url === '/live') return [200, 'live'];
  if (url === '/ready') return !isStopping && client.health().connected ? [200, 'ready'] : [503, 'not ready'];
  return [200, String(await visits.incrementAndGet({ timeout: 5_000 }))];
}

process.once('SIGTERM', () => void stop());

async function stop() {
  isStopping = true;
  await pause(DRAIN_MILLIS);
  server.close();
  await once(server, 'close');
  await client.shutdown();
  // Nothing is left that keeps the process alive.
}

server.listen(Number(process.env.PORT ?? 8080), () => console.log(`listening on ${server.address().port}`));
