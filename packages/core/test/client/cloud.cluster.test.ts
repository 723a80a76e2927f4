import { startRealCluster, startRealMember, type FaultProxy } from '@offloop/tools';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { connect, eventually, shardsOf, TESTED_WORKERS } from './support/client-bench.js';
import { cloudMembers, startCloudService } from './support/cloud-service.js';
import { figuresOf } from './support/figures.js';
import { proxyTo } from './support/proxied-member.js';

beforeEach(() => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test('every member is connected to at the address that the cloud tells, those that join later too', async () => {
  const cluster = await startRealCluster(2, { heap: '256m' });
  onTestFinished(() => cluster.kill());
  const pairs = await Promise.all(
    cluster.addresses.map(async (own) => [own, await proxyTo(own)] as [string, FaultProxy]),
  );
  const told = () => cloudMembers(...pairs.map(([own, { address }]): [string, string] => [own, address]));
  const service = await startCloudService(told());
  const { client, log } = await connect('', {
    network: { clusterMembers: [], hazelcastCloud: { discoveryToken: 'token' } },
    properties: { 'hazelcast.client.cloud.url': service.url },
  });
  await eventually(() => figuresOf(client).connections === 2);
  expect(pairs.map(([, proxy]) => proxy.connections)).toEqual(pairs.map(() => shardsOf(TESTED_WORKERS)));
  const map = await client.getMap<number, number>('cloud');
  await map.putAll(Array.from({ length: 100 }, (_, i): [number, number] => [i, i]));

  const third = await startRealMember({ members: cluster.addresses, heap: '256m' });
  onTestFinished(async () => void (await third.kill()));
  await eventually(() => log.some(({ text }) => text.includes('could not translate address')));
  pairs.push([third.address, await proxyTo(third.address)]);
  service.answer = told();
  await eventually(() => figuresOf(client).connections === 3);
  expect(pairs.map(([, proxy]) => proxy.connections)).toEqual(pairs.map(() => shardsOf(TESTED_WORKERS)));
  expect(await map.size()).toBe(100);
});
