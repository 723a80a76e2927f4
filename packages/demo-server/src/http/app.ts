import fastify, { type FastifyInstance } from 'fastify';

import { answerError } from './answer-error.js';
import { SECURITY_HEADERS } from './headers.js';
import { HttpError } from './http-error.js';
import { requireOwnHost } from './own-origin.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** One line about the route, for the list that a request to nowhere is answered with. */
    about?: string;
  }
}

/** Sockets at once; the rest are closed as they come. */
const MAX_CONNECTIONS = 4_000;
const HEADERS_TIMEOUT_MILLIS = 10_000;
const REQUEST_TIMEOUT_MILLIS = 20_000;
const MAX_HEADER_BYTES = 8 * 1024;
/** Characters of a parameter in a path; routes have narrower limits. */
const MAX_PARAMETER_LENGTH = 2_000;

/**
 * A server without routes. Whatever goes wrong is answered in JSON that says what is accepted.
 *
 * @param servedHost the name or address people reach it by, beside the usual ones
 */
export function createApp(servedHost: string): FastifyInstance {
  const app = fastify({
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    requestTimeout: REQUEST_TIMEOUT_MILLIS,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    // What is not known is refused, and not removed in silence; and two values of one name are not a list.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: true } },
    // No hook runs for a URL that cannot be read.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(SECURITY_HEADERS)),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.server.headersTimeout = HEADERS_TIMEOUT_MILLIS;
  app.removeContentTypeParser('text/plain');

  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (method !== 'HEAD') routes.push(`${String(method)} ${url}: ${config?.about ?? ''}`);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    requireOwnHost(request, servedHost);
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(({ method, url }) => {
    throw new HttpError(404, 'unknown-route', `there is no ${method} ${url}`, routes);
  });
  return app;
}
