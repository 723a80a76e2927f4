import type { FastifyInstance } from 'fastify';
import type { IMap } from 'offloop';

import type { ObjectSchema } from '../http/answer-error.js';
import { JSON_TYPE } from '../http/headers.js';
import { gridCall, HttpError } from '../http/http-error.js';

/** A value as it is stored. It is wrapped, so that every JSON value can be one, also `null` and mixed arrays. */
export interface Stored {
  readonly value: unknown;
}

const MAX_VALUE_BYTES = 64 * 1024;
const MAX_KEY_LENGTH = 200;
/** Time after which an entry is removed, in ms: without it, a demo left running would fill up. */
const TIME_TO_LIVE = 60 * 60 * 1000;

const PARAMS: ObjectSchema = {
  type: 'object',
  properties: {
    key: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_KEY_LENGTH,
      description: `a key of at most ${MAX_KEY_LENGTH} characters`,
    },
  },
  additionalProperties: false,
};
const NO_QUERY: ObjectSchema = { type: 'object', additionalProperties: false };

interface Keyed {
  readonly Params: { readonly key: string };
}

/** Adds routes that serve the map as a key-value store: the shortest path from a URL to the cluster and back. */
export function kvRoutes(app: FastifyInstance, map: IMap<string, Stored>): void {
  const schema = { params: PARAMS, querystring: NO_QUERY };
  const about = (text: string): object => ({ schema, config: { about: text } });

  app.get<Keyed>('/kv/:key', about('the value, as JSON'), async ({ params: { key } }, reply) => {
    const stored = await gridCall(map.get(key));
    if (stored === null)
      throw new HttpError(404, 'no-entry', `there is no entry '${key}'`, 'a key that was PUT before');
    return reply.type(JSON_TYPE).send(JSON.stringify(stored.value));
  });

  app.put<Keyed>(
    '/kv/:key',
    {
      ...about(`stores a JSON value of at most ${MAX_VALUE_BYTES} bytes for an hour`),
      bodyLimit: MAX_VALUE_BYTES,
    },
    async ({ params: { key }, body }, reply) => {
      await gridCall(map.set(key, { value: body }, TIME_TO_LIVE));
      return reply.code(204).send();
    },
  );

  app.delete<Keyed>('/kv/:key', about('forgets the entry'), async ({ params: { key } }, reply) => {
    await gridCall(map.delete(key));
    return reply.code(204).send();
  });
}
