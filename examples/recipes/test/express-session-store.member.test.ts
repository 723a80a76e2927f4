import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import session from 'express-session';
import type { IMap } from 'offloop';
import { expect, onTestFinished, test } from 'vitest';

import { HazelcastStore } from '../src/express-session-store.mjs';
import { connected } from './support/client-bench.js';

declare module 'express-session' {
  interface SessionData {
    visits: number;
  }
}

type Sessions = IMap<string, session.SessionData>;

/** Starts a server whose sessions are in the map. Resolves to its URL. */
async function serve(map: Sessions, cookie: session.CookieOptions): Promise<string> {
  const app = express();
  const store = new HazelcastStore(map) as unknown as session.Store;
  app.use(
    session({ store, secret: 'a secret of the test', resave: false, saveUninitialized: false, cookie }),
  );
  app.get('/count', (request, response) => {
    request.session.visits = (request.session.visits ?? 0) + 1;
    response.json({ visits: request.session.visits });
  });
  app.get('/look', (request, response) => void response.json({ visits: request.session.visits ?? null }));
  app.get('/leave', (request, response) => request.session.destroy(() => response.json({})));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns a function that fetches a URL as a browser with one cookie does. */
function browser(): (url: string) => Promise<unknown> {
  let cookie = '';
  return async (url) => {
    const response = await fetch(url, { headers: { cookie } });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return response.json();
  };
}

test('sessions of Express are seen by every server, until they are destroyed', async () => {
  const { client } = await connected();
  const map: Sessions = await client.getMap('sessions');
  const [one, other] = await Promise.all([serve(map, {}), serve(map, {})]);
  const [ada, bob] = [browser(), browser()];

  expect(await ada(`${one}/count`)).toEqual({ visits: 1 });
  expect(await ada(`${other}/count`)).toEqual({ visits: 2 });
  expect(await bob(`${one}/count`)).toEqual({ visits: 1 });
  expect(await map.size()).toBe(2);

  expect(await ada(`${one}/leave`)).toEqual({});
  expect(await ada(`${other}/look`)).toEqual({ visits: null });
  expect(await map.size()).toBe(1);
});

test('a session of Express expires with its cookie, and a visit prolongs it', async () => {
  const { client } = await connected();
  const map: Sessions = await client.getMap('sessions');
  const url = await serve(map, { maxAge: 60_000, rolling: true } as session.CookieOptions);
  const ada = browser();

  await ada(`${url}/count`);
  const [id] = await map.keySet();
  const expires = async (): Promise<number> => Number((await map.getEntryView(id))?.expirationTime);
  const ttl = Number((await map.getEntryView(id))?.ttl);
  expect(ttl).toBeGreaterThan(50_000);
  expect(ttl).toBeLessThanOrEqual(60_000);

  const first = await expires();
  await map.setTtl(id, 5_000);
  expect(await expires()).toBeLessThan(first);
  await ada(`${url}/look`);
  expect(await expires()).toBeGreaterThanOrEqual(first);
});

test('the store gives all sessions, their number, and nothing when they are cleared', async () => {
  const { client } = await connected();
  const store = new HazelcastStore(await client.getMap('sessions'));
  const call = (method: string, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const callback = (error: unknown, result: unknown): void => (error ? reject(error) : resolve(result));
      (store as unknown as Record<string, (...all: unknown[]) => void>)[method](...args, callback);
    });
  await call('set', 'a', { visits: 1, cookie: { maxAge: null } });
  await call('set', 'b', { visits: 2, cookie: {} });
  expect(await call('get', 'a')).toEqual({ visits: 1, cookie: { maxAge: null } });
  expect(await call('get', 'none')).toBeNull();
  expect(await call('length')).toBe(2);
  expect((await call('all')) as unknown[]).toHaveLength(2);
  await call('clear');
  expect(await call('length')).toBe(0);
  await client.shutdown();
  await expect(call('get', 'a')).rejects.toMatchObject({ code: 'ERR_OFFLOOP_CLIENT_NOT_ACTIVE' });
});
