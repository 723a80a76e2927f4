import type { IMap } from 'offloop';

import { counted, type Reply, type Route, type RouteRequest } from '../http/app.js';
import { readJson } from '../http/body.js';
import { gridCall, HttpError } from '../http/http-error.js';
import { readQuery } from '../http/query.js';

/** A value as it is stored. Wrapped, so that every JSON value can be one, `null` and mixed arrays too. */
export interface Stored {
  readonly value: unknown;
}

const MAX_VALUE_BYTES = 64 * 1024;
const MAX_KEY_LENGTH = 200;
/** Entries go by themselves, or a demo left running would fill up. Milliseconds. */
const TIME_TO_LIVE = 60 * 60 * 1000;

/** The map as a key-value store: the shortest path from a URL to the grid and back. */
export function kvRoutes(map: IMap<string, Stored>): Route[] {
  return [
    counted('GET', '/kv/:key', 'the value, as JSON', async (request) => {
      const key = keyOf(request);
      const stored = await gridCall(map.get(key));
      if (stored === null) {
        throw new HttpError(404, 'no-entry', `there is no entry '${key}'`, 'a key that was PUT before');
      }
      return { body: stored.value };
    }),
    counted(
      'PUT',
      '/kv/:key',
      `stores a JSON value of at most ${MAX_VALUE_BYTES} bytes for an hour`,
      async (request) => {
        const key = keyOf(request);
        const value = await readJson(request.message, MAX_VALUE_BYTES);
        await gridCall(map.set(key, { value }, TIME_TO_LIVE));
        return noContent();
      },
    ),
    counted('DELETE', '/kv/:key', 'forgets the entry', async (request) => {
      await gridCall(map.delete(keyOf(request)));
      return noContent();
    }),
  ];
}

function keyOf({ params, query }: RouteRequest): string {
  readQuery(query, {});
  const key = params['key'];
  if (key.length > MAX_KEY_LENGTH) {
    const accepted = `a key of at most ${MAX_KEY_LENGTH} characters`;
    throw new HttpError(400, 'bad-key', `the key has ${key.length} characters`, accepted);
  }
  return key;
}

function noContent(): Reply {
  return { status: 204 };
}
