import autocannon from 'autocannon';

import type { PlannedRequest } from './plan.js';

/** What one autocannon has to do. */
export interface CannonOrder {
  readonly port: number;
  readonly connections: number;
  /** Requests of each connection. */
  readonly each: number;
  /** Requests a second of each connection; absent: it asks again when it was answered. */
  readonly rate?: number;
  readonly requests: readonly PlannedRequest[];
  /** How long it is to last, about. Answers that come far later are errors. */
  readonly seconds: number;
  /** Index of the first connection's first request; it goes through all of them from there. */
  readonly first: number;
}

/** What autocannon reports, as far as it is used. */
export interface CannonResult {
  /** Milliseconds until an answer of status 2xx was there: an HdrHistogram, compressed, in base64. */
  readonly latencies: string;
  /** Answers with such a status. */
  readonly '2xx': number;
  /** Those of them that were wrong. */
  readonly mismatches: number;
}

export interface CannonListener {
  /** All connections have sent their first request. */
  onStart(): void;
  /** An answer of any status. */
  onResponse(): void;
  onError(error: Error): void;
}

/** Seconds that one answer is waited for. */
const TIMEOUT = 10;
/** After so many times the seconds that it is to last, and some more, it ends whatever became of its requests. */
const LONGEST = 3;
const SOME_SECONDS = 30;
/** Milliseconds between its looks whether all is done. */
const LOOK_MILLIS = 10;
/** Requests between the first ones of two connections, so that these ask for different documents. A prime, and so no divisor of how many there are. */
const APART = 7;

/** Runs autocannon until every connection has made its requests and has had its last answer. */
export function runCannon(order: CannonOrder, listener: CannonListener): Promise<CannonResult> {
  return new Promise((resolve, reject) => {
    const instance = autocannon(optionsOf(order), (error: Error | null, result: unknown) => {
      if (error === null) resolve(result as CannonResult);
      else reject(error);
    });
    instance.on('start', () => listener.onStart());
    instance.on('response', () => listener.onResponse());
    instance.on('reqError', (error: Error) => listener.onError(error));
  });
}

function optionsOf(order: CannonOrder): autocannon.Options {
  const { port, connections, each, rate, requests, seconds, first } = order;
  let clients = 0;
  let isRight = true;
  const requestAt = (index: number): autocannon.Request => {
    const { target, expected } = requests[index % requests.length];
    return {
      path: target,
      // It is called right before `verifyBody`, which is not told whose answer it is. Another status is an error, and not wrong.
      onResponse: (status, body) => {
        isRight = status !== 200 || body === expected;
      },
    };
  };
  return {
    url: `http://127.0.0.1:${port}`,
    connections,
    maxConnectionRequests: each,
    duration: LONGEST * seconds + SOME_SECONDS,
    timeout: TIMEOUT,
    sampleInt: LOOK_MILLIS,
    excludeErrorStats: true,
    // Its correction takes the time between two requests of a connection for 1 ms, whatever the rate.
    ...(rate === undefined ? {} : { connectionRate: rate, ignoreCoordinatedOmission: true }),
    // What a connection will ask for, and no more: to prepare a request takes longer than to send it.
    setupClient: (client) => {
      const begin = first + clients++ * APART;
      const own = Math.min(each, requests.length);
      client.setRequests(Array.from({ length: own }, (_, index) => requestAt(begin + index)));
    },
    verifyBody: () => isRight,
    // Its histograms are added up with those of other turns.
    skipAggregateResult: true,
  };
}
