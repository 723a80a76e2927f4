import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ChaosMap } from '../src/load/clients.js';
import { Ledger, type ChaosValue } from '../src/load/ledger.js';
import { Flow } from '../src/load/load.js';
import { newTally, type Tally } from '../src/load/tally.js';
import { createRandom } from '@offloop/tools/random';

/** Almost the same. */
function other(value: ChaosValue): ChaosValue {
  return typeof value === 'string' ? `${value}!` : { ...value, more: 1 };
}

/** A map of this thread; `spoil` may do a write another way. */
function mapWith(spoil: (store: Map<string, ChaosValue>, key: string, value: ChaosValue) => void): {
  map: ChaosMap;
  store: Map<string, ChaosValue>;
} {
  const store = new Map<string, ChaosValue>();
  const write = (key: string, value: ChaosValue): ChaosValue | null => {
    const old = store.get(key) ?? null;
    spoil(store, key, value);
    return old;
  };
  const map: ChaosMap = {
    get: async (key) => store.get(key) ?? null,
    set: async (key, value) => void write(key, value),
    put: async (key, value) => write(key, value),
    putIfAbsent: async (key, value) => (store.has(key) ? store.get(key)! : write(key, value)),
    replaceIfSame: async (key, old, value) =>
      isDeepStrictEqual(store.get(key), old) && write(key, value) !== undefined,
    remove: async (key) => {
      const old = store.get(key) ?? null;
      store.delete(key);
      return old;
    },
    entrySet: async () => [...store],
    addEntryListener: async () => 'of nothing',
    removeEntryListener: async () => true,
  };
  return { map, store };
}

/** Runs a flow until it has made 2000 calls, then checks the map. */
async function run(
  spoil: (store: Map<string, ChaosValue>, key: string, value: ChaosValue) => void,
): Promise<{ ledger: Ledger; tally: Tally }> {
  const { map, store } = mapWith(spoil);
  const ledger = new Ledger();
  const tally = newTally();
  const stop = new AbortController();
  const counted: ChaosMap = {
    ...map,
    get: (key) => {
      if (tally.calls > 2000) stop.abort();
      return map.get(key);
    },
  };
  // With some seeds a `set` follows the write that was spoiled, and hides it.
  await new Flow(counted, ledger, tally, createRandom(8), 'f').run(stop.signal);
  ledger.checkAll(store);
  return { ledger, tally };
}

describe('a flow', () => {
  test('finds nothing wrong with a map that works', async () => {
    const { ledger, tally } = await run((store, key, value) => store.set(key, value));
    expect(ledger.violations).toEqual([]);
    expect(tally).toMatchObject({ open: 0, failures: {} });
    expect(tally.acknowledgedWrites).toBeGreaterThan(500);
  });

  test('finds one acknowledged write in a thousand that was not made', async () => {
    let writes = 0;
    const { ledger } = await run((store, key, value) => {
      if (++writes !== 600) store.set(key, value);
    });
    expect(ledger.violationCount).toBeGreaterThan(0);
  });

  test('finds one value that came from somewhere else', async () => {
    let writes = 0;
    const { ledger } = await run((store, key, value) => {
      store.set(key, ++writes === 600 ? other(value) : value);
    });
    expect(ledger.violations[0]).toMatch(/nobody wrote/);
  });

  test('goes on with another key after a write that failed, which may or may not have been made', async () => {
    let writes = 0;
    const { ledger, tally } = await run((store, key, value) => {
      writes++;
      if (writes % 20 < 10) store.set(key, value);
      if (writes % 10 === 0) throw new RangeError('lost');
      store.set(key, value);
    });
    expect(ledger.violations).toEqual([]);
    expect(tally.failures['RangeError']).toBeGreaterThan(50);
    expect(ledger.keys.length).toBe(16 + tally.failures['RangeError']);
  });
});
