import type { Route } from '../http/app.js';

/** `/stats`: figures of this process, gathered when asked for. */
export function statsRoute(stats: () => object): Route {
  return {
    method: 'GET',
    pattern: '/stats',
    about: 'figures of this process and its clients',
    counts: false,
    handle: () => ({ body: stats() }),
  };
}
