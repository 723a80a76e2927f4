import type { FastifyInstance } from 'fastify';

import { JSON_TYPE } from '../http/headers.js';
import { HttpError } from '../http/http-error.js';

/** A check for `/healthz` that rejects if the cluster does not answer. */
export type HealthCheck = () => Promise<void>;

/** Adds `/healthz`, for tools that watch the server, and `/ping`, which does nothing and so waits for nothing but the loop. */
export function healthRoutes(app: FastifyInstance, check: HealthCheck): void {
  app.get('/healthz', { config: { about: 'whether the grid answers' } }, async () => {
    try {
      await check();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new HttpError(503, 'unhealthy', reason, 'asking again later');
    }
    return { status: 'ok' };
  });
  pingRoute(app);
}

export function pingRoute(app: FastifyInstance): void {
  const config = { about: 'nothing, as fast as the event loop allows' };
  app.get('/ping', { config }, (_, reply) => reply.type(JSON_TYPE).send('"pong"'));
}

/** Adds `/stats`: figures of this process, gathered when they are asked for. */
export function statsRoute(app: FastifyInstance, stats: () => object): void {
  app.get('/stats', { config: { about: 'figures of this process and its clients' } }, async () => stats());
}
