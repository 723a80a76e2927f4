import { performance } from 'node:perf_hooks';
import type { RunContext, Timing } from '../experiment.js';
import { runChild, type RunReport } from './child.js';
import { expectedSeconds, type Round } from './plan.js';
import type { Progress } from './progress.js';
import type { Selection } from './select.js';

/** The reports of one round, by index of the approach. */
export type RoundReports = readonly RunReport[];

export interface Execution extends Selection {
  readonly rounds: readonly Round[];
  readonly timing: Timing;
  readonly node: string;
  readonly cluster: string | null;
  readonly memberPid: number | null;
  readonly shared: unknown;
  /** Words that go before the command line of a child. */
  readonly prefix: readonly string[];
}

/** Factor of its expected time, and seconds beyond that, after which a child is taken for hung. */
const HUNG_FACTOR = 4;
const HUNG_EXTRA_SECONDS = 60;

/**
 * Runs the rounds, one process at a time. Each round goes to `onRound` when it is done, so that a failure in a later one does not cost it.
 */
export async function executeRounds(
  execution: Execution,
  progress: Progress,
  onRound: (reports: RoundReports) => void,
): Promise<void> {
  const { experiment, approaches, rounds, timing, node, cluster, memberPid, shared, prefix } = execution;
  for (const [number, round] of rounds.entries()) {
    const reports = new Map<number, RunReport>();
    for (const index of round.approaches) {
      const { name, label } = approaches[index];
      const about = `${experiment.name}, pair ${number + 1} of ${rounds.length}, ${label}`;
      progress.step(about);
      const startedAt = performance.now();
      const context: RunContext = {
        approach: name,
        cells: round.cells,
        timing,
        seed: round.seed,
        cluster,
        memberPid,
        shared,
      };
      const expected = expectedSeconds(timing, round.cells.length);
      const report = await runChild({
        node,
        prefix,
        request: { experiment: experiment.name, context },
        timeoutSeconds: HUNG_FACTOR * expected + HUNG_EXTRA_SECONDS,
        onCell: (cell) => progress.step(`${about}: ${cell}`),
      });
      reports.set(index, report);
      progress.done(expected, (performance.now() - startedAt) / 1000);
    }
    onRound(approaches.map((_, index) => reports.get(index)!));
  }
}
