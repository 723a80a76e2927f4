import autocannon from 'autocannon';
import { debuglog } from 'node:util';

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
  /** Index of the first connection's first request; it goes through all of them from there. */
  readonly first: number;
  /** After which all that was not answered is an error. */
  readonly mostSeconds: number;
  /** All connections have sent their first request. */
  readonly onStart: () => void;
}

/** What autocannon reports, as far as it is used. */
export interface CannonResult {
  readonly start: Date;
  readonly finish: Date;
  /** Milliseconds until an answer of status 2xx was there: an HdrHistogram, compressed, in base64. */
  readonly latencies: string;
  /** Answers with such a status. */
  readonly '2xx': number;
  /** How many of these were wrong. */
  readonly mismatches: number;
}

const { enabled: debug } = debuglog('offloop-demo');

/** Seconds that one answer is waited for. */
const TIMEOUT = 10;
/** Milliseconds between its looks whether all is done. */
const LOOK_MILLIS = 10;
/** Requests between the first ones of two connections, so that these ask for different documents. */
const APART = 7;

/** Runs autocannon until every connection has made its requests and has had its last answer. */
export function runCannon(order: CannonOrder): Promise<CannonResult> {
  const { port, connections, each, rate, requests, first, mostSeconds, onStart } = order;
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
  const options: autocannon.Options = {
    url: `http://127.0.0.1:${port}`,
    connections,
    maxConnectionRequests: each,
    duration: mostSeconds,
    timeout: TIMEOUT,
    sampleInt: LOOK_MILLIS,
    excludeErrorStats: true,
    debug,
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
  return new Promise((resolve, reject) => {
    const instance = autocannon(options, (error: Error | null, result: unknown) => {
      if (error === null) resolve(result as CannonResult);
      else reject(error);
    });
    instance.on('start', onStart);
  });
}
