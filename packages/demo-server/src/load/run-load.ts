import { performance } from 'node:perf_hooks';

import type { LoadResult, PingWindow } from '../figures/load-result.js';
import { startClosedLoop } from './closed-loop.js';
import { Latencies } from './latencies.js';
import type { LoadOrder } from './load.js';
import { startOpenLoop } from './open-loop.js';
import { planRequests, type PlannedRequest } from './plan.js';
import { startPinger } from './pinger.js';

export type RunningLoad = {
  readonly done: Promise<LoadResult>;
  /** Ends it early; `done` resolves with what there is. */
  stop(): void;
};

type Tally = { right: number; wrong: number; errors: number };

type Driver = { readonly done: Promise<void>; stop(): void };

/** Loads a contender's server as ordered, checks every answer, and pings the server meanwhile. */
export function runLoad(order: LoadOrder, onPing: (ping: PingWindow) => void): RunningLoad {
  const requests = planRequests(order.contender, order.task);
  const latencies = new Latencies();
  const tally: Tally = { right: 0, wrong: 0, errors: 0 };
  const start = order.rate === undefined ? closedLoop : openLoop;
  const pinger = startPinger(order.port, onPing);
  const startedAt = performance.now();
  const driver = start(order, requests, latencies, tally);
  const finish = async (): Promise<LoadResult> => {
    await driver.done;
    const millis = performance.now() - startedAt;
    const { ping, errors: pingErrors } = await pinger.stop();
    const latency = latencies.figures();
    const { right, wrong, errors } = tally;
    return {
      millis,
      answered: right,
      requestsPerSecond: (right * 1_000) / millis,
      wrong,
      errors,
      pingErrors,
      ...(latency === undefined ? {} : { latency }),
      ...(ping === undefined ? {} : { ping }),
    };
  };
  return { done: finish(), stop: () => driver.stop() };
}

function closedLoop(
  order: LoadOrder,
  requests: readonly PlannedRequest[],
  latencies: Latencies,
  tally: Tally,
): Driver {
  const { port, connections, seconds } = order;
  const loop = startClosedLoop({
    port,
    connections,
    seconds,
    requests,
    onAnswer: (millis, right) => {
      latencies.record(millis);
      if (right) tally.right++;
      else tally.wrong++;
    },
  });
  const finish = async (): Promise<void> => {
    const { errors } = await loop.done;
    tally.errors += errors;
  };
  return { done: finish(), stop: () => loop.stop() };
}

function openLoop(
  order: LoadOrder,
  requests: readonly PlannedRequest[],
  latencies: Latencies,
  tally: Tally,
): Driver {
  const { port, connections, seconds, rate = 1 } = order;
  const loop = startOpenLoop({
    port,
    rate,
    requests,
    // A server that falls behind must be able to show it: more sockets than a closed loop would have.
    sockets: connections * 4,
    onAnswer: (millis, right) => {
      latencies.record(millis);
      if (right) tally.right++;
      else tally.wrong++;
    },
    onError: () => tally.errors++,
  });
  let stop = (): void => undefined;
  const time = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    stop = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { done: time.then(() => loop.stop()), stop: () => stop() };
}
