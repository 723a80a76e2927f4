import { Tier, type Timing } from '../experiment.js';
import type { Selection } from './select.js';
import type { Options } from '../options.js';
import { createRandom } from '@offloop/tools/random';

/** One round: every approach once, in its own fresh process, all with the same cells in the same order. */
export interface Round {
  /** Indexes of the approaches, in the order to run them. */
  readonly approaches: readonly number[];
  readonly cells: readonly string[];
  /** Seed of the contents of this round's values. */
  readonly seed: number;
}

/**
 * Plans the rounds. Random orders take out what a fixed one would give to one side: a machine that slows down as it warms up, a heap that
 * an earlier cell has grown.
 */
export function planRounds(
  seed: number,
  pairs: number,
  approaches: number,
  cells: readonly string[],
): readonly Round[] {
  const random = createRandom(seed);
  return Array.from({ length: pairs }, () => ({
    approaches: random.shuffle(Array.from({ length: approaches }, (_, index) => index)),
    cells: random.shuffle(cells),
    seed: random.below(2 ** 32),
  }));
}

/**
 * Returns the times for an experiment's children. Warm-up is as long as it must be for the clients' slow start-up mode to be over;
 * `--quick` takes the risk of a shorter one.
 */
export function timingOf({ tier, seconds }: Options, pace: number = 1): Timing {
  const warmup = pace * (tier === Tier.QUICK ? 0.4 : 2);
  return { processWarmup: warmup, cellWarmup: warmup, window: pace * seconds };
}

/** Time that a process takes beside its timing, in seconds: start, connection, filling and reading back. */
const PROCESS_OVERHEAD = 0.7;
/** Time that a cell takes beside its timing, in seconds. */
const CELL_OVERHEAD = 0.1;

/** Returns the expected duration of one process in seconds, which is the first guess of the progress line. */
export function expectedSeconds(timing: Timing, cells: number): number {
  return (
    PROCESS_OVERHEAD + timing.processWarmup + cells * (timing.cellWarmup + timing.window + CELL_OVERHEAD)
  );
}

/** Returns the expected duration of all processes of a selection, in seconds. */
export function secondsOf({ experiment, cells, approaches }: Selection, options: Options): number {
  return (
    options.pairs * approaches.length * expectedSeconds(timingOf(options, experiment.pace), cells.length)
  );
}
