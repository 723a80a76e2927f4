import { describe, expect, test } from 'vitest';

import { resolveConfig } from '../../src/config/client-config.js';
import { BackpressureError, ClientOfflineError } from '../../src/errors/own-errors.js';
import { OperationTimeoutError } from '../../src/index.js';
import { NearCachedMap } from '../../src/map/near-cached-map.js';

type Context = ConstructorParameters<typeof NearCachedMap>[1];

const CALLS = {
  set: (map: NearCachedMap<string, number>) => map.set('k', 1),
  'setAll of one': (map: NearCachedMap<string, number>) => map.setAll([['k', 1]]),
  'setAll of two': (map: NearCachedMap<string, number>) =>
    map.setAll([
      ['k', 1],
      ['l', 2],
    ]),
  clear: (map: NearCachedMap<string, number>) => map.clear(),
};

/** Returns how many changes are taken for such that may still be made, when a call fails with this error. */
async function openAfter(call: keyof typeof CALLS, error: Error): Promise<number> {
  const config = resolveConfig({});
  let open = 0;
  const near = { isBinary: true, isClosed: false, clear: () => undefined, invalidate: () => undefined };
  const nearCaches = { open: () => near, onFailedChange: () => open++ };
  const invoker = {
    partitionCount: 3,
    refusal: () => undefined,
    checkReady: () => undefined,
    invoke: () => Promise.reject(error),
    parts: { checkRoom: () => undefined, invoke: () => Promise.reject(error) },
  };
  const context = { nearCaches, invoker, serialization: config.serialization } as unknown as Context;
  await expect(CALLS[call](new NearCachedMap('near', context))).rejects.toBe(error);
  return open;
}

describe('a change that has failed may still be made', () => {
  test.each([
    ['set', new OperationTimeoutError('late'), 1],
    ['clear', new OperationTimeoutError('late'), 1],
    ['setAll of two', new OperationTimeoutError('late'), 2],
    // The error is of the first request that failed: others were sent.
    ['setAll of two', new ClientOfflineError(), 2],
  ] as const)('%s: %s', async (call, error, open) => {
    expect(await openAfter(call, error)).toBe(open);
  });

  test.each([
    ['set', new ClientOfflineError()],
    ['clear', new ClientOfflineError()],
    ['setAll of one', new ClientOfflineError()],
    ['set', new BackpressureError('full')],
    // All of its requests are admitted, or none is.
    ['setAll of two', new BackpressureError('full')],
  ] as const)('but not if it was not sent: %s: %s', async (call, error) => {
    expect(await openAfter(call, error)).toBe(0);
  });
});
