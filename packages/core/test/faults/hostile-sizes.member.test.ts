import type { Member } from '@offloop/member';
import { encodeEvent, messages, type ResponseOf } from '@offloop/wire';
import { Client } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { memberOfTest } from '../client/support/embedded-member.js';
import { connectMap, connect, eventually, freshMap, testConfig } from '../client/support/client-bench.js';
import { shardsOf, TESTED_WORKERS } from '../client/support/workers.js';
import { answerWith, correlation, memberInfo, welcome } from './support/scripted.js';

const { addClusterViewListener } = messages.client;

function manyMembers(): NonNullable<ResponseOf<typeof messages.client.authentication>['memberInfos']> {
  return Array.from({ length: 10_001 }, (_, i) => memberInfo({ msb: 7n, lsb: BigInt(i) }, 1, true));
}

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let hostile: Member;
  beforeEach(async () => {
    hostile = await memberOfTest();
  });
  const welcomeWith = (claim: () => Parameters<typeof welcome>[1]): void =>
    void answerWith(hostile, 'client.authentication', ({ correlationId }) => welcome(correlationId, claim()));

  const claims = [
    ['a hundred million partitions', () => ({ partitionCount: 100_000_000 }), 'as many partitions'],
    ['all the partitions a number can say', () => ({ partitionCount: 2 ** 31 - 1 }), 'as many partitions'],
    ['no partitions', () => ({ partitionCount: 0 }), 'as many partitions'],
    ['less than no partitions', () => ({ partitionCount: -1 }), 'as many partitions'],
    ['ten thousand members and one', () => ({ memberInfos: manyMembers() }), 'as many members'],
  ] as const;

  test.each(claims)('a member that claims to be of %s is passed over', async (_what, claim, problem) => {
    welcomeWith(claim);
    const good = await memberOfTest();
    const { log, map } = await connectMap(hostile.address, {
      runtime: { workers },
      properties: { 'hazelcast.client.shuffle.member.list': false },
      network: { clusterMembers: [hostile.address, good.address] },
    });
    await map.set('k', 'v');
    expect(good.connections).toBe(shardsOf(workers));
    await eventually(() => hostile.connections === 0);
    expect(log.some(({ text }) => text.includes(problem))).toBe(true);
  });

  test('one that is the only one is told of when the time to connect is over', async () => {
    welcomeWith(() => ({ partitionCount: 100_000_000 }));
    const { config } = testConfig(hostile.address, {
      runtime: { workers },
      connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: 50 } },
    });
    await expect(Client.newHazelcastClient(config)).rejects.toThrow(
      'No cluster has as many partitions (partitions 100000000, limit 1000000)',
    );
  });

  test('a view with ten thousand members and one costs its connection', async () => {
    const view = { version: 9, memberInfos: manyMembers() };
    answerWith(
      hostile,
      'client.addClusterViewListener',
      ({ correlationId }) =>
        encodeEvent(addClusterViewListener, 'MembersView', view, correlation(correlationId)),
      1,
    );
    const { client, lifecycle, log } = await connect(hostile.address, { runtime: { workers } });
    await lifecycle.until('CONNECTED', 2);
    expect(log.some(({ text }) => text.includes('as many members'))).toBe(true);
    expect(client.getCluster().getMembers()).toHaveLength(1);
    const map = await freshMap(client);
    await map.set('k', 'v');
  });
});
