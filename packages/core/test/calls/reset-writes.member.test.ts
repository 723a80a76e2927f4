import { expect, test } from 'vitest';

import { connectMap } from '../client/support/client-bench.js';
import { startRelayedMember } from './support/relayed-member.js';

/** Milliseconds. */
const HEARTBEAT_TIMEOUT = 3000;

const properties = {
  'hazelcast.client.heartbeat.interval': HEARTBEAT_TIMEOUT / 3,
  'hazelcast.client.heartbeat.timeout': HEARTBEAT_TIMEOUT,
};

// The official client takes it for alive until its heartbeat times out: a write that fails destroys the socket before anybody hears of it.
test('a connection that is reset just as a call is made is given up at once', async () => {
  const relay = await startRelayedMember();
  const { map } = await connectMap<string, string>(relay.address, { properties });
  await map.set('k', 'before');
  const start = performance.now();
  relay.cutClients();
  await map.set('k', 'meanwhile').catch(() => undefined);
  expect(await map.get('k')).toMatch(/before|meanwhile/);
  expect(performance.now() - start).toBeLessThan(HEARTBEAT_TIMEOUT);
});
