import type { Route } from '../http/app.js';
import { HttpError } from '../http/http-error.js';

/** What `/healthz` asks; rejects when the grid does not answer. */
export type HealthCheck = () => Promise<void>;

/** `/healthz` for whoever watches the server, and `/ping`, the victim: it does nothing, so it waits for nothing but the loop. */
export function healthRoutes(check: HealthCheck): Route[] {
  return [
    {
      method: 'GET',
      pattern: '/healthz',
      about: 'whether the grid answers',
      counts: false,
      handle: async () => {
        try {
          await check();
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          throw new HttpError(503, 'unhealthy', reason, 'asking again later');
        }
        return { body: { status: 'ok' } };
      },
    },
    pingRoute(),
  ];
}

export function pingRoute(): Route {
  return {
    method: 'GET',
    pattern: '/ping',
    about: 'nothing, as fast as the event loop allows',
    counts: false,
    handle: () => ({ body: 'pong' }),
  };
}
