import { startMember } from '@offloop/member';
import { describe, expect, onTestFinished, test } from 'vitest';

import { connect, freshMap } from '../client/support/client-bench.js';

// Each worker counts the lives of its own connections: what is counted here of one would be the sum of several.
describe.each([1, 0])('with workers: %i', (workers) => {
  test('a peer that lets the client in and drops it, for ever, is connected to ever more rarely', async () => {
    const member = await startMember({ log: () => undefined });
    onTestFinished(() => member.stop());
    // What comes first on a connection that carries calls.
    const reset = member.faults.add({ message: 'client.addClusterViewListener', action: { kind: 'close' } });
    const { client, lifecycle, log } = await connect(member.address, {
      runtime: { workers },
      connectionStrategy: {
        connectionRetry: { initialBackoffMillis: 100, maxBackoffMillis: 60_000, multiplier: 2, jitter: 0 },
      },
    });
    await reset.untilHit(2);
    const since = performance.now();
    await reset.untilHit(5);
    // Pauses of 100, 200 and 400 ms; a bit less, as timers and this clock are not the same.
    expect(performance.now() - since).toBeGreaterThan(600);
    expect(log.some(({ text }) => /drops every connection at once/.test(text))).toBe(true);

    reset.remove();
    await lifecycle.until('CONNECTED', 6);
    const map = await freshMap(client);
    await map.set('k', 'v');
    // That one has lived: after it is lost the next is made at once, and the one after it.
    for (const count of [7, 8]) {
      member.closeConnections();
      await lifecycle.until('CONNECTED', count);
      expect(await map.get('k')).toBe('v');
    }
    expect(log.filter(({ text }) => /drops every connection at once/.test(text))).toHaveLength(4);
  });
});
