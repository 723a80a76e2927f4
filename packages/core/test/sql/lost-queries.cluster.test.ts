import { expect, onTestFinished, test } from 'vitest';

import { connect, eventually } from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';
import { connectOfficial } from '../cluster/support/official.js';
import { rowsOf } from './both.js';
import { isOpen } from './open-queries.js';
import { proxiedCluster } from '../cluster/support/proxied-cluster.js';

const cluster = proxiedCluster(2, { sql: true });

test('queries whose connection is lost are closed, also those meant for a member that was not connected yet', async () => {
  const [first, second] = cluster.places;
  const watcher = await connectOfficial(`127.0.0.1:${first.clientPort}`, {
    network: { smartRouting: false },
  });
  second.proxy.refuse();
  const { client } = await connect(first.proxy.address, {
    properties: { 'hazelcast.client.shuffle.member.list': false },
  });
  // Each is for a member by chance, and the first has all of them.
  const marks = Array.from({ length: 10 }, (_, i) => `lost${i}x`);
  const results = await Promise.all(
    marks.map((mark) =>
      client.getSql().execute(`SELECT v, '${mark}' m FROM TABLE(generate_stream(100))`, [], {
        cursorBufferSize: 10,
      }),
    ),
  );
  for (const mark of marks) expect(await isOpen(watcher, mark)).toBe(true);
  second.proxy.resume();
  await eventually(() => figuresOf(client).connections === 2);
  // Without any connection the client is back at once: the first member does not notice that it was away.
  for (const { proxy } of cluster.places) proxy.cutAll();
  for (const result of results) await expect(rowsOf(result)).rejects.toMatchObject({ code: 1001 });
  const open = async (): Promise<string[]> => {
    const still = await Promise.all(marks.map((mark) => isOpen(watcher, mark)));
    return marks.filter((_, i) => still[i]);
  };
  await expect.poll(open, { timeout: 60_000 }).toEqual([]);
}, 120_000);

test('the query of a client that comes back to another member, which cannot close it, ends on the first by itself', async () => {
  const [first, second] = cluster.places;
  const network = { smartRouting: false };
  const watcher = await connectOfficial(`127.0.0.1:${first.clientPort}`, { network });
  const { client, lifecycle } = await connect(first.proxy.address, {
    network: { ...network, clusterMembers: [first.proxy.address, second.proxy.address] },
    properties: { 'hazelcast.client.shuffle.member.list': false },
  });
  const result = await client
    .getSql()
    .execute("SELECT v, 'elsewhere' m FROM TABLE(generate_stream(100))", [], { cursorBufferSize: 10 });
  await expect.poll(() => isOpen(watcher, 'elsewhere')).toBe(true);
  first.proxy.refuse();
  onTestFinished(() => first.proxy.resume());
  first.proxy.cutAll();
  await expect(rowsOf(result)).rejects.toMatchObject({ code: 1001 });
  await lifecycle.until('CONNECTED', 2);
  await expect.poll(() => isOpen(watcher, 'elsewhere'), { timeout: 60_000 }).toBe(false);
  expect(first.proxy.connections).toBe(0);
}, 120_000);
