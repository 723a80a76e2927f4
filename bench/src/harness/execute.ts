import { performance } from 'node:perf_hooks';
import type { Experiment, Timing } from '../experiment.js';
import { runChild, type RunReport } from './child.js';
import { expectedSeconds, type Round } from './plan.js';
import type { Progress } from './progress.js';
import type { Arm } from './select.js';

/** The reports of one round, by index of the arm. */
export type RoundReports = readonly RunReport[];

export interface Execution {
  readonly experiment: Experiment;
  readonly arms: readonly Arm[];
  readonly rounds: readonly Round[];
  readonly timing: Timing;
  readonly node: string;
  readonly cluster: string | null;
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
  const { experiment, arms, rounds, timing, node, cluster } = execution;
  for (const [number, round] of rounds.entries()) {
    const reports = new Map<number, RunReport>();
    for (const index of round.arms) {
      const arm = arms[index];
      progress.step(`${experiment.name}, pair ${number + 1}: ${arm.label}`);
      const startedAt = performance.now();
      const context = { approach: arm.approach, cells: round.cells, timing, seed: round.seed, cluster };
      const limit = HUNG_FACTOR * expectedSeconds(timing, round.cells.length) + HUNG_EXTRA_SECONDS;
      reports.set(index, await runChild(node, arm.nodeArgs, { experiment: experiment.name, context }, limit));
      progress.done((performance.now() - startedAt) / 1000);
    }
    onRound(arms.map((_, index) => reports.get(index)!));
  }
}
