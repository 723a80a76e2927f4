import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createApp, type Route } from '../../src/http/app.js';
import { readJson } from '../../src/http/body.js';
import { ServerLoad } from '../../src/http/app.js';

const MAX_BYTES = 100;
const load = new ServerLoad();
const routes: Route[] = [
  {
    method: 'GET',
    pattern: '/things/:name',
    about: 'a thing',
    counts: true,
    handle: ({ params }) => ({ body: params['name'] }),
  },
  {
    method: 'PUT',
    pattern: '/things/:name',
    about: 'takes a thing',
    counts: true,
    handle: async ({ message }) => ({ body: await readJson(message, MAX_BYTES) }),
  },
  {
    method: 'GET',
    pattern: '/bug',
    about: 'throws',
    counts: true,
    handle: () => {
      throw new Error('secret detail');
    },
  },
];

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let server: Server;
let port: number;
beforeAll(async () => {
  server = createApp(routes, load, 'shop.example');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

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
  test('gives a route its decoded parameters', async () => {
    expect((await ask('GET', '/things/a%2Fb%20%C3%BC')).text).toBe('"a/b ü"');
  });

  test('answers HEAD without a body, but with its length', async () => {
    const { status, headers, text } = await ask('HEAD', '/things/abc');
    expect([status, headers['content-length'], text]).toEqual([200, '5', '']);
  });

  test('sends headers that keep browsers from doing what nobody meant', async () => {
    for (const path of ['/things/a', '/nowhere']) {
      const { headers } = await ask('GET', path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test.each([
    ['GET', '/nowhere', 404, 'unknown-route', 'GET /things/:name'],
    ['GET', '/things/', 404, 'unknown-route', 'GET /things/:name'],
    ['DELETE', '/things/a', 405, 'method-not-allowed', 'PUT'],
    ['GET', '/things/%zz', 400, 'bad-url', 'percent-encoded'],
    ['GET', 'http://[', 400, 'bad-url', 'a path'],
  ])('%s %s is %i in JSON, with what is accepted', async (method, path, status, code, accepted) => {
    const answer = await ask(method, path);
    const { error } = JSON.parse(answer.text) as { error: { code: string; accepted: unknown } };
    expect([answer.status, error.code]).toEqual([status, code]);
    expect(JSON.stringify(error.accepted)).toContain(accepted);
  });

  test('takes a JSON body of its longest length, and refuses one byte more, announced or not', async () => {
    const fits = JSON.stringify('x'.repeat(MAX_BYTES - 2));
    expect((await ask('PUT', '/things/a', JSON_BODY, [fits])).text).toBe(fits);
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

  test('counts what it answered and owes nothing afterwards', async () => {
    const { answered, failed } = load;
    await ask('GET', '/things/a');
    await ask('GET', '/bug');
    await ask('GET', '/nowhere');
    expect(load).toMatchObject({ inFlight: 0, answered: answered + 2, failed: failed + 1 });
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
      expect((await ask('GET', '/things/a', { host })).status).toBe(421);
    },
  );
});
