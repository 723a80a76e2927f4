import { performance } from 'node:perf_hooks';

import { Latencies } from '@offloop/tools/measure';

import type { LoadResult, PingWindow } from '../figures/load-result.js';
import type { LoadOrder } from './load.js';
import { figuresOf, startPinger } from './pinger.js';
import { planRequests, type PlannedRequest } from './plan.js';
import { startRequests } from './requests.js';

export interface RunningLoad {
  readonly done: Promise<LoadResult>;
  /** Ends it early; `done` resolves with what there is. */
  stop(): void;
}

export interface LoadListener {
  readonly onBegun: () => void;
  readonly onPing: (ping: PingWindow) => void;
}

/** What has been seen since the lead was over. */
class Tally {
  readonly latencies: Latencies = new Latencies();
  right = 0;
  wrong = 0;
  errors = 0;
  #beganAt: number | undefined;

  begin(): void {
    this.#beganAt = performance.now();
  }

  get millis(): number {
    return this.#beganAt === undefined ? 0 : performance.now() - this.#beganAt;
  }

  answer(millis: number, right: boolean): void {
    if (this.#beganAt === undefined) return;
    this.latencies.record(millis);
    if (right) this.right++;
    else this.wrong++;
  }

  error(): void {
    if (this.#beganAt !== undefined) this.errors++;
  }
}

interface Driver {
  readonly done: Promise<void>;
  /** Whether what a cold server was late with has been worked off. */
  isWarm(): boolean;
  /** The lead is over: it ends by itself after the seconds that count. */
  begin(): void;
  stop(): void;
}

/** Seconds, after the lead, that a server which has fallen behind is given to catch up: one that cannot never does. */
const CATCH_UP_SECONDS = 6;
const CATCH_UP_LOOK_MILLIS = 50;

/** Loads an approach's server as ordered, checks every answer, and pings the server meanwhile. */
export function runLoad(order: LoadOrder, { onBegun, onPing }: LoadListener): RunningLoad {
  const requests = planRequests(order.approach, order.task);
  const tally = new Tally();
  const pinger = startPinger(order.port, onPing);
  const driver = drive(order, requests, tally);
  const latest = performance.now() + (order.leadSeconds + CATCH_UP_SECONDS) * 1_000;
  const begin = (): void => {
    if (!driver.isWarm() && performance.now() < latest) {
      lead = setTimeout(begin, CATCH_UP_LOOK_MILLIS);
      return;
    }
    tally.begin();
    pinger.begin();
    driver.begin();
    onBegun();
  };
  let lead = setTimeout(begin, order.leadSeconds * 1_000);
  const finish = async (): Promise<LoadResult> => {
    await driver.done;
    clearTimeout(lead);
    return resultOf(tally, await pinger.stop());
  };
  return { done: finish(), stop: () => driver.stop() };
}

function resultOf(
  tally: Tally,
  pings: Awaited<ReturnType<ReturnType<typeof startPinger>['stop']>>,
): LoadResult {
  const { millis, right, wrong, errors } = tally;
  const latency = figuresOf(tally.latencies);
  return {
    millis,
    answered: right,
    requestsPerSecond: millis === 0 ? 0 : (right * 1_000) / millis,
    wrong,
    errors,
    pingErrors: pings.errors,
    ...(latency === undefined ? {} : { latency }),
    ...(pings.ping === undefined ? {} : { ping: pings.ping }),
  };
}

function drive(order: LoadOrder, requests: readonly PlannedRequest[], tally: Tally): Driver {
  const { port, connections, seconds, rate } = order;
  const loop = startRequests({
    port,
    requests,
    // At a given rate a server that falls behind must be able to show it: more sockets than a closed loop has.
    ...(rate === undefined ? { sockets: connections } : { sockets: connections * 4, rate }),
    onAnswer: (millis, right) => tally.answer(millis, right),
    onError: () => tally.error(),
  });
  let stop!: () => void;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let time: NodeJS.Timeout | undefined;
  return {
    done: stopped.then(() => loop.stop()),
    // A closed loop never falls behind.
    isWarm: () => rate === undefined || loop.waiting() <= connections / 5,
    begin: () => {
      time = setTimeout(stop, seconds * 1_000);
    },
    stop: () => {
      clearTimeout(time);
      stop();
    },
  };
}
