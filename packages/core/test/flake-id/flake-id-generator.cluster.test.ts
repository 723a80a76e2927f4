import { startRealCluster, type RealCluster } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { connectBoth } from '../cluster/support/both-clients.js';

let cluster: RealCluster;
beforeAll(async () => {
  cluster = await startRealCluster(2);
});
afterAll(() => cluster.kill());

test('both clients and both members make ids of which no two are the same, while a member is killed', async () => {
  const { ours, official } = await connectBoth(cluster.addresses[0]);
  const { client: other } = await connect(cluster.addresses[0], {
    flakeIdGenerators: { default: { prefetchCount: 7 } },
  });
  const generators = await Promise.all(
    [ours, other, official].map((each) => each.getFlakeIdGenerator('ids')),
  );
  const ids = new Set<string>();
  let made = 0;
  const round = async (count: number): Promise<void> => {
    const some = generators.flatMap((each) => Array.from({ length: count }, () => each.newId()));
    for (const id of await Promise.all(some)) ids.add(id.toString());
    made += some.length;
  };
  for (let i = 0; i < 10; i++) await round(300);
  const killed = cluster.members[1].kill();
  for (let i = 0; i < 10; i++) await round(30);
  await killed;
  await round(300);
  expect(ids.size).toBe(made);
});
