import { rounds, startRealCluster, type RealCluster } from '@offloop/tools';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { actorOf } from './support/actor.js';
import { JavaClient } from './support/java.js';
import { checkTransactions } from './support/model.js';

describe.each([1, 3])('on %i real members', (size) => {
  let cluster: RealCluster;
  beforeAll(async () => {
    cluster = await startRealCluster(size, { heap: '256m' });
  });
  afterAll(() => cluster.kill());

  test('random transactions of two clients, and of Java’s beside them, are atomic and isolated', async () => {
    const [address] = cluster.addresses;
    const java = new JavaClient(address);
    onTestFinished(() => java.end());
    const clients = await Promise.all([1, 2].map(async () => (await connect(address)).client));
    const open = (prefix: string) => [...clients.map((client) => actorOf(client, prefix)), java.open(prefix)];
    await expect(checkTransactions(3, open, rounds({ short: 40, full: 400 }))).resolves.toBeUndefined();
  });
});
