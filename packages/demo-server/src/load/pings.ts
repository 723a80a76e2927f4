import { HttpClient } from './http-client.js';
import { startRequests, type RequestLoop } from './requests.js';
import type { Tally } from './tally.js';

/** Often enough to meet a blocked loop, too seldom to be a load. */
const PINGS_PER_SECOND = 40;
const SOCKETS = 64;

/** Connections for {@link startPings}. */
export function pingClient(port: number): HttpClient {
  return new HttpClient(port, SOCKETS);
}

/** Asks for `/ping`, the bystander: what anybody else feels while the server works. */
export function startPings(client: HttpClient, tally: Tally): RequestLoop {
  return startRequests({
    client,
    requests: [{ target: '/ping', expected: '"pong"' }],
    rate: PINGS_PER_SECOND,
    onAnswer: (millis, right) => tally.ping(millis, right),
    onError: () => tally.pingError(),
  });
}
