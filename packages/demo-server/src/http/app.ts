import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { JSON_TYPE, SECURITY_HEADERS } from './headers.js';
import { HttpError } from './http-error.js';
import { requireOwnHost } from './own-origin.js';

/** What the serving thread has been asked, and what it owes. Probes and the page's own traffic are not counted. */
export class ServerLoad {
  /** Requests begun and not answered yet. */
  inFlight = 0;
  /** Requests answered, whatever the status. */
  answered = 0;
  /** Answers with a status of 500 or more; they count as answered, too. */
  failed = 0;
}

export interface RouteRequest {
  /** Values of the pattern's `:names`, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly message: IncomingMessage;
  /** For routes that answer themselves; those return undefined. */
  readonly response: ServerResponse;
}

export interface Reply {
  readonly status?: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with a content type of the route's choice (default: JSON). */
  readonly text?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** `/kv/:key` */
  readonly pattern: string;
  /** One line about the route, for the list that an unknown path is answered with. */
  readonly about: string;
  /** Whether it counts as work of the server; probes and the page do not. */
  readonly counts: boolean;
  handle(request: RouteRequest): Reply | undefined | Promise<Reply | undefined>;
}

type Handle = Route['handle'];

/** Something that counts as work of the server. @param about for the list that a request to nowhere gets */
export function counted(method: Route['method'], pattern: string, about: string, handle: Handle): Route {
  return { method, pattern, about, counts: true, handle };
}

/** A probe, or what the page lives on. */
export function uncounted(method: Route['method'], pattern: string, about: string, handle: Handle): Route {
  return { method, pattern, about, counts: false, handle };
}

/** Requests under way at once; more are refused, so that nobody can fill the memory. */
const MAX_IN_FLIGHT = 1_000;
/** Sockets at once; the rest are closed as they come. */
const MAX_CONNECTIONS = 4_000;
const HEADERS_TIMEOUT_MILLIS = 10_000;
const REQUEST_TIMEOUT_MILLIS = 20_000;
const MAX_HEADER_BYTES = 8 * 1024;

/**
 * An HTTP server over a list of routes. Whatever goes wrong is answered in JSON that says what is accepted.
 *
 * @param servedHost the name or address people reach it by, beside the usual ones
 */
export function createApp(routes: readonly Route[], load: ServerLoad, servedHost: string): Server {
  const compiled = routes.map((each) => ({ route: each, segments: each.pattern.split('/') }));
  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    // An answer to a client that has gone fails: that is not our error.
    response.on('error', () => undefined);
    void answer(message, response);
  };

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    let isCounted = false;
    try {
      requireOwnHost(message, servedHost);
      const { pathname, searchParams } = parseTarget(message.url ?? '/');
      const { route, params } = find(message.method ?? 'GET', pathname);
      if (route.counts) {
        if (load.inFlight >= MAX_IN_FLIGHT) throw busy(`${MAX_IN_FLIGHT} requests are under way`);
        isCounted = true;
        load.inFlight++;
      }
      const reply = await route.handle({ params, query: searchParams, message, response });
      if (reply !== undefined) send(message, response, reply);
    } catch (error) {
      sendError(message, response, error);
    } finally {
      if (isCounted) {
        load.inFlight--;
        load.answered++;
        if (response.statusCode >= 500) load.failed++;
      }
    }
  }

  function find(method: string, pathname: string): { route: Route; params: Record<string, string> } {
    const segments = pathname.split('/');
    const allowed: string[] = [];
    for (const candidate of compiled) {
      const params = match(candidate.segments, segments);
      if (params === undefined) continue;
      if (candidate.route.method === method || (method === 'HEAD' && candidate.route.method === 'GET')) {
        return { route: candidate.route, params };
      }
      allowed.push(candidate.route.method);
    }
    if (allowed.length === 0) throw unknownRoute(pathname, routes);
    throw new HttpError(405, 'method-not-allowed', `${method} is not possible here`, allowed, {
      allow: allowed.join(', '),
    });
  }

  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, handle);
  server.maxConnections = MAX_CONNECTIONS;
  server.headersTimeout = HEADERS_TIMEOUT_MILLIS;
  server.requestTimeout = REQUEST_TIMEOUT_MILLIS;
  return server;
}

export function busy(reason: string): HttpError {
  return new HttpError(503, 'busy', reason, 'the same request a little later', { 'retry-after': '1' });
}

function unknownRoute(pathname: string, routes: readonly Route[]): HttpError {
  const accepted = routes.map(({ method, pattern, about }) => `${method} ${pattern}: ${about}`);
  return new HttpError(404, 'unknown-route', `there is nothing at ${pathname}`, accepted);
}

function parseTarget(target: string): URL {
  // A target is a path, or with a proxy's manners an absolute URL; the host is of no interest here.
  try {
    return new URL(target, 'http://localhost');
  } catch {
    throw new HttpError(400, 'bad-url', 'the URL cannot be read', 'a path and a query');
  }
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index];
    if (!expected.startsWith(':')) {
      if (expected !== segment) return undefined;
    } else {
      if (segment === '') return undefined;
      params[expected.slice(1)] = decode(segment);
    }
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpError(400, 'bad-url', `'${segment}' is not percent-encoded UTF-8`, 'percent-encoded UTF-8');
  }
}

function send(message: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { status = 200, body, headers } = reply;
  const payload = reply.text ?? (body === undefined ? '' : JSON.stringify(body));
  const content =
    status === 204 ? {} : { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(payload) };
  response.writeHead(status, { ...SECURITY_HEADERS, ...content, ...headers });
  response.end(message.method === 'HEAD' ? undefined : payload);
}

function sendError(message: IncomingMessage, response: ServerResponse, error: unknown): void {
  const httpError = error instanceof HttpError ? error : unexpected(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, headers } = httpError;
  // A body that was never read would be taken for the next request.
  const unread = message.complete ? {} : { connection: 'close' };
  send(message, response, { status, body: httpError, headers: { ...unread, ...headers } });
}

function unexpected(error: unknown): HttpError {
  console.error(error);
  return new HttpError(
    500,
    'internal-error',
    'the server failed; its log says how',
    'nothing can be done here',
  );
}
