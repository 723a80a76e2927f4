import { describe, expect, test } from 'vitest';

import { connectMap } from '../client/support/client-bench.js';
import { connectOfficial } from '../cluster/support/official.js';
import type { HoldingRelay } from './support/holding-relay.js';
import { startRelayedMember, type AnyMap } from './support/relayed-member.js';

const FIRST = 'first'.repeat(100);

/** A map of a client whose network loses sight of its connection when `relay` is told to. */
async function open(name: string, redoOperation: boolean): Promise<{ map: AnyMap; relay: HoldingRelay }> {
  const relay = await startRelayedMember();
  const network = { redoOperation };
  if (name === 'offloop')
    return { map: (await connectMap<string, string>(relay.address, { network })).map, relay };
  // A statistics message at the moment of the cut would make it deaf: it takes a connection whose write fails for alive.
  const official = await connectOfficial(relay.address, { network, metrics: { enabled: false } });
  return { map: await official.getMap('late-writes'), relay };
}

/** Asks until the first write's value is there: nothing announces it. */
async function untilFirst(map: AnyMap): Promise<void> {
  while ((await map.get('k')) !== FIRST) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe.each(['offloop', 'hazelcast-client'])('with %s', (name) => {
  test('with redoOperation a first attempt that the network held up runs after a later write that was answered', async () => {
    const { map, relay } = await open(name, true);
    await map.set('k', 'none');
    const held = relay.hold(FIRST);
    const first = map.set('k', FIRST);
    await held;
    relay.cutClients();
    // Its second attempt.
    await first;
    await map.set('k', 'second');
    expect(await map.get('k')).toBe('second');
    relay.deliver();
    await untilFirst(map);
  });

  test('without redoOperation the write rejects, and may run after a later one', async () => {
    const { map, relay } = await open(name, false);
    await map.set('k', 'none');
    const held = relay.hold(FIRST);
    const first = map.set('k', FIRST);
    const outcome = first.then(
      () => 'resolved',
      () => 'rejected',
    );
    await held;
    relay.cutClients();
    expect(await outcome).toBe('rejected');
    await map.set('k', 'second');
    expect(await map.get('k')).toBe('second');
    relay.deliver();
    await untilFirst(map);
  });
});
