import { startMember } from '@offloop/member';
import { startRealMember, type RealMember } from '@offloop/tools';
import Long from 'long';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { codeOf, connect } from '../client/support/client-bench.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { runSteps, type AnyRing } from './support/ring-steps.js';

const RINGS = `
  <ringbuffer name="plain-*"><capacity>3</capacity></ringbuffer>
  <ringbuffer name="lasting-*"><capacity>3</capacity><time-to-live-seconds>600</time-to-live-seconds></ringbuffer>
  <ringbuffer name="brief-*"><capacity>2</capacity><time-to-live-seconds>1</time-to-live-seconds></ringbuffer>`;

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember({ extraXml: RINGS });
});
afterAll(() => member.kill());

test.each([
  ['plain', 0],
  ['lasting', 600_000],
])('both clients get the same of a %s ring buffer, and from the embedded member', async (kind, ttl) => {
  const { ours, official } = await connectBoth(member.address);
  const mine = (await ours.getRingbuffer(`${kind}-ours`)) as unknown as AnyRing;
  const results = await runSteps(mine);
  const theirs = (await official.getRingbuffer(`${kind}-official`)) as unknown as AnyRing;
  expect(results).toEqual(await runSteps(theirs));

  const embedded = await startMember({ ringbuffers: { capacity: 3, ttl } });
  onTestFinished(() => embedded.stop());
  const { client } = await connect(embedded.address);
  const its = (await client.getRingbuffer(`${kind}-ours`)) as unknown as AnyRing;
  expect(await runSteps(its)).toEqual(results);
});

test('an item whose time to live is over is stale, and makes room', async () => {
  const { client } = await connect(member.address);
  const ring = await client.getRingbuffer<string>('brief-1');
  await ring.addAll(['a', 'b']);
  let last = Long.NEG_ONE;
  while (last.isNegative()) last = await ring.add('c', 'FAIL');
  expect(last.toNumber()).toBe(2);
  expect(await codeOf(ring.readOne(0))).toBe('ERR_OFFLOOP_STALE_SEQUENCE');
});

test('a read that waits rejects when its ring buffer is destroyed', async () => {
  const { client } = await connect(member.address);
  const { client: other } = await connect(member.address);
  const ring = await client.getRingbuffer<string>('destroyed');
  await ring.add('a');
  const waiting = codeOf(ring.readOne(1));
  // Behind the read, which the member has by then.
  await ring.size();
  await (await other.getRingbuffer('destroyed')).destroy();
  expect(await waiting).toBe('ERR_OFFLOOP_DISTRIBUTED_OBJECT_DESTROYED');
});
