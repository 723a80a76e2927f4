import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CellResult, RunContext } from '../experiment.js';
import { openWindow } from './window.js';

/** Work that a cell repeats on the calling thread, without a client. */
export interface Work {
  readonly id: string;
  /** Does it `count` times, and throws when a result is wrong. */
  run(count: number): void | Promise<void>;
}

/** Milliseconds between two turns of the loop: long against a turn, short against a window. */
const SLICE_MS = 2;

/** Measures works one after another, in slices between which the loop turns. */
export async function measureWorks(works: readonly Work[], { timing }: RunContext): Promise<CellResult[]> {
  const results: CellResult[] = [];
  for (const work of works) {
    globalThis.gc?.();
    const warm = await repeat(work, timing.processWarmup + timing.cellWarmup, 1);
    const window = openWindow(() => null);
    const { operations } = await repeat(work, timing.window, warm.slice);
    results.push({ cell: work.id, figures: window.close(operations) });
  }
  return results;
}

async function repeat(
  work: Work,
  seconds: number,
  firstSlice: number,
): Promise<{ operations: number; slice: number }> {
  const end = performance.now() + seconds * 1000;
  let slice = firstSlice;
  let operations = 0;
  for (;;) {
    const before = performance.now();
    if (before >= end) return { operations, slice };
    await work.run(slice);
    operations += slice;
    const took = performance.now() - before;
    // at most doubled at a time: the first call is slow because nothing is compiled yet
    slice = Math.max(1, Math.round(slice * Math.min(2, SLICE_MS / Math.max(took, 0.001))));
    await nextTurn();
  }
}
