import type { BenchMap } from '../clients/client.js';
import { answerCheck, wrongAnswer } from './answer-check.js';
import type { Dataset } from './values.js';

/** Shared by the flows of one cell. */
export interface LoadState {
  running: boolean;
  /** Completed and checked. */
  operations: number;
}

/** Fills the map with each key's first variant. */
export async function fill(map: BenchMap, { keys, values }: Dataset): Promise<void> {
  await Promise.all(keys.map((key, index) => map.set(key, values[index][0])));
}

/**
 * Gets in a closed loop until `state.running` is false: `concurrency` plain async flows, each awaiting one call at a time.
 * Expects what `fill` wrote.
 */
export async function runGets(
  map: BenchMap,
  data: Dataset,
  concurrency: number,
  state: LoadState,
): Promise<void> {
  const { keys } = data;
  const check = answerCheck(data);
  const flow = async (start: number): Promise<void> => {
    for (let turn = start; state.running; turn++) {
      const index = turn % keys.length;
      check(turn, index, await map.get(keys[index]));
      state.operations++;
    }
  };
  await runFlows(concurrency, state, flow);
}

/**
 * Sets in a closed loop until `state.running` is false, walking over each key's variants; then reads every key back
 * and expects the value whose `set` was called last.
 */
export async function runSets(
  map: BenchMap,
  data: Dataset,
  concurrency: number,
  state: LoadState,
): Promise<void> {
  const { keys, values } = data;
  const last = Array.from(keys, () => 0);
  let written = 0;
  const flow = async (start: number): Promise<void> => {
    for (let turn = start; state.running; turn++) {
      const index = turn % keys.length;
      const variants = values[index];
      const variant = written++ % variants.length;
      last[index] = variant;
      await map.set(keys[index], variants[variant]);
      state.operations++;
    }
  };
  await runFlows(concurrency, state, flow);
  for (const [index, key] of keys.entries()) {
    const value = await map.get(key);
    const expected = values[index][last[index]];
    if (value !== expected) throw wrongAnswer(key, value, expected);
  }
}

async function runFlows(
  concurrency: number,
  state: LoadState,
  flow: (start: number) => Promise<void>,
): Promise<void> {
  try {
    await Promise.all(Array.from({ length: concurrency }, (_, start) => flow(start)));
  } finally {
    state.running = false;
  }
}
