import type { FastifyInstance } from 'fastify';

import { busy } from './http-error.js';

/** What the serving thread has been asked, and what it owes. Probes and the page's own traffic are not counted. */
export class ServerLoad {
  /** Requests begun and not answered yet. */
  inFlight = 0;
  /** Requests answered, whatever the status, and those whose client has gone. */
  answered = 0;
  /** Answers with a status of 500 or more; they count as answered, too. */
  failed = 0;
}

/** Requests under way at once; more are refused, so that nobody can fill the memory. */
const MAX_IN_FLIGHT = 1_000;

/** Counts the requests to the routes of this scope. HttpError 503 for too many at once. */
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
