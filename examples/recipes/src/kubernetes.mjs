// A server that Kubernetes can stop at any time without a failed request. On SIGTERM it reports that it is not ready, goes on answering
// until everybody has noticed, finishes the requests that it has begun, and only then shuts its client down.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'offloop';

const ADDRESS = process.env.HAZELCAST_ADDRESS ?? 'hazelcast:5701';
/**
 * Time to go on answering after SIGTERM, in ms: longer than readinessProbe.periodSeconds × failureThreshold, and together with the slowest
 * answer shorter than terminationGracePeriodSeconds.
 */
const DRAIN_MILLIS = Number(process.env.DRAIN_MILLIS ?? 10_000);

const client = await Client.newHazelcastClient({ network: { clusterMembers: [ADDRESS] } });
const visits = await client.getPNCounter('visits');
let isStopping = false;

const server = createServer((request, response) => {
  // A client that keeps its connection open would send its next request to a server that has ended by then.
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
