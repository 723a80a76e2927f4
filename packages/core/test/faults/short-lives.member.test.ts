import { describe, expect, test } from 'vitest';

import { memberOfTest } from '../client/support/embedded-member.js';
import { connect, eventually, freshMap, shardsOf, TESTED_WORKERS } from '../client/support/client-bench.js';

/** Of up to four workers each has some of them. */
const KEYS = Array.from({ length: 16 }, (_, i) => `key${i}`);
/** Milliseconds. */
const FIRST_PAUSE = 100;
const pauseAfter = (lives: number): number => FIRST_PAUSE * 2 ** lives;

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  test('a peer that lets the client in and drops it, for ever, is connected to ever more rarely', async () => {
    const member = await memberOfTest();
    const { client, lifecycle, log } = await connect(member.address, {
      runtime: { workers },
      connectionStrategy: {
        connectionRetry: {
          initialBackoffMillis: FIRST_PAUSE,
          maxBackoffMillis: 60_000,
          multiplier: 2,
          jitter: 0,
        },
      },
    });
    // What comes first on a connection that carries calls. The first ones were let in before: all workers have to be connected at once.
    const reset = member.faults.add({ message: 'client.addClusterViewListener', action: { kind: 'close' } });
    member.closeConnections();
    /** What a worker has said of pauses, in milliseconds. */
    const pausesOf = (shard: number): number[] => {
      const by = shard === 0 ? /^(?!shard )/ : new RegExp(`^shard ${shard}: `);
      const lines = log.map(({ text }) => text).filter((text) => by.test(text));
      return lines.flatMap((text) => {
        const pause = /drops every connection at once, the next is made in (\d+) ms/.exec(text);
        return pause === null ? [] : [Number(pause[1])];
      });
    };
    const all = (): number[][] => Array.from({ length: shardsOf(workers) }, (_, shard) => pausesOf(shard));

    const since = performance.now();
    const before = pausesOf(0).length;
    await eventually(() => pausesOf(0).length >= before + 2);
    // The second of these is over; a bit less, as timers and this clock are not the same.
    expect(performance.now() - since).toBeGreaterThan(0.9 * pauseAfter(before));
    for (const pauses of all()) expect(pauses).toEqual(pauses.map((_, lives) => pauseAfter(lives)));
    // Those that follow are back at once when the leader is.
    expect(reset.hits).toBeLessThanOrEqual(all().length * 2 * (pausesOf(0).length + 1));

    reset.remove();
    const map = await freshMap<string, string>(client);
    const readAll = (): Promise<unknown> => Promise.all(KEYS.map((key) => map.get(key)));
    await readAll();
    const said = all();
    // Those have lived: after they are lost the next are made at once, and the ones after them.
    for (let round = 0; round < 2; round++) {
      const connected = lifecycle.count('CONNECTED');
      member.closeConnections();
      await lifecycle.until('CONNECTED', connected + 1);
      await readAll();
    }
    expect(all()).toEqual(said);
  });
});
