import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from '@offloop/tools/measure';
import type { CellResult, Figures, Timing } from '../experiment.js';

/** A load that runs already, and how a window of it is measured. */
export interface SteadyLoad {
  readonly cell: string;
  readonly load: Load;
  /** Opens a window. The function that it returns closes the window, and gets the number of operations that ended in it. */
  readonly open: () => (operations: number) => Figures;
  /** Called when no call is in flight any more. Throws if the load has left something wrong behind. */
  readonly end?: () => Promise<void>;
}

/** Measures a window of a load that goes on through warm-up and window without a stop, and then stops it. */
export async function measureSteady(
  { cell, load, open, end }: SteadyLoad,
  timing: Timing,
): Promise<CellResult> {
  try {
    await untilOrFailed(timing.cellWarmup, load);
    const close = open();
    const before = load.answered;
    await untilOrFailed(timing.window, load);
    const figures = close(load.answered - before);
    load.stop();
    await load.ended;
    await end?.();
    return { cell, figures };
  } catch (error) {
    load.stop();
    throw new Error(`${cell}: ${String(error)}`, { cause: error });
  }
}

/** Waits for this many seconds. Rejects at once if the load fails. */
async function untilOrFailed(seconds: number, { ended }: Load): Promise<void> {
  const timer = new AbortController();
  try {
    await Promise.race([delay(seconds * 1000, undefined, { signal: timer.signal }), ended]);
  } finally {
    timer.abort();
  }
}
