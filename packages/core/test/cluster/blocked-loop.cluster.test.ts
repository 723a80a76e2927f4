import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { loopMayStand } from '../../../../test/support/event-loop.js';
import { connect, THREADS } from '../client/support/client-bench.js';
import { connectOfficial } from './support/official.js';
import { figuresOf } from '../client/support/figures.js';
import { workFor } from '../client/support/work-for.js';
import { sharedMember } from './support/shared-member.js';

const BLOCK_MILLIS = 8000;
const CALLS = 200;
const PROPERTIES = {
  'hazelcast.client.heartbeat.timeout': 4000,
  'hazelcast.client.heartbeat.interval': 1000,
} as const;

const member = sharedMember();

test(`a loop blocked twice as long as the heartbeat timeout loses no connection and no call of ${CALLS} in flight`, async () => {
  const { client, lifecycle } = await connect(member.address, {
    runtime: { workers: THREADS },
    properties: PROPERTIES,
  });
  const map = await client.getMap<string, number>('blocked');
  await map.putAll(Array.from({ length: CALLS }, (_, i): [string, number] => [`k${i}`, i]));
  // A lock makes half of the calls wait on the member itself, until the middle of the blocked time.
  const holder = await connectOfficial(member.address);
  const held = await holder.getMap<string, number>('blocked');
  await held.lock('locked');

  const calls = Array.from({ length: CALLS }, (_, i) =>
    i % 2 === 0 ? map.get(`k${i}`) : map.tryPut('locked', i, BLOCK_MILLIS / 2),
  );
  const settled = Promise.all(calls);
  await new Promise<void>((resolve) => {
    // Behind the tick in which the calls are published.
    process.nextTick(() => {
      expect(figuresOf(client)).toMatchObject({ inFlight: CALLS, queued: 0 });
      const standing = { seconds: 30, because: 'twice the heartbeat timeout is the test' };
      loopMayStand(standing, () => workFor(BLOCK_MILLIS));
      resolve();
    });
  });

  expect(await settled).toEqual(Array.from({ length: CALLS }, (_, i) => (i % 2 === 0 ? i : false)));
  await held.unlock('locked');
  expect(await map.get('k7')).toBe(7);
  expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
  expect(figuresOf(client)).toMatchObject({
    rescues: 0,
    epoch: 0,
    inFlight: 0,
    retries: 0,
    lateResponses: 0,
    connections: 1,
  });
});

test('the official client loses its connection in the same situation', async () => {
  const script = fileURLToPath(new URL('support/blocked-official-client.mjs', import.meta.url));
  const situation = {
    address: member.address,
    name: 'blocked',
    calls: CALLS,
    blockMillis: BLOCK_MILLIS,
    properties: PROPERTIES,
  };
  const lost = async (): Promise<boolean> => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(situation)]);
    return (JSON.parse(stdout) as { states: string[] }).states.includes('DISCONNECTED');
  };
  // Not each time: what has come is now and then read before its timer looks.
  expect((await lost()) || (await lost()) || (await lost())).toBe(true);
});
