import type { BenchClient, BenchMap } from '../clients/client.js';
import { answerCheck, wrongAnswer } from './answer-check.js';
import type { CallLoad } from './call-load.js';
import { createDataset, type Dataset } from './values.js';

/** Number of keys of a load that says nothing else: enough to spread over the partitions. */
export const SPREAD_KEYS = 64;

const VALUE_BYTES = 1024;

/** Fills the map with each key's first variant. */
export async function fill(map: BenchMap, { keys, values }: Dataset): Promise<void> {
  await Promise.all(keys.map((key, index) => map.set(key, values[index][0])));
}

/** Makes a load that gets every key in turn, and expects what `fill` wrote. */
export function getCalls(map: BenchMap, data: Dataset): CallLoad & Required<Pick<CallLoad, 'take'>> {
  const { keys } = data;
  const check = answerCheck(data);
  return {
    call: (turn) => map.get(keys[turn % keys.length]),
    take: (value, turn) => {
      check(turn, turn % keys.length, value);
      return 1;
    },
  };
}

/** Fills a map with values of 1 KB. Resolves to a function that gets one of them, and checks it. */
export async function checkedGets(
  client: BenchClient,
  seed: number,
): Promise<(turn: number) => Promise<void>> {
  const map = await client.getMap(`bench-${VALUE_BYTES}-${SPREAD_KEYS}`);
  const data = createDataset(seed, SPREAD_KEYS, 1, VALUE_BYTES);
  await fill(map, data);
  globalThis.gc?.();
  const { call, take } = getCalls(map, data);
  return async (turn) => void take(await call(turn), turn);
}

/**
 * Makes a load that sets every key in turn, each to its variants one after another. At the end each key must have the value whose `set` was
 * called last.
 */
export function setCalls(map: BenchMap, { keys, values }: Dataset): CallLoad {
  const last = Array.from(keys, () => 0);
  let written = 0;
  return {
    call: (turn) => {
      const index = turn % keys.length;
      const variants = values[index];
      const variant = written++ % variants.length;
      last[index] = variant;
      return map.set(keys[index], variants[variant]);
    },
    end: async () => {
      for (const [index, key] of keys.entries()) {
        const value = await map.get(key);
        const expected = values[index][last[index]];
        if (value !== expected) throw wrongAnswer(key, value, expected);
      }
    },
  };
}
