import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ClosedLoop } from '@offloop/tools/measure';
import type { Cell, CellResult, Experiment, RunContext } from '../experiment.js';
import { eachCell } from './cells.js';
import { measureSteady } from './steady.js';
import { openWindow } from './window.js';

/** Work that a cell repeats on the calling thread, without a client. It is done `count` times; throws if a result is wrong. */
export type Work = (count: number) => void | Promise<void>;

/** Time between two turns of the loop, in ms: long against a turn, short against a window. */
const SLICE_MS = 2;
/** Most repetitions in a slice: nothing that is worth measuring takes less than a nanosecond. */
const MOST_A_SLICE = SLICE_MS * 1e6;

/**
 * Returns the `run` of an experiment whose cells are works in process: one after another, in slices between which the loop turns.
 *
 * @param prepare makes a cell's work in the approach of the context, and checks once that it does what it should
 */
export function worksOf<C extends Cell>(
  cells: readonly C[],
  prepare: (cell: C, context: RunContext) => Work,
): Experiment['run'] {
  return async (context) => {
    const { processWarmup, cellWarmup, window } = context.timing;
    const timing = { processWarmup, cellWarmup: processWarmup + cellWarmup, window };
    const results: CellResult[] = [];
    for (const cell of eachCell(cells, context)) {
      globalThis.gc?.();
      const load = new ClosedLoop(1, slicesOf(prepare(cell, context)), (operations) => operations);
      results.push(await measureSteady({ cell: cell.id, load, open: () => openWindow() }, timing));
    }
    return results;
  };
}

/** Returns a function that does a slice of the work, and resolves to the number of times that the work was done. */
function slicesOf(work: Work): () => Promise<number> {
  let next = 1;
  return async () => {
    const slice = next;
    const before = performance.now();
    await work(slice);
    const took = performance.now() - before;
    // at most doubled at a time: the first call is slow because nothing is compiled yet
    next = Math.round(slice * Math.min(2, SLICE_MS / Math.max(took, 0.001)));
    next = Math.min(MOST_A_SLICE, Math.max(1, next));
    await nextTurn();
    return slice;
  };
}
