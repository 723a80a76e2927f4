import type { FastifyInstance } from 'fastify';

import { busy } from './http-error.js';

/** Counts the requests to a serving thread. Probes and the page's own traffic are not counted. */
export class ServerLoad {
  /** Number of requests that have begun and are not answered yet. */
  inFlight = 0;
  /** Number of requests that were answered, whatever the status, or whose client has gone. */
  answered = 0;
  /** Number of answers with a status of 500 or more; they count as answered, too. */
  failed = 0;
}

/** Most requests under way at once. More are refused, so that nobody can fill the memory. */
const MAX_IN_FLIGHT = 1_000;

/** Counts the requests to the routes of this scope. Requests beyond the limit are answered with HttpError 503. */
export function countRequests(scope: FastifyInstance, load: ServerLoad): void {
  scope.addHook('onRequest', async (_, reply) => {
    load.inFlight++;
    reply.raw.once('close', () => {
      load.inFlight--;
      load.answered++;
      if (reply.statusCode >= 500) load.failed++;
    });
    if (load.inFlight > MAX_IN_FLIGHT) throw busy(`${MAX_IN_FLIGHT} requests are under way`);
  });
}
