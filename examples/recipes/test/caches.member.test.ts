import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { startMember } from '@offloop/member';
import type { Cache } from 'cache-manager';
import { Keyv } from 'keyv';
import { expect, onTestFinished, test } from 'vitest';

import { hazelcastCache } from '../src/cache-manager.mjs';
import { KeyvHazelcast } from '../src/keyv-adapter.mjs';
import { hazelcastCache as nestCache, Hazelcast } from '../src/nest-cache.mjs';
import { configFor, connected } from './support/client-bench.js';

test('Keyv keeps its entries in a map, each as long as it says', async () => {
  const { client } = await connected();
  const map = await client.getMap<string, string>('keyv');
  const keyv = new Keyv({ store: new KeyvHazelcast(map), namespace: 'shop' });

  expect(await keyv.get('tea')).toBeUndefined();
  expect(await keyv.set('tea', { price: 3 }, 60_000)).toBe(true);
  expect(await keyv.get('tea')).toEqual({ price: 3 });
  expect(await keyv.has('tea')).toBe(true);
  expect(await map.keySet()).toEqual(['shop:tea']);
  const ttl = Number((await map.getEntryView('shop:tea'))?.ttl);
  expect(ttl).toBeGreaterThan(50_000);
  expect(ttl).toBeLessThanOrEqual(60_000);

  await keyv.setMany([
    { key: 'cake', value: 4 },
    { key: 'soup', value: 7 },
  ]);
  expect(await keyv.getMany(['cake', 'none', 'soup'])).toEqual([4, undefined, 7]);
  expect(await keyv.delete('tea')).toBe(true);
  expect(await keyv.delete('tea')).toBe(false);
  expect(await keyv.delete(['cake', 'none'])).toBe(true);
  await keyv.clear();
  expect(await map.size()).toBe(0);
  await keyv.disconnect();
  expect(client.getLifecycleService().isRunning()).toBe(true);
});

test('two caches of cache-manager on one map: what the one has computed the other has', async () => {
  const { client } = await connected();
  const map = await client.getMap<string, string>('cache');
  const [one, other] = [hazelcastCache(map, { ttl: 60_000 }), hazelcastCache(map, { ttl: 60_000 })];
  let computed = 0;
  const price = (): Promise<number> => Promise.resolve(++computed);
  expect(await one.wrap('tea', price)).toBe(1);
  expect(await other.wrap('tea', price)).toBe(1);
  expect(computed).toBe(1);
  await one.del('tea');
  expect(await other.get('tea')).toBeUndefined();
});

test("Nest's cache is in the cluster, and its client ends with the application", async () => {
  const member = await startMember({ log: () => undefined });
  onTestFinished(() => member.stop());
  // oxlint-disable-next-line typescript/no-extraneous-class
  class AppModule {}
  Module({ imports: [nestCache(configFor(member), { ttl: 60_000 })] })(AppModule);
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
  onTestFinished(() => app.close());

  const cache = app.get<Cache>(CACHE_MANAGER);
  await cache.set('tea', { price: 3 });
  expect(await cache.get('tea')).toEqual({ price: 3 });
  const { client } = app.get(Hazelcast);
  expect(await (await client.getMap('nest-cache')).size()).toBe(1);

  await app.close();
  expect(client.getLifecycleService().isRunning()).toBe(false);
});
