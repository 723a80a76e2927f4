import { describe, expect, test } from 'vitest';

import { codeOf, connect, eventually, freshMap, type Config } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { figuresOf } from '../client/support/figures.js';
import { realCluster } from './support/members.js';

const WRITES = 2000;

const cluster = realCluster(2, { heap: '256m', backupCount: 1 });

type Bench = Awaited<ReturnType<typeof bench>>;
const shard = ({ client }: Bench) => figuresOf(client);

async function bench(config: Config = {}) {
  const { client } = await connect(cluster.addresses[0], config);
  const map = await freshMap<string, string>(client);
  await eventually(() => figuresOf(client).connections === 2);
  return { client, map };
}

/** Waits until both members have confirmed their listeners: from then on every write is acknowledged. */
async function untilAsked(at: Bench): Promise<void> {
  while (shard(at).backupAcks === 0) await at.map.set('probe', 'v');
}

describe('two members with one backup', () => {
  test('acknowledge each write once, and no write waits for the timeout', async () => {
    const at = await bench({ properties: { 'hazelcast.client.operation.backup.timeout.millis': 600_000 } });
    await untilAsked(at);
    const before = shard(at).backupAcks;
    for (let i = 0; i < WRITES; i += 200) {
      await Promise.all(Array.from({ length: 200 }, (_, j) => at.map.set(`k${i + j}`, `v${i + j}`)));
    }
    expect(shard(at).backupAcks - before).toBe(WRITES);
    const read = await at.map.getAll(Array.from({ length: WRITES }, (_, i) => `k${i}`));
    expect(read).toHaveLength(WRITES);
    // Reads have no backups.
    expect(shard(at).backupAcks - before).toBe(WRITES);
    expect(shard(at).lateResponses).toBe(0);
  });

  test('answer when the backup is made, without acks, where the client does not want them', async () => {
    const at = await bench({ backupAckToClientEnabled: false });
    await Promise.all(Array.from({ length: 500 }, (_, i) => at.map.put(`k${i}`, 'v')));
    expect(shard(at).backupAcks).toBe(0);
  });

  test.each([
    [false, 'resolved'],
    [true, Code.INDETERMINATE],
  ])('with a frozen backup and fail.on.indeterminate.state %s a write is %s', async (fail, outcome) => {
    const at = await bench({
      properties: {
        'hazelcast.client.operation.backup.timeout.millis': 1000,
        'hazelcast.client.operation.fail.on.indeterminate.state': fail,
      },
    });
    await untilAsked(at);
    const [, frozen] = cluster.members;
    await frozen.freeze();
    try {
      // Of many keys some are owned by the member that still answers; those of the other get no answer at all.
      const calls = Array.from({ length: 64 }, (_, i) =>
        codeOf(at.map.put(`f${i}`, 'v', undefined, undefined, { timeout: 4000 })),
      );
      const codes = new Set(await Promise.all(calls));
      expect(codes).toEqual(new Set([outcome, Code.OPERATION_TIMEOUT]));
    } finally {
      frozen.unfreeze();
    }
    await eventually(() => shard(at).inFlight === 0);
    await at.map.put('after', 'v');
  });
});
