import type { BenchMap } from '../clients/client.js';
import { answerCheck, wrongAnswer } from './answer-check.js';
import type { CallLoad } from './call-load.js';
import type { Dataset } from './values.js';

/** Fills the map with each key's first variant. */
export async function fill(map: BenchMap, { keys, values }: Dataset): Promise<void> {
  await Promise.all(keys.map((key, index) => map.set(key, values[index][0])));
}

/** Makes a load that gets every key in turn, and expects what `fill` wrote. */
export function getCalls(map: BenchMap, data: Dataset): CallLoad {
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
