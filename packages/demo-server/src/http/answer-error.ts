import type { FastifyReply, FastifyRequest } from 'fastify';
import { debuglog } from 'node:util';

import { HttpError } from './http-error.js';

const debug = debuglog('offloop-demo');

interface Property {
  /** Text that says what is accepted, for clients that sent something else. */
  readonly description: string;
  readonly [keyword: string]: unknown;
}

/** JSON Schema of a query, or of the parameters in a path. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** The error that fastify makes for a request that it refuses. */
interface Refusal extends Error {
  readonly statusCode?: number;
  readonly code?: string;
  /** Part of the request that does not fit the route's schema. */
  readonly validationContext?: 'querystring' | 'params' | 'body' | 'headers';
}

/** Answers a request with the error that a route, or fastify, has thrown. */
export function answerError(error: Refusal | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  const answer = error instanceof HttpError ? error : refusalOf(error, request);
  void reply.code(answer.status).headers(answer.headers).send(answer.toJSON());
}

function refusalOf(error: Refusal, request: FastifyRequest): HttpError {
  const { statusCode = 500, code = 'bad-request', message } = error;
  if (statusCode >= 500) {
    console.error(error);
    const said = 'the server failed; its log says how';
    return new HttpError(500, 'internal-error', said, 'nothing can be done here');
  }
  // Some of them are uploads that were cut off, as people close pages and lose networks: nobody is left to answer.
  debug('%s %s: %s', request.method, request.url, message);
  return new HttpError(statusCode, code, message, acceptedBy(error, request));
}

/** Returns the `description` of each property of the schema that the request does not fit. */
function acceptedBy({ validationContext }: Refusal, { routeOptions }: FastifyRequest): string | string[] {
  if (validationContext === undefined) return bodyAccepted(routeOptions.bodyLimit);
  const schema = routeOptions.schema?.[validationContext] as ObjectSchema | undefined;
  return Object.values(schema?.properties ?? {}).map(({ description }) => description);
}

function bodyAccepted(most: number): string {
  return `a percent-encoded URL; a JSON body of at most ${most} bytes, with content-type: application/json`;
}
