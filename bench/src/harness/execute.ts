import { performance } from 'node:perf_hooks';
import type { Experiment, Timing } from '../experiment.js';
import { runChild, type RunReport } from './child.js';
import { expectedSeconds, type Round } from './plan.js';
import type { Progress } from './progress.js';
import type { SelectedApproach } from './select.js';

/** The reports of one round, by index of the approach. */
export type RoundReports = readonly RunReport[];

export interface Execution {
  readonly experiment: Experiment;
  readonly approaches: readonly SelectedApproach[];
  readonly rounds: readonly Round[];
  readonly timing: Timing;
  readonly node: string;
  readonly cluster: string | null;
  /** What goes before the command line of a child. */
  readonly prefix: readonly string[];
}

/** A hung child is one that takes this many times what it should, and then some. */
const HUNG_FACTOR = 4;
const HUNG_EXTRA_SECONDS = 60;

/**
 * Runs the rounds one process at a time. Whole rounds go to `onRound` as they are done, so that a failure in the last one does
 * not cost the others.
 */
export async function executeRounds(
  execution: Execution,
  progress: Progress,
  onRound: (reports: RoundReports) => void,
): Promise<void> {
  const { experiment, approaches, rounds, timing, node, cluster, prefix } = execution;
  for (const [number, round] of rounds.entries()) {
    const reports = new Map<number, RunReport>();
    for (const index of round.approaches) {
      const approach = approaches[index];
      progress.step(`${experiment.name}, pair ${number + 1}: ${approach.label}`);
      const startedAt = performance.now();
      const context = { approach: approach.name, cells: round.cells, timing, seed: round.seed, cluster };
      const limit = HUNG_FACTOR * expectedSeconds(timing, round.cells.length) + HUNG_EXTRA_SECONDS;
      reports.set(
        index,
        await runChild(node, approach.nodeArgs, { experiment: experiment.name, context }, limit, prefix),
      );
      progress.done((performance.now() - startedAt) / 1000);
    }
    onRound(approaches.map((_, index) => reports.get(index)!));
  }
}
