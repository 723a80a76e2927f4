import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createConnection, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ObjectSchema } from '../../src/http/answer-error.js';
import { createApp } from '../../src/http/app.js';
import { countRequests, ServerLoad } from '../../src/http/server-load.js';

const MAX_BYTES = 100;
const load = new ServerLoad();
const querystring: ObjectSchema = {
  type: 'object',
  properties: { size: { type: 'integer', maximum: 9, description: 'size: at most 9' } },
  additionalProperties: false,
};

function thingRoutes(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(
    '/things/:name',
    { schema: { querystring }, config: { about: 'a thing' } },
    async ({ params, query }) => ({ ...params, query }),
  );
  app.put('/things/:name', { bodyLimit: MAX_BYTES }, async ({ body }) => ({ body }));
  app.get('/bug', () => {
    throw new Error('secret detail');
  });
}

/** Requests that are held until the promise is resolved. */
let release: () => void;
const released = new Promise<void>((resolve) => (release = resolve));

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = createApp('shop.example');
  app.register(async (scope) => {
    countRequests(scope, load);
    thingRoutes(scope);
    scope.get('/held', () => released);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  chunks: readonly string[] = [],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    // A server that refuses a body answers before it has read it.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}

const JSON_BODY = { 'content-type': 'application/json' };

describe('an app', () => {
  test('sends headers that keep browsers from doing what nobody meant', async () => {
    for (const path of ['/things/a', '/nowhere', '/things/%zz']) {
      const { headers } = await ask('GET', path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test.each([
    ['GET', '/nowhere', 404, 'unknown-route', 'GET /things/:name: a thing'],
    ['DELETE', '/things/a', 404, 'unknown-route', 'PUT /things/:name'],
    ['GET', 'http://[', 400, 'FST_ERR_BAD_URL', 'percent-encoded'],
    ['GET', '/things/%zz', 400, 'FST_ERR_BAD_URL', 'percent-encoded'],
    ['GET', '/things/a?size=10', 400, 'FST_ERR_VALIDATION', 'size: at most 9'],
    ['GET', '/things/a?size=1&size=2', 400, 'FST_ERR_VALIDATION', 'size: at most 9'],
    ['GET', '/things/a?colour=red', 400, 'FST_ERR_VALIDATION', 'size: at most 9'],
  ])('%s %s is %i in JSON, with what is accepted', async (method, path, status, code, accepted) => {
    const answer = await ask(method, path);
    const { error } = JSON.parse(answer.text) as { error: { code: string; accepted: unknown } };
    expect([answer.status, error.code]).toEqual([status, code]);
    expect(JSON.stringify(error.accepted)).toContain(accepted);
  });

  test('takes a JSON body of its longest length, and refuses one byte more, announced or not', async () => {
    const fits = JSON.stringify('x'.repeat(MAX_BYTES - 2));
    expect((await ask('PUT', '/things/a', JSON_BODY, [fits])).text).toBe(`{"body":${fits}}`);
    const long = JSON.stringify('x'.repeat(MAX_BYTES - 1));
    const announced = { ...JSON_BODY, 'content-length': String(long.length) };
    for (const headers of [announced, JSON_BODY]) {
      const { status, text } = await ask('PUT', '/things/a', headers, [long]);
      expect(status).toBe(413);
      expect(text).toContain(`at most ${MAX_BYTES} bytes`);
    }
  });

  test('refuses what is not JSON, by type and by content', async () => {
    expect((await ask('PUT', '/things/a', { 'content-type': 'text/plain' }, ['{}'])).status).toBe(415);
    expect((await ask('PUT', '/things/a', {}, ['{}'])).status).toBe(415);
    expect((await ask('PUT', '/things/a', JSON_BODY, ['{'])).status).toBe(400);
  });

  test('tells nobody what a bug of its own was, and goes on', async () => {
    const { status, text } = await ask('GET', '/bug');
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
    expect((await ask('GET', '/things/a')).status).toBe(200);
  });

  test.each(['localhost', '127.0.0.1:1', '[::1]:80', '192.0.2.7', 'shop.example:80', 'SHOP.example'])(
    'answers to the name %s',
    async (host) => {
      expect((await ask('GET', '/things/a', { host })).status).toBe(200);
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80'])(
    'refuses the name %j, which somebody else has led here',
    async (host) => {
      for (const path of ['/things/a', '/nowhere'])
        expect((await ask('GET', path, { host })).status).toBe(421);
    },
  );
});

describe('the requests of a scope', () => {
  test('are counted, and those refused before are not', async () => {
    const { answered, failed } = load;
    await ask('GET', '/things/a');
    await ask('GET', '/bug');
    await ask('GET', '/nowhere');
    await ask('GET', '/things/a', { host: 'evil.example' });
    await expect.poll(() => load).toMatchObject({ inFlight: 0, answered: answered + 2, failed: failed + 1 });
  });

  test('are not owed any more when their client has gone', async () => {
    const { answered } = load;
    const socket = createConnection(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /held HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => load.inFlight).toBe(1);
    socket.resetAndDestroy();
    await expect.poll(() => load).toMatchObject({ inFlight: 0, answered: answered + 1 });
    release();
    expect((await ask('GET', '/things/a')).status).toBe(200);
    expect(load.inFlight).toBe(0);
  });
});
