import { Agent, get, type ClientRequest } from 'node:http';
import { performance } from 'node:perf_hooks';

import { arrivalGaps } from './arrivals.js';
import type { PlannedRequest } from './plan.js';

export type OpenLoop = {
  /** Requests that are sent, or due, and not answered. */
  waiting(): number;
  /** Sends no more, and resolves when every answer is in, or has been waited for long enough: those count as errors. */
  stop(): Promise<void>;
};

export type OpenLoopOptions = {
  readonly port: number;
  readonly requests: readonly PlannedRequest[];
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds that `stop` waits for answers; default 10 s, as long as one request is waited for. */
  readonly stopTimeout?: number;
  /** Sockets at most; beyond it requests wait, and their wait counts. */
  readonly sockets: number;
  /** Milliseconds from when the request was handed to the sockets, free or not, to its last byte. */
  readonly onAnswer: (millis: number, right: boolean) => void;
  readonly onError: (error: Error) => void;
};

const REQUEST_TIMEOUT = 10_000;

/**
 * Sends requests as they arrive ({@link arrivalGaps}), whatever becomes of them: a server that stalls is charged with every
 * request of the stall, not only with the few that a client which waits for answers would have sent.
 *
 * Not autocannon's `overallRate`: it gives each connection its share of a second and sends that share at once, so that
 * every second begins with a burst, and its correction of latencies takes the interval between two requests for 1 ms.
 */
export function startOpenLoop(options: OpenLoopOptions): OpenLoop {
  const { port, requests, rate, sockets, stopTimeout = REQUEST_TIMEOUT, onAnswer, onError } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const pending = new Map<ClientRequest, Promise<void>>();
  const gaps = arrivalGaps(rate);
  let nextAt = performance.now();
  let sent = 0;

  const ask = ({ target, expected }: PlannedRequest): void => {
    const askedAt = performance.now();
    const request = get({ host: '127.0.0.1', port, path: target, agent, timeout: REQUEST_TIMEOUT });
    const settled = new Promise<void>((resolve) => {
      request.once('timeout', () => request.destroy(new Error(`no answer within ${REQUEST_TIMEOUT} ms`)));
      request.once('error', (error) => {
        onError(error);
        resolve();
      });
      request.once('response', (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.once('end', () => {
          if (response.statusCode === 200) onAnswer(performance.now() - askedAt, body === expected);
          else onError(new Error(`status ${response.statusCode}: ${body}`));
          resolve();
        });
        response.once('error', (error) => {
          onError(error);
          resolve();
        });
      });
    });
    pending.set(request, settled);
    void settled.then(() => pending.delete(request));
  };

  const sendDue = (): void => {
    // A late timer sends all that has become due: the pace is held on average.
    const now = performance.now();
    while (nextAt <= now) {
      ask(requests[sent++ % requests.length]);
      nextAt += gaps.next().value;
    }
    timer = setTimeout(sendDue, nextAt - performance.now());
  };
  let timer = setTimeout(sendDue, 0);

  return {
    waiting: () => pending.size,
    stop: async () => {
      clearTimeout(timer);
      // Behind a server that cannot keep up, the requests that wait for a socket would take many times as long.
      const giveUp = setTimeout(() => {
        for (const request of pending.keys()) request.destroy(new Error('no answer when the load ended'));
      }, stopTimeout);
      await Promise.all(pending.values());
      clearTimeout(giveUp);
      agent.destroy();
    },
  };
}
