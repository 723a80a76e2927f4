import { expect, onTestFinished, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { startMemberThread } from '../client/support/member-thread.js';
import { workFor } from '../client/support/work-for.js';
import { figuresOf } from '../client/support/figures.js';

test('a read that waits while the loop is blocked past the heartbeat timeout waits on, on the same connection', async () => {
  const elsewhere = await startMemberThread();
  onTestFinished(() => elsewhere.stop());
  const { client, lifecycle } = await connect(elsewhere.address, {
    properties: { 'hazelcast.client.heartbeat.interval': 50, 'hazelcast.client.heartbeat.timeout': 200 },
  });
  const ring = await client.getRingbuffer<string>('ring');
  const waiting = ring.readMany(0, 2, 2);
  await ring.add('a');
  workFor(800);
  await ring.add('b');
  expect([...(await waiting)]).toEqual(['a', 'b']);
  expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
  expect(figuresOf(client).retries).toBe(0);
});
