import { Client as OfficialClient } from 'hazelcast-client';
import { Client, DistributedObjectEvent, InitialMembershipEvent } from 'offloop';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

import { embeddedMember, memberOfTest } from './support/embedded-member.js';
import { codeOf, connect, eventually, testConfig, TESTED_WORKERS, THREADS } from './support/client-bench.js';
import { Code } from './support/codes.js';

const member = await embeddedMember();
const official = await OfficialClient.newHazelcastClient({
  network: { clusterMembers: [member.address] },
  properties: { 'hazelcast.logging.level': 'OFF' },
});
afterAll(() => official.shutdown());

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };

  test('the members are known when the client is, and listeners of the configuration have heard of them', async () => {
    const heard: InitialMembershipEvent[] = [];
    const { client } = await connect(member.address, {
      runtime,
      membershipListeners: [{ init: (event: InitialMembershipEvent) => void heard.push(event) } as never],
    });
    const members = client.getCluster().getMembers();
    expect(members.map(String)).toEqual(official.getCluster().getMembers().map(String));
    expect(heard).toHaveLength(1);
    expect(heard[0]).toBeInstanceOf(InitialMembershipEvent);
    expect(heard[0].members).toEqual(members);
    expect(heard[0].cluster).toBe(client.getCluster());
  });

  test('a cluster that was replaced by another means members that left and members that were added', async () => {
    const first = await memberOfTest();
    const heard: string[] = [];
    const { client, lifecycle } = await connect(first.address, {
      runtime,
      membershipListeners: [
        {
          memberAdded: (event) => void heard.push(`+ ${event.member.uuid.toString()}`),
          memberRemoved: (event) => void heard.push(`- ${event.member.uuid.toString()}`),
        },
      ],
    });
    const uuid = (): string => client.getCluster().getMembers()[0].uuid.toString();
    const before = uuid();
    await first.stop();
    await lifecycle.until('DISCONNECTED');
    expect(uuid()).toBe(before);
    await memberOfTest({ port: first.port });
    await lifecycle.until('CONNECTED', 2);
    expect(heard).toEqual([`- ${before}`, `+ ${uuid()}`]);
  });

  test('the partition service says what the official one says', async () => {
    const { client } = await connect(member.address, { runtime });
    const [ours, theirs] = [client.getPartitionService(), official.getPartitionService()];
    expect(ours.getPartitionCount()).toBe(theirs.getPartitionCount());
    for (const key of [
      '',
      'a',
      'žluťoučký',
      0,
      -1,
      1.5,
      true,
      10n ** 30n,
      { a: 1 },
      [1, 2],
      Buffer.from('x'),
    ]) {
      expect(ours.getPartitionId(key)).toBe(theirs.getPartitionId(key));
    }
    for (let id = 0; id < ours.getPartitionCount(); id++) {
      expect(ours.getPartitionOwner(id).toString()).toBe(theirs.getPartitionOwner(id).toString());
    }
    expect(ours.getPartitionOwner(-1)).toBeUndefined();
    expect(ours.getPartitionOwner(ours.getPartitionCount())).toBeUndefined();
    expect(() => ours.getPartitionId(() => undefined)).toThrow(
      expect.objectContaining({ code: Code.SERIALIZATION }) as Error,
    );
  });

  test('distributed objects that others make and destroy are told of, until the listener is removed', async () => {
    const { client } = await connect(member.address, { runtime });
    const heard: DistributedObjectEvent[] = [];
    const id = await client.addDistributedObjectListener((event) => void heard.push(event));
    const name = `seen-${workers}`;
    const map = await official.getMap(name);
    await map.destroy();
    await eventually(() => heard.length === 2);
    expect(heard[0]).toBeInstanceOf(DistributedObjectEvent);
    expect(heard).toEqual([
      new DistributedObjectEvent('created', 'hz:impl:mapService', name),
      new DistributedObjectEvent('destroyed', 'hz:impl:mapService', name),
    ]);
    expect(await client.removeDistributedObjectListener(id)).toBe(true);
    expect(await client.removeDistributedObjectListener(id)).toBe(false);
    expect(await codeOf(client.addDistributedObjectListener({} as never))).toBe(Code.ILLEGAL_ARGUMENT);
    await (await official.getMap(`unseen-${workers}`)).destroy();
    // An event would have come before this answer, on the same connection.
    await client.getDistributedObjects();
    expect(heard).toHaveLength(2);
  });
});

test('before the first connection there are no members and no partitions, and listeners can be there already', async () => {
  // With 'auto' a listener is registered when the thread leads, which is a little later.
  const { config, lifecycle } = testConfig(member.address, {
    connectionStrategy: { asyncStart: true },
    runtime: { workers: THREADS },
  });
  const client = await Client.newHazelcastClient(config);
  onTestFinished(() => client.shutdown());
  const partitions = client.getPartitionService();
  // Before a turn of the loop: nothing can have come from the worker.
  expect(lifecycle.count('CONNECTED')).toBe(0);
  expect(client.getCluster().getMembers()).toEqual([]);
  expect(partitions.getPartitionCount()).toBe(0);
  expect(() => partitions.getPartitionId('k')).toThrow(
    expect.objectContaining({ code: Code.CLIENT_OFFLINE }) as Error,
  );
  const heard: string[] = [];
  await client.addDistributedObjectListener(({ objectName }) => void heard.push(objectName));
  await lifecycle.until('CONNECTED');
  await client.getMap('first');
  await eventually(() => heard.includes('first'));
});
