import { expect, test } from 'vitest';

import { connectOfficial } from '../cluster/support/official.js';
import { memberOfTest } from '../client/support/embedded-member.js';
import { connect } from '../client/support/client-bench.js';

/** The part of the official client's internals that programs take partitions from. */
interface Internals {
  getSerializationService(): {
    toData(value: unknown): { toBuffer(): Buffer; getType(): number; getPartitionHash(): number };
    toObject(data: unknown): unknown;
  };
  getPartitionService(): { getPartitionId(key: unknown): number };
}

test('what programs take from internal parts of the official client has a public way here', async () => {
  const member = await memberOfTest();
  const official = await connectOfficial(member.address);
  const { client } = await connect(member.address, { runtime: { workers: 0 } });
  const internals = official as unknown as Internals;
  for (const key of ['k', 7, { id: 7 }]) {
    const data = internals.getSerializationService().toData(key);
    const partition = internals.getPartitionService().getPartitionId(data);
    expect(client.getPartitionService().getPartitionId(key)).toBe(partition);
  }
  const theirs = internals.getSerializationService();
  const own = client.getSerializationService();
  const values = [
    'text',
    1.5,
    true,
    null,
    12n,
    new Date(5),
    Buffer.from('ab'),
    ['a', 'b'],
    [1, 2],
    { a: [1] },
  ];
  for (const value of values) {
    const [data, officially] = [own.toData(value), theirs.toData(value)];
    expect(data.toBuffer()).toEqual(officially.toBuffer());
    expect([data.getType(), data.getPartitionHash()]).toEqual([
      officially.getType(),
      officially.getPartitionHash(),
    ]);
    expect(own.toObject(data)).toEqual(theirs.toObject(officially));
  }
  expect(client.getClusterService()).toBe(client.getCluster());
  expect((official as unknown as { getClusterService(): unknown }).getClusterService()).toBe(
    official.getCluster(),
  );
  const map = await client.getMap('m');
  await map.set(own.toData('k'), own.toData({ a: 1 }));
  expect(await map.get('k')).toEqual({ a: 1 });
  expect(client.getLocalEndpoint().localAddress.host).toBe(official.getLocalEndpoint().localAddress.host);
  expect((await client.diagnose()).shards).toHaveLength(1);
});
