import { performance } from 'node:perf_hooks';

import { ClosedLoop, OpenLoop, randomArrivals } from '@offloop/tools/measure';

import type { HttpClient } from './http-client.js';
import type { PlannedRequest } from './plan.js';

export interface RequestLoop {
  /** Requests that are sent, or due, and not answered. */
  waiting(): number;
  /** Sends no more, and resolves when every answer is in, or has been waited for long enough: those count as errors. */
  stop(): Promise<void>;
}

export interface RequestLoopOptions {
  /** At a given rate more requests than it has connections wait for one, and their wait counts. */
  readonly client: HttpClient;
  readonly requests: readonly PlannedRequest[];
  /** Requests a second, sent as they arrive at random; absent: each connection asks again when it was answered. */
  readonly rate?: number;
  /** Milliseconds that `stop` waits for answers; default 10 s, as long as one request is waited for. */
  readonly stopTimeout?: number;
  /** Milliseconds from when the request was due to its last byte, for answers with status 200. */
  readonly onAnswer: (millis: number, right: boolean) => void;
  /** A connection that failed, a request that timed out, or an answer with another status. */
  readonly onError: (error: Error) => void;
}

const STOP_TIMEOUT = 10_000;

/** Sends requests to a server until it is stopped, whatever becomes of them. The connections stay. */
export function startRequests(options: RequestLoopOptions): RequestLoop {
  const { client, requests, rate, stopTimeout = STOP_TIMEOUT, onAnswer, onError } = options;
  let inFlight = 0;
  const ask = async (turn: number, due: number): Promise<void> => {
    const { target, expected } = requests[turn % requests.length];
    inFlight++;
    try {
      const body = await client.get(target);
      onAnswer(performance.now() - due, body === expected);
    } catch (error) {
      onError(error as Error);
    }
    inFlight--;
  };
  const loop =
    rate === undefined
      ? new ClosedLoop(client.sockets, (turn) => ask(turn, performance.now()))
      : new OpenLoop(randomArrivals(rate), ask);
  return {
    waiting: () => inFlight,
    stop: async () => {
      loop.stop();
      // Behind a server that cannot keep up, the requests that wait for a socket would take many times as long.
      const giveUp = setTimeout(() => client.abort('no answer when the load ended'), stopTimeout);
      await loop.ended;
      clearTimeout(giveUp);
    },
  };
}
