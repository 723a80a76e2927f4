import { uncounted, type Route } from '../http/app.js';
import { HttpError } from '../http/http-error.js';

/** What `/healthz` asks; rejects when the grid does not answer. */
export type HealthCheck = () => Promise<void>;

/**
 * `/healthz`, for tools that watch the server, and `/ping`, the victim: it does nothing, so it waits for nothing but the
 * loop.
 */
export function healthRoutes(check: HealthCheck): Route[] {
  return [
    uncounted('GET', '/healthz', 'whether the grid answers', async () => {
      try {
        await check();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new HttpError(503, 'unhealthy', reason, 'asking again later');
      }
      return { body: { status: 'ok' } };
    }),
    pingRoute(),
  ];
}

export function pingRoute(): Route {
  return uncounted('GET', '/ping', 'nothing, as fast as the event loop allows', () => ({ body: 'pong' }));
}

/** `/stats`: figures of this process, gathered when asked for. */
export function statsRoute(stats: () => object): Route {
  return uncounted('GET', '/stats', 'figures of this process and its clients', () => ({ body: stats() }));
}
