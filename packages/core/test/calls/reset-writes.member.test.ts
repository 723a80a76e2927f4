import { expect, test } from 'vitest';

import { connectMap } from '../client/support/client-bench.js';
import { connectOfficial } from '../cluster/support/official.js';
import type { HoldingRelay } from './support/holding-relay.js';
import { startRelayedMember, type AnyMap } from './support/relayed-member.js';

/** Milliseconds. */
const HEARTBEAT_TIMEOUT = 3000;

const properties = {
  'hazelcast.client.heartbeat.interval': HEARTBEAT_TIMEOUT / 3,
  'hazelcast.client.heartbeat.timeout': HEARTBEAT_TIMEOUT,
};

/** Milliseconds from a reset, at the moment of a call, to the answer of the next call. */
async function standstill(map: AnyMap, relay: HoldingRelay): Promise<number> {
  await map.set('k', 'before');
  const start = performance.now();
  relay.cutClients();
  await map.set('k', 'meanwhile').catch(() => undefined);
  expect(await map.get('k')).toMatch(/before|meanwhile/);
  return performance.now() - start;
}

test('a connection that is reset just as a call is made is given up at once', async () => {
  const relay = await startRelayedMember();
  const { map } = await connectMap<string, string>(relay.address, { properties });
  expect(await standstill(map, relay)).toBeLessThan(HEARTBEAT_TIMEOUT);
});

// Where the write fails its socket is destroyed before anybody hears of the error. So the connection counts as alive.
test('the official client takes it for alive until its heartbeat times out', async () => {
  const relay = await startRelayedMember();
  const client = await connectOfficial(relay.address, { properties });
  const map = await client.getMap<string, string>('reset-writes');
  expect(await standstill(map, relay)).toBeGreaterThan(0.9 * HEARTBEAT_TIMEOUT);
});
