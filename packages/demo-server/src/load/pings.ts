import { once } from 'node:events';
import { get, type Agent, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';

import { OpenLoop, randomArrivals } from '@offloop/tools/measure';

import type { Tally } from './tally.js';

/** Often enough to meet a blocked loop, too seldom to be a load. */
const PINGS_PER_SECOND = 40;
const TIMEOUT = 10_000;

/**
 * Starts to send `/ping` at random times: their latencies say how the load affects other requests. Autocannon would send the pings of each
 * second at once; these do not wait for the answers to those before.
 *
 * @param tallies take the figures
 */
export function startPings(port: number, agent: Agent, tallies: readonly Tally[]): OpenLoop {
  return new OpenLoop(randomArrivals(PINGS_PER_SECOND), async (_, due) => {
    try {
      const isRight = await ping(port, agent);
      const millis = performance.now() - due;
      for (const tally of tallies) tally.ping(millis, isRight);
    } catch {
      for (const tally of tallies) tally.pingError();
    }
  });
}

async function ping(port: number, agent: Agent): Promise<boolean> {
  const request = get({ host: '127.0.0.1', port, path: '/ping', agent, timeout: TIMEOUT });
  request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT} ms`)));
  // An error in the middle of an answer is passed on by the answer's stream, which `text` reads.
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return (await text(response)) === '"pong"' && response.statusCode === 200;
}
