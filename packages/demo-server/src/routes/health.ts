import type { FastifyInstance } from 'fastify';

import { JSON_TYPE } from '../http/headers.js';
import { HttpError } from '../http/http-error.js';

/** What `/healthz` asks; rejects when the grid does not answer. */
export type HealthCheck = () => Promise<void>;

/**
 * `/healthz`, for tools that watch the server, and `/ping`, the victim: it does nothing, so it waits for nothing but the
 * loop.
 */
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

/** `/stats`: figures of this process, gathered when asked for. */
export function statsRoute(app: FastifyInstance, stats: () => object): void {
  app.get('/stats', { config: { about: 'figures of this process and its clients' } }, async () => stats());
}
