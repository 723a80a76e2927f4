import autocannon from 'autocannon';
import { debuglog } from 'node:util';

import type { PlannedRequest } from './plan.js';

/** The settings of one run of autocannon. */
export interface CannonOrder {
  readonly port: number;
  readonly connections: number;
  /** Number of requests that each connection makes. */
  readonly each: number;
  /** Requests a second of each connection. Absent: a connection sends its next request when it has its answer. */
  readonly rate?: number;
  readonly requests: readonly PlannedRequest[];
  /** Index of the first connection's first request; from there on it goes through all of them. */
  readonly first: number;
  /** Seconds after which all requests without an answer are errors. */
  readonly mostSeconds: number;
  /** Called when all connections have sent their first request. */
  readonly onStart: () => void;
}

/** The part of autocannon's report that is used here. */
export interface CannonResult {
  readonly start: Date;
  readonly finish: Date;
  /** Times until an answer of status 2xx was complete, in ms: an HdrHistogram, compressed, in base64. */
  readonly latencies: string;
  /** Number of answers with status 2xx. */
  readonly '2xx': number;
  /** Number of answers with status 2xx that were wrong. */
  readonly mismatches: number;
}

const { enabled: debug } = debuglog('offloop-demo');

/** Seconds to wait for one answer. */
const TIMEOUT = 10;
/** Milliseconds between two looks of autocannon whether all is done. */
const LOOK_MILLIS = 10;
/** Number of requests between the first ones of two connections, so that these ask for different documents. */
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
      // Called right before `verifyBody`, which is not told whose answer it is. An answer with another status is an error, and not wrong.
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
    // Autocannon's correction takes 1 ms for the time between two requests of a connection, whatever the rate.
    ...(rate === undefined ? {} : { connectionRate: rate, ignoreCoordinatedOmission: true }),
    // A connection gets only the requests that it will make: to prepare one takes longer than to send it.
    setupClient: (client) => {
      const begin = first + clients++ * APART;
      const own = Math.min(each, requests.length);
      client.setRequests(Array.from({ length: own }, (_, index) => requestAt(begin + index)));
    },
    verifyBody: () => isRight,
    // The histograms are added up with those of other turns.
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
