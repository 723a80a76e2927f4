import fastify, { type FastifyInstance } from 'fastify';

import { answerError } from './answer-error.js';
import { SECURITY_HEADERS } from './headers.js';
import { HttpError } from './http-error.js';
import { requireOwnHost } from './own-origin.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** One line about the route, for the list that answers a request for an unknown route. */
    about?: string;
  }
}

/** Most sockets at once; any more are closed as they come. */
const MAX_CONNECTIONS = 4_000;
const HEADERS_TIMEOUT_MILLIS = 10_000;
const REQUEST_TIMEOUT_MILLIS = 20_000;
const MAX_HEADER_BYTES = 8 * 1024;
/** Most characters of a parameter in a path; routes have narrower limits. */
const MAX_PARAMETER_LENGTH = 2_000;

/**
 * Makes a server without routes. Every error is answered in JSON that says what is accepted.
 *
 * @param servedHost the name or address that people reach it by, beside localhost, this machine's name and IP addresses
 */
export function createApp(servedHost: string): FastifyInstance {
  const app = fastify({
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    requestTimeout: REQUEST_TIMEOUT_MILLIS,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    // Unknown properties are refused, not removed in silence; and two values of one name are not made a list.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: true } },
    // No hook runs for a URL that cannot be parsed, so its answer gets the headers here.
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
