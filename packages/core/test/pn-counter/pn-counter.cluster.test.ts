import { startRealCluster, startRealMember, type RealCluster } from '@offloop/tools';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { codeOf, connect } from '../client/support/client-bench.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { outcomesOf } from '../cluster/support/sequence.js';
import { COUNTER_SEQUENCES } from './support/sequences.js';

const EXPECTED = new Set([
  'ERR_OFFLOOP_CONSISTENCY_LOST',
  'ERR_OFFLOOP_TARGET_DISCONNECTED',
  'ERR_OFFLOOP_MEMBER_LEFT',
]);

describe('on one member', () => {
  let cluster: RealCluster;
  beforeAll(async () => {
    cluster = await startRealCluster(1);
  });
  afterAll(() => cluster.kill());

  test.each(Object.entries(COUNTER_SEQUENCES))('both clients see the same of %s', async (name, sequence) => {
    const { ours, official } = await connectBoth(cluster.addresses[0]);
    const theirs = await outcomesOf(await official.getPNCounter(name), sequence, { official: true });
    await (await official.getPNCounter(name)).destroy();
    expect(await outcomesOf(await ours.getPNCounter(name), sequence)).toEqual(theirs);
  });
});

test('what one client sees of a counter never goes back while replicas are killed, unless it says so', async () => {
  const cluster = await startRealCluster(3);
  onTestFinished(() => cluster.kill());
  const { client } = await connect(cluster.addresses[0]);
  const counter = await client.getPNCounter('monotonic');
  let last = 0;
  let acknowledged = 0;
  const met = new Set<string>();
  const step = async (): Promise<void> => {
    try {
      last = (await counter.incrementAndGet()).toNumber();
      acknowledged++;
      const value = (await counter.get()).toNumber();
      expect(value).toBeGreaterThanOrEqual(last);
      last = value;
    } catch (error) {
      const { code } = error as { code: string };
      if (!EXPECTED.has(code)) throw error;
      met.add(code);
      if (code === 'ERR_OFFLOOP_CONSISTENCY_LOST') {
        await counter.reset();
        last = (await counter.get()).toNumber();
      }
    }
  };
  for (const member of cluster.members.slice(1)) {
    for (let i = 0; i < 100; i++) await step();
    const killed = member.kill();
    for (let i = 0; i < 100; i++) await step();
    await killed;
    for (let i = 0; i < 100; i++) await step();
  }
  expect(acknowledged).toBeGreaterThan(500);
  expect([...met].filter((code) => !EXPECTED.has(code))).toEqual([]);
});

test('when no replica knows what was seen, calls say so until the counter is reset', async () => {
  const first = await startRealMember();
  onTestFinished(async () => void (await first.kill()));
  const second = await startRealMember({ members: [first.address] });
  onTestFinished(async () => void (await second.kill()));
  const { client } = await connect(first.address);
  const counter = await client.getPNCounter('missed');
  expect((await counter.addAndGet(5)).toNumber()).toBe(5);
  await Promise.all([first.kill(), second.kill()]);
  const third = await startRealMember({ port: first.port });
  onTestFinished(async () => void (await third.kill()));
  expect(await codeOf(counter.get())).toBe('ERR_OFFLOOP_CONSISTENCY_LOST');
  await counter.reset();
  expect((await counter.get()).toNumber()).toBe(0);
});
