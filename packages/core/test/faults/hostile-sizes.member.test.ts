import { startMember, type Member } from '@offloop/member';
import { encodeEvent, encodeResponse, messages, type ResponseOf } from '@offloop/wire/protocol';
import { Client } from 'offloop';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { connect, eventually, freshMap, testConfig } from '../client/support/client-bench.js';

const { authentication, addClusterViewListener } = messages.client;
const UUID = { msb: 1n, lsb: 2n };

/** What a member says that lets a client in, with this in it. */
function welcome(correlationId: bigint, claims: Partial<ResponseOf<typeof authentication>>): Buffer {
  const response = {
    status: 0,
    address: { host: '127.0.0.1', port: 5701 },
    memberUuid: UUID,
    serializationVersion: 1,
    serverHazelcastVersion: '5.6.0',
    partitionCount: 271,
    clusterId: UUID,
    failoverSupported: false,
    tpcPorts: null,
    tpcToken: null,
    memberListVersion: 1,
    memberInfos: [],
    partitionListVersion: 1,
    partitions: [],
    keyValuePairs: new Map<string, string>(),
    ...claims,
  };
  return encodeResponse(authentication, response, correlation(correlationId));
}

function correlation(id: bigint): { correlationLow: number; correlationHigh: number } {
  return {
    correlationLow: Number(BigInt.asIntN(32, id)),
    correlationHigh: Number(BigInt.asIntN(32, id >> 32n)),
  };
}

function manyMembers(): NonNullable<ResponseOf<typeof authentication>['memberInfos']> {
  return Array.from({ length: 10_001 }, (_, i) => ({
    address: { host: '127.0.0.1', port: 1 },
    uuid: { msb: 7n, lsb: BigInt(i) },
    attributes: new Map(),
    liteMember: true,
    version: { major: 5, minor: 6, patch: 0 },
    addressMap: new Map(),
  }));
}

async function member(): Promise<Member> {
  const started = await startMember({ log: () => undefined });
  onTestFinished(() => started.stop());
  return started;
}

describe.each([1, 0])('with workers: %i', (workers) => {
  let hostile: Member;
  beforeEach(async () => {
    hostile = await member();
  });

  const claims = [
    ['a hundred million partitions', () => ({ partitionCount: 100_000_000 }), 'as many partitions'],
    ['all the partitions a number can say', () => ({ partitionCount: 2 ** 31 - 1 }), 'as many partitions'],
    ['less than no partitions', () => ({ partitionCount: -1 }), 'as many partitions'],
    ['ten thousand members and one', () => ({ memberInfos: manyMembers() }), 'as many members'],
  ] as const;

  test.each(claims)('a member that claims to be of %s is passed over', async (_what, claim, problem) => {
    hostile.faults.add({
      message: 'client.authentication',
      action: { kind: 'raw', bytes: ({ correlationId }) => welcome(correlationId, claim()) },
    });
    const good = await member();
    const { client, log } = await connect(hostile.address, {
      runtime: { workers },
      properties: { 'hazelcast.client.shuffle.member.list': false },
      network: { clusterMembers: [hostile.address, good.address] },
    });
    const map = await freshMap(client);
    await map.set('k', 'v');
    expect(good.connections).toBe(1);
    await eventually(() => hostile.connections === 0);
    expect(log.some(({ text }) => text.includes(problem))).toBe(true);
  });

  test('one that is the only one is told of when the time to connect is over', async () => {
    hostile.faults.add({
      message: 'client.authentication',
      action: {
        kind: 'raw',
        bytes: ({ correlationId }) => welcome(correlationId, { partitionCount: 100_000_000 }),
      },
    });
    const { config } = testConfig(hostile.address, {
      runtime: { workers },
      connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: 50 } },
    });
    await expect(Client.newHazelcastClient(config)).rejects.toThrow(
      'No cluster has as many partitions (partitions 100000000, limit 1000000)',
    );
  });

  test('a view with ten thousand members and one costs its connection', async () => {
    hostile.faults.add({
      message: 'client.addClusterViewListener',
      times: 1,
      action: {
        kind: 'raw',
        bytes: ({ correlationId }) =>
          encodeEvent(
            addClusterViewListener,
            'MembersView',
            { version: 9, memberInfos: manyMembers() },
            correlation(correlationId),
          ),
      },
    });
    const { client, lifecycle, log } = await connect(hostile.address, { runtime: { workers } });
    await lifecycle.until('CONNECTED', 2);
    expect(log.some(({ text }) => text.includes('as many members'))).toBe(true);
    expect(client.getCluster().getMembers()).toHaveLength(1);
    const map = await freshMap(client);
    await map.set('k', 'v');
  });
});
