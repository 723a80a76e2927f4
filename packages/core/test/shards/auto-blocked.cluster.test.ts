import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { loopMayStand } from '../../../../test/support/event-loop.js';
import { connect, eventually } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { workFor } from '../client/support/work-for.js';

/** Seconds of silence after which the member cuts a client off. */
const LIMIT = 5;
/** The member looks every ten seconds. */
const BLOCK_MILLIS = 18_000;
const CALLS = 100;

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember({
    properties: { 'hazelcast.client.max.no.heartbeat.seconds': String(LIMIT) },
  });
});
afterAll(() => member.kill());

test('a loop that is blocked for longer than the member waits costs a client with `workers: auto` the connection of the loop, and nothing that it holds', async () => {
  const { client, lifecycle, log } = await connect(member.address, { runtime: { workers: 'auto' } });
  const other = await connect(member.address, { runtime: { workers: 1 } });
  const theirs = await other.client.getMap<string, number>('held');
  const mine = await client.getMap<string, number>('held');
  const free = await client.getMap<string, number>('free');
  const heard: (number | null)[] = [];
  await mine.lock('locked');
  await mine.addEntryListener({ added: ({ value }) => heard.push(value) }, undefined, true);
  await free.set('k', 7);

  const outcome = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'resolved',
      (error: { code: string }) => error.code,
    );
  const outcomes = Promise.all(
    Array.from({ length: CALLS }, (_, i) => outcome(i % 2 === 0 ? free.get('k') : free.set('k', 7))),
  );
  await new Promise<void>((resolve) => {
    // Behind the tick in which the calls are published.
    process.nextTick(() => {
      const standing = { seconds: 60, because: 'more than the member waits is the test' };
      loopMayStand(standing, () => workFor(BLOCK_MILLIS));
      resolve();
    });
  });

  // Reads are repeated. A write whose connection was cut may have run.
  for (const each of await outcomes) expect(['resolved', Code.TARGET_DISCONNECTED]).toContain(each);
  expect(await free.get('k')).toBe(7);
  const lost = log.filter(({ text }) => text.includes('lost the connection')).map(({ text }) => text);
  expect(lost).toHaveLength(1);
  expect(lost[0]).not.toContain('shard 1');
  expect(await theirs.tryLock('locked', 0)).toBe(false);
  await theirs.set('new', 1);
  await eventually(() => heard.length > 0);
  expect(heard).toEqual([1]);
  await mine.unlock('locked');
  expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
  expect(client.stats().shards.map(({ epoch }) => epoch)).toEqual([0, 0]);
});
