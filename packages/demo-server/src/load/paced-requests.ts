import { once } from 'node:events';
import { Agent, get, type ClientRequest, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';

import { OpenLoop, randomArrivals } from '@offloop/tools/measure';

import type { PlannedRequest } from './plan.js';

export type PacedRequests = {
  /** Requests that are sent, or due, and not answered. */
  waiting(): number;
  /** Sends no more, and resolves when every answer is in, or has been waited for long enough: those count as errors. */
  stop(): Promise<void>;
};

export type PacedRequestsOptions = {
  readonly port: number;
  readonly requests: readonly PlannedRequest[];
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds that `stop` waits for answers; default 10 s, as long as one request is waited for. */
  readonly stopTimeout?: number;
  /** Sockets at most; beyond it requests wait, and their wait counts. */
  readonly sockets: number;
  /** Milliseconds from when the request was due to its last byte. */
  readonly onAnswer: (millis: number, right: boolean) => void;
  readonly onError: (error: Error) => void;
};

const REQUEST_TIMEOUT = 10_000;

/**
 * Sends requests as they arrive, whatever becomes of them.
 *
 * Not autocannon's `overallRate`: it gives each connection its share of a second and sends that share at once, so that
 * every second begins with a burst, and its correction of latencies takes the interval between two requests for 1 ms.
 */
export function startPacedRequests(options: PacedRequestsOptions): PacedRequests {
  const { port, requests, rate, sockets, stopTimeout = REQUEST_TIMEOUT, onAnswer, onError } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const pending = new Set<ClientRequest>();

  const ask = async (path: string): Promise<string> => {
    const request = get({ host: '127.0.0.1', port, path, agent, timeout: REQUEST_TIMEOUT });
    request.once('timeout', () => request.destroy(new Error(`no answer within ${REQUEST_TIMEOUT} ms`)));
    // One that comes in the middle of an answer is told by the answer's stream.
    request.on('error', () => undefined);
    pending.add(request);
    try {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const body = await text(response);
      if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}: ${body}`);
      return body;
    } finally {
      pending.delete(request);
    }
  };

  const loop = new OpenLoop(randomArrivals(rate), async (turn, due) => {
    const { target, expected } = requests[turn % requests.length];
    try {
      const body = await ask(target);
      onAnswer(performance.now() - due, body === expected);
    } catch (error) {
      onError(error as Error);
    }
  });

  return {
    waiting: () => loop.inFlight,
    stop: async () => {
      loop.stop();
      // Behind a server that cannot keep up, the requests that wait for a socket would take many times as long.
      const giveUp = setTimeout(() => {
        for (const request of pending) request.destroy(new Error('no answer when the load ended'));
      }, stopTimeout);
      await loop.ended;
      clearTimeout(giveUp);
      agent.destroy();
    },
  };
}
