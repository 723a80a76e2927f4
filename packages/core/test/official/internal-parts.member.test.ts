import { startMember } from '@offloop/member';
import { Client as OfficialClient } from 'hazelcast-client';
import { expect, onTestFinished, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';

/** The part of the official client's internals that programs take partitions from. */
interface Internals {
  getSerializationService(): { toData(value: unknown): unknown };
  getPartitionService(): { getPartitionId(key: unknown): number };
}

test('what programs take from internal parts of the official client has a public way here', async () => {
  const member = await startMember({ log: () => undefined });
  onTestFinished(() => member.stop());
  const network = { clusterMembers: [member.address] };
  const official = await OfficialClient.newHazelcastClient({
    network,
    properties: { 'hazelcast.logging.level': 'OFF' },
  });
  onTestFinished(() => official.shutdown());
  const { client } = await connect(member.address, { runtime: { workers: 0 } });
  const internals = official as unknown as Internals;
  for (const key of ['k', 7, { id: 7 }]) {
    const data = internals.getSerializationService().toData(key);
    const theirs = internals.getPartitionService().getPartitionId(data);
    expect(client.getPartitionService().getPartitionId(key)).toBe(theirs);
  }
  expect(client.getLocalEndpoint().localAddress.host).toBe(official.getLocalEndpoint().localAddress.host);
  expect((await client.diagnose()).shards).toHaveLength(1);
});
