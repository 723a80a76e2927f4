import { connect } from 'node:net';
import { Client } from 'hazelcast-client';
import { expect, test } from 'vitest';

import { startRealCluster, startRealMember } from '../src/index.js';

test('a member accepts connections once it is said to be started, and is gone after a kill', async () => {
  const member = await startRealMember({ heap: '256m', backupCount: 0 });
  try {
    await new Promise<void>((resolve, reject) => {
      const socket = connect(member.port, member.host, () => {
        socket.destroy();
        resolve();
      });
      socket.once('error', reject);
    });
    expect(member.log()).toContain(' is STARTED');
  } finally {
    expect(await member.kill()).toEqual({ code: null, signal: 'SIGKILL' });
  }
  expect(() => process.kill(member.pid, 0)).toThrow('ESRCH');
});

test('a member that shuts down hands its partitions over first', async () => {
  const cluster = await startRealCluster(2, { heap: '256m', backupCount: 0 });
  try {
    const client = await Client.newHazelcastClient({
      network: { clusterMembers: [...cluster.addresses] },
      properties: { 'hazelcast.logging.level': 'OFF' },
    });
    const map = await client.getMap<number, number>('numbers');
    await map.putAll(Array.from({ length: 1_000 }, (_, i) => [i, i]));
    await cluster.members[1]?.shutdown();
    await cluster.members[0]?.untilLogged(/Members \{size:1, ver:3\}/);
    // Without backups, what was on the second member is only here if it was migrated.
    expect(await map.size()).toBe(1_000);
    await client.shutdown();
  } finally {
    await cluster.kill();
  }
});

test('a member that cannot start says why', async () => {
  await expect(startRealMember({ heap: '256m', extraXml: '<no-such-element/>' })).rejects.toThrow(
    'no-such-element',
  );
});

test('a port asked for is that one or an error', async () => {
  const member = await startRealMember({ heap: '256m' });
  try {
    await expect(startRealMember({ heap: '256m', port: member.port })).rejects.toThrow(/already in use/i);
  } finally {
    await member.kill();
  }
});
