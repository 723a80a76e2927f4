import { startRealCluster, startRealMember, type RealCluster, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { codeOf, connect, eventually } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { figuresOf } from '../client/support/figures.js';

const KEYS = 500;

let cluster: RealCluster;
const joined: RealMember[] = [];
beforeAll(async () => {
  cluster = await startRealCluster(2, { heap: '256m', backupCount: 1 });
});
afterAll(async () => {
  await cluster.kill();
  await Promise.all(joined.map((member) => member.kill()));
});

test('members that join are connected to, one that shuts down or is frozen is done without, and nothing is lost', async () => {
  const { client } = await connect(cluster.addresses[0], {
    properties: { 'hazelcast.client.heartbeat.interval': 500, 'hazelcast.client.heartbeat.timeout': 3000 },
  });
  const map = await client.getMap<string, number>('members');
  const connections = (): number => figuresOf(client).connections;
  await eventually(() => connections() === 2);

  // A key has one writer. After a write that failed it gets another key: the member may still run that write, late.
  const traffic = { on: true };
  const codes = new Set<string>();
  const flows = Array.from({ length: 8 }, async (_, flow) => {
    let acknowledged = 0;
    for (let i = 1, generation = 0; traffic.on; i++) {
      const key = `flow ${flow}, ${generation}`;
      const code = await codeOf(map.set(key, i));
      if (code === 'resolved') {
        acknowledged++;
        const found = await map.get(key);
        if (found !== i) throw new Error(`${key} holds ${found}, not ${i}`);
      } else {
        generation++;
        codes.add(code);
      }
    }
    return acknowledged;
  });
  await map.putAll(Array.from({ length: KEYS }, (_, i): [string, number] => [`fixed ${i}`, i]));

  const third = await startRealMember({ members: cluster.addresses, heap: '256m', backupCount: 1 });
  joined.push(third);
  await eventually(() => connections() === 3);

  await cluster.members[1].shutdown();
  await eventually(() => connections() === 2);

  // Frozen, it answers nobody: the heartbeat gives its connection up, and takes it up again afterwards.
  await third.freeze();
  await eventually(() => connections() === 1);
  third.unfreeze();
  await eventually(() => connections() === 2);

  traffic.on = false;
  const acknowledged = await Promise.all(flows);
  expect([...codes].filter((code) => code !== Code.TARGET_DISCONNECTED)).toEqual([]);
  expect(acknowledged.every((writes) => writes > 0)).toBe(true);
  const fixed = await map.getAll(Array.from({ length: KEYS }, (_, i) => `fixed ${i}`));
  expect(new Map(fixed)).toEqual(new Map(Array.from({ length: KEYS }, (_, i) => [`fixed ${i}`, i])));
  expect(figuresOf(client)).toMatchObject({ rescues: 0, inFlight: 0, epoch: 0 });
});
