import { Agent, get, type ClientRequest } from 'node:http';
import { performance } from 'node:perf_hooks';

import { ClosedLoop, OpenLoop, randomArrivals } from '@offloop/tools/measure';

import type { PlannedRequest } from './plan.js';

export interface RequestLoop {
  /** Requests that are sent, or due, and not answered. */
  waiting(): number;
  /** Sends no more, and resolves when every answer is in, or has been waited for long enough: those count as errors. */
  stop(): Promise<void>;
}

export interface RequestLoopOptions {
  readonly port: number;
  readonly requests: readonly PlannedRequest[];
  /** Requests a second, sent as they arrive at random; absent: each socket asks again when it was answered. */
  readonly rate?: number;
  /** Milliseconds that `stop` waits for answers; default 10 s, as long as one request is waited for. */
  readonly stopTimeout?: number;
  /** Keep-alive connections at most; at a given rate more requests wait for one, and their wait counts. */
  readonly sockets: number;
  /** Milliseconds from when the request was due to its last byte, for answers with status 200. */
  readonly onAnswer: (millis: number, right: boolean) => void;
  /** A connection that failed, a request that timed out, or an answer with another status. */
  readonly onError: (error: Error) => void;
}

const REQUEST_TIMEOUT = 10_000;

/** Sends requests to a server on this machine until it is stopped, whatever becomes of them. */
export function startRequests(options: RequestLoopOptions): RequestLoop {
  const { requests, rate, sockets, stopTimeout = REQUEST_TIMEOUT, onAnswer, onError } = options;
  const client = new HttpClient(options.port, sockets);
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
      ? new ClosedLoop(sockets, (turn) => ask(turn, performance.now()))
      : new OpenLoop(randomArrivals(rate), ask);
  return {
    waiting: () => inFlight,
    stop: async () => {
      loop.stop();
      // Behind a server that cannot keep up, the requests that wait for a socket would take many times as long.
      const giveUp = setTimeout(() => client.abort('no answer when the load ended'), stopTimeout);
      await loop.ended;
      clearTimeout(giveUp);
      client.close();
    },
  };
}

class HttpClient {
  readonly #port: number;
  readonly #agent: Agent;
  readonly #pending = new Set<ClientRequest>();

  constructor(port: number, sockets: number) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  /** Resolves with the body of an answer with status 200; rejects for any other. */
  get(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port: this.#port, path, agent: this.#agent, timeout: REQUEST_TIMEOUT };
      const request = get(to, (response) => {
        const { statusCode } = response;
        let body = '';
        // By events, as a load must cost little: `stream/consumers` takes twice the CPU of a short answer.
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.on('error', reject).on('end', () => {
          if (statusCode === 200) resolve(body);
          else reject(new Error(`status ${statusCode}: ${body}`));
        });
      });
      this.#pending.add(request);
      request.on('error', reject).once('close', () => this.#pending.delete(request));
      request.once('timeout', () => request.destroy(new Error(`no answer within ${REQUEST_TIMEOUT} ms`)));
    });
  }

  abort(reason: string): void {
    for (const request of this.#pending) request.destroy(new Error(reason));
  }

  close(): void {
    this.#agent.destroy();
  }
}
