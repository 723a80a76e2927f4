import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CellResult, RunContext } from '../experiment.js';
import { ClosedLoop } from '@offloop/tools/measure';
import { measureSteady } from './steady.js';
import { openWindow } from './window.js';

/** Work that a cell repeats on the calling thread, without a client. */
export interface Work {
  readonly id: string;
  /** Does the work `count` times. Throws if a result is wrong. */
  run(count: number): void | Promise<void>;
}

/** Time between two turns of the loop, in ms: long against a turn, short against a window. */
const SLICE_MS = 2;
/** Most repetitions in a slice: nothing that is worth measuring takes less than a nanosecond. */
const MOST_A_SLICE = SLICE_MS * 1e6;

/** Measures works one after another, in slices between which the loop turns. */
export async function measureWorks(
  works: readonly Work[],
  { timing, onCell }: RunContext,
): Promise<CellResult[]> {
  const longer = { ...timing, cellWarmup: timing.processWarmup + timing.cellWarmup };
  const results: CellResult[] = [];
  for (const work of works) {
    onCell?.(work.id);
    globalThis.gc?.();
    const load = new ClosedLoop(1, slicesOf(work), (operations) => operations);
    results.push(await measureSteady({ cell: work.id, load, open: () => openWindow() }, longer));
  }
  return results;
}

/** Returns a function that does a slice of the work, and resolves to the number of times that the work was done. */
function slicesOf(work: Work): () => Promise<number> {
  let next = 1;
  return async () => {
    const slice = next;
    const before = performance.now();
    await work.run(slice);
    const took = performance.now() - before;
    // at most doubled at a time: the first call is slow because nothing is compiled yet
    next = Math.round(slice * Math.min(2, SLICE_MS / Math.max(took, 0.001)));
    next = Math.min(MOST_A_SLICE, Math.max(1, next));
    await nextTurn();
    return slice;
  };
}
