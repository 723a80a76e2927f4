import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { LoadResult } from '../figures/load-result.js';
import { HttpClient } from './http-client.js';
import type { LoadOrder } from './load.js';
import { pingClient, startPings } from './pings.js';
import { planRequests } from './plan.js';
import { startRequests, type RequestLoop } from './requests.js';
import { Tally } from './tally.js';

/** Seconds, after the lead, that a server which has fallen behind is given to catch up: one that cannot never does. */
const CATCH_UP_SECONDS = 6;
const CATCH_UP_LOOK_MILLIS = 50;

/** Loads an approach's server once, as ordered, checks every answer, and pings the server meanwhile. */
export async function runLoad(order: LoadOrder, onBegun: () => void): Promise<LoadResult> {
  const { port, approach, task, connections, seconds, rate } = order;
  const tally = new Tally();
  // At a given rate a server that falls behind must be able to show it: more connections than a closed loop has.
  const client = new HttpClient(port, rate === undefined ? connections : connections * 4);
  const bystander = pingClient(port);
  const pings = startPings(bystander, tally);
  const loop = startRequests({
    client,
    requests: planRequests(approach, task),
    ...(rate === undefined ? {} : { rate }),
    onAnswer: (millis, right) => tally.answer(millis, right),
    onError: () => tally.error(),
  });
  await sleep(order.leadSeconds * 1_000);
  // A closed loop never falls behind.
  if (rate !== undefined) await hasCaughtUp(loop, connections / 5);
  tally.reset();
  onBegun();
  const begunAt = performance.now();
  await sleep(seconds * 1_000);
  await loop.stop();
  tally.lasted(performance.now() - begunAt);
  await pings.stop();
  client.close();
  bystander.close();
  return tally.result();
}

/** Resolves when what a cold server was late with has been worked off, or has had its time. */
async function hasCaughtUp(loop: RequestLoop, waiting: number): Promise<void> {
  const latest = performance.now() + CATCH_UP_SECONDS * 1_000;
  while (loop.waiting() > waiting && performance.now() < latest) await sleep(CATCH_UP_LOOK_MILLIS);
}
