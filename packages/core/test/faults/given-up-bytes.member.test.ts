import { Direction } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { proxiedMap } from '../client/support/proxied-member.js';
import { codeOf, eventually, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { figuresOf } from '../client/support/figures.js';

const MIB = 1024 * 1024;
const MAX_PENDING_BYTES = 8 * MIB;
/** What the kernels at both ends, and the proxy, may take of a connection that nobody reads. */
const BUFFERS = 24 * MIB;
const VALUE = Buffer.alloc(100_000);

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  test.each(['is thawed', 'is lost'])(
    'the bytes of calls that were given up count until the member takes them, or %s',
    async (end) => {
      const { proxy, client, map } = await proxiedMap({
        runtime: { workers, maxPendingBytes: MAX_PENDING_BYTES },
      });
      await map.set('k', 'v');
      const figures = () => figuresOf(client);
      proxy.dropPackets(Direction.UPSTREAM);
      const codes = new Set<string>();
      for (let round = 0; round < 50; round++) {
        const sets = Array.from({ length: 20 }, (_, i) =>
          codeOf(map.set(`k${i}`, VALUE, undefined, undefined, { timeout: 50 })),
        );
        for (const code of await Promise.all(sets)) codes.add(code);
      }
      expect([...codes].toSorted()).toEqual([Code.BACKPRESSURE, Code.OPERATION_TIMEOUT]);
      const { bytesOut, inFlight, inFlightBytes } = figures();
      expect(bytesOut).toBeLessThan(MAX_PENDING_BYTES + BUFFERS);
      // Nobody waits for any of them. They are what the socket still has.
      expect(inFlight).toBeGreaterThan(0);
      expect(inFlightBytes).toBeGreaterThanOrEqual(inFlight * VALUE.length);
      expect(inFlightBytes).toBeLessThanOrEqual(MAX_PENDING_BYTES);
      if (end === 'is lost') proxy.cutAll();
      proxy.resume();
      await eventually(() => figures().inFlight === 0);
      expect(figures().inFlightBytes).toBe(0);
      await map.set('k', 'again');
      expect(await map.get('k')).toBe('again');
    },
  );

  test('a call that is given up when its bytes are written is over at once', async () => {
    const { member, client, map } = await proxiedMap({ runtime: { workers } });
    member.faults.add({ message: 'map.set', action: { kind: 'swallow' } });
    const abort = new AbortController();
    const sets = Array.from({ length: 20 }, (_, i) =>
      codeOf(map.set(`k${i}`, VALUE, undefined, undefined, { signal: abort.signal })),
    );
    const { bytesOut } = figuresOf(client);
    await eventually(() => member.stats().bytesRead > bytesOut + 20 * VALUE.length);
    abort.abort();
    expect(new Set(await Promise.all(sets))).toEqual(new Set([Code.CANCELLATION]));
    await eventually(() => figuresOf(client).inFlight === 0);
    expect(figuresOf(client).inFlightBytes).toBe(0);
  });
});
