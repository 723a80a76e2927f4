import autocannon from 'autocannon';

import type { PlannedRequest } from './plan.js';

export type ClosedLoop = {
  /** Ends it early. */
  stop(): void;
  readonly done: Promise<void>;
};

export type ClosedLoopOptions = {
  readonly port: number;
  readonly requests: readonly PlannedRequest[];
  readonly connections: number;
  readonly seconds: number;
  /** Milliseconds from sending to the last byte, of answers with status 200. */
  readonly onAnswer: (millis: number, right: boolean) => void;
  /** A connection that failed, a request that timed out, or an answer with another status. */
  readonly onError: () => void;
};

const REQUEST_TIMEOUT_SECONDS = 10;
const SAMPLE_MILLIS = 100;

/** Autocannon with keep-alive connections, each of which asks again as soon as it is answered. */
export function startClosedLoop(options: ClosedLoopOptions): ClosedLoop {
  const { port, requests, connections, seconds, onAnswer, onError } = options;
  let clients = 0;
  let isRight = false;
  const planned: autocannon.Request[] = requests.map(({ target, expected }) => ({
    method: 'GET',
    path: target,
    // Called right before 'response', which knows the time and not the body.
    onResponse: (_status, body) => {
      isRight = body === expected;
    },
  }));
  let run: autocannon.Instance | undefined;
  const done = new Promise<void>((resolve, reject) => {
    run = autocannon(
      {
        url: `http://127.0.0.1:${port}`,
        connections,
        duration: seconds,
        sampleInt: SAMPLE_MILLIS,
        timeout: REQUEST_TIMEOUT_SECONDS,
        requests: planned,
        // Each connection begins elsewhere, or all would ask for the same documents at the same time.
        setupClient: (client) => {
          const first = clients++ % planned.length;
          const turned = [...planned.slice(first), ...planned.slice(0, first)];
          client.setRequests(turned.map((each) => ({ ...each })));
        },
      },
      (error: Error | null) => {
        if (error === null) resolve();
        else reject(error);
      },
    );
    run.on('response', (_client, status, _bytes, millis) => {
      if (status === 200) onAnswer(millis, isRight);
      else onError();
    });
    run.on('reqError', onError);
  });
  return { done, stop: () => run?.stop() };
}
