import { PassThrough } from 'node:stream';
import { startMember } from '@offloop/member';
import Fastify from 'fastify';
import type { Client } from 'offloop';
import { expect, onTestFinished, test, vi } from 'vitest';

import { hazelcast } from '../src/fastify-plugin.mjs';
import { configFor } from './support/client-bench.js';

test('a Fastify server has a client, says whether it is ready, and ends the client with itself', async () => {
  const member = await startMember({ log: () => undefined });
  const log = new PassThrough({ encoding: 'utf8' });
  const server = Fastify({ logger: { level: 'info', stream: log } });
  onTestFinished(async () => {
    await server.close();
    await member.stop();
  });
  await server.register(hazelcast, configFor(member));
  const clientOf = (owner: object): Client => (owner as { readonly hazelcast: Client }).hazelcast;
  server.post<{ Params: { readonly name: string } }>('/visits/:name', async ({ params }) => {
    const visits = await clientOf(server).getPNCounter(params.name);
    return { visits: Number(await visits.incrementAndGet()) };
  });
  await server.ready();
  expect(log.read()).toMatch(/"msg":"the client is CONNECTED"/);

  const visit = (): Promise<{ json(): unknown }> => server.inject({ method: 'POST', url: '/visits/home' });
  expect((await visit()).json()).toEqual({ visits: 1 });
  expect((await visit()).json()).toEqual({ visits: 2 });

  const ready = async (): Promise<number> => (await server.inject('/ready')).statusCode;
  expect(await ready()).toBe(200);
  await member.stop();
  await vi.waitUntil(async () => (await ready()) === 503, { timeout: 30_000 });

  await server.close();
  expect(clientOf(server).getLifecycleService().isRunning()).toBe(false);
});
