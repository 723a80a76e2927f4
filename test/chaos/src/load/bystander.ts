import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@offloop/tools/random';
import { STALENESS, type ChaosMap } from './clients.js';
import type { Ledger } from './ledger.js';
import { counted, type Tally } from './tally.js';

/** Time between two bursts of reads, in ms. */
const REST = 5;
const BURST = 16;

/**
 * Reads by a near cache the keys that another client writes, until the signal aborts.
 *
 * @param keysOf returns the keys that are written at the moment
 */
export async function readAlong(
  map: ChaosMap,
  ledger: Ledger,
  tally: Tally,
  random: Random,
  keysOf: () => readonly string[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const keys = keysOf();
    const burst = Array.from({ length: BURST }, () => keys[random.below(keys.length)]);
    await Promise.all(
      burst.map((key) =>
        counted(tally, async () => {
          const askedAt = performance.now();
          ledger.expectLately(key, await map.get(key), askedAt - STALENESS);
        }),
      ),
    );
    await pause(REST);
  }
}

/** Reads all keys by a near cache when the faults are over and its time to catch up has passed: no value may be stale then. */
export async function readAtLast(map: ChaosMap, ledger: Ledger): Promise<void> {
  await pause(STALENESS);
  for (const key of ledger.keys) ledger.expectValue(key, await map.get(key), 'near cache, at the end');
}
