import type { Experiment, Figures, Published, Timing, Values } from '../experiment.js';
import type { Environment } from '../harness/environment.js';
import type { RoundReports } from '../harness/execute.js';
import type { SelectedApproach } from '../harness/select.js';
import { compare, summarize, type Comparison, type Summary } from '../stats.js';

/** Everything that is known of one execution, as it is kept in JSON. Tables are rendered from it and from nothing else. */
export interface Results {
  readonly experiment: string;
  readonly title: string;
  readonly method: string;
  readonly startedAt: string;
  readonly durationSeconds: number;
  readonly seed: number;
  readonly pairs: number;
  /** False if there are fewer pairs than asked for, because the run was broken off. */
  readonly complete: boolean;
  readonly timing: Timing;
  readonly node: string;
  readonly hazelcast: { readonly version: string; readonly description: string } | null;
  /** Text that says what its children shared. */
  readonly setUp?: string;
  readonly environment: Environment;
  /** Labels of the approaches, the baseline first. */
  readonly approaches: readonly string[];
  readonly figures: Experiment['figures'];
  readonly cells: readonly CellResults[];
  readonly published: readonly Published[];
  /** Markdown of the experiment's own conclusions; empty if it draws none. */
  readonly remarks?: string;
  /** Median of the largest resident memory of each approach's processes, in MB. */
  readonly maxRssMb: readonly (number | null)[];
}

export interface CellResults {
  readonly id: string;
  readonly title: string;
  /** Values of all pairs: `values[figure][approach][pair]`. */
  readonly values: Readonly<Record<string, readonly (readonly (number | null)[])[]>>;
  readonly summaries: Readonly<Record<string, readonly (Summary | null)[]>>;
  /** Comparisons of each later approach with the baseline: `comparisons[figure][approach − 1]`. */
  readonly comparisons: Readonly<Record<string, readonly (Comparison | null)[]>>;
}

export interface Execution {
  readonly experiment: Experiment;
  readonly approaches: readonly SelectedApproach[];
  readonly cells: readonly { readonly id: string; readonly title: string }[];
  readonly rounds: readonly RoundReports[];
  readonly roundsPlanned: number;
  readonly startedAt: Date;
  readonly durationSeconds: number;
  readonly seed: number;
  readonly timing: Timing;
  readonly node: string;
  readonly hazelcast: Results['hazelcast'];
  readonly setUp?: string;
  readonly environment: Environment;
}

export function summarizeExecution(execution: Execution): Results {
  const { experiment, approaches, rounds } = execution;
  return {
    experiment: experiment.name,
    title: experiment.title,
    method: experiment.method,
    startedAt: execution.startedAt.toISOString(),
    durationSeconds: Math.round(execution.durationSeconds),
    seed: execution.seed,
    pairs: rounds.length,
    complete: rounds.length === execution.roundsPlanned,
    timing: execution.timing,
    node: execution.node,
    hazelcast: execution.hazelcast,
    ...(execution.setUp === undefined ? {} : { setUp: execution.setUp }),
    environment: execution.environment,
    approaches: approaches.map(({ label }) => label),
    figures: experiment.figures,
    cells: execution.cells.map((cell) => summarizeCell(cell, execution)),
    published: (experiment.published ?? []).filter(({ cell }) =>
      execution.cells.some(({ id }) => id === cell),
    ),
    remarks: remarksOf(execution),
    maxRssMb: approaches.map(
      (_, index) => summarize(rounds.map((reports) => reports[index].maxRssMb))?.median ?? null,
    ),
  };
}

function remarksOf({ experiment, approaches, rounds }: Execution): string {
  const values: Values = (cell, figure, approach) => {
    const index = approaches.findIndex(({ name }) => name === approach);
    if (index === -1) return [];
    return rounds.map(
      (reports) => reports[index].cells.find((one) => one.cell === cell)?.figures[figure] ?? null,
    );
  };
  return experiment.remarks?.(values) ?? '';
}

function summarizeCell({ id, title }: { id: string; title: string }, execution: Execution): CellResults {
  const { experiment, approaches, rounds } = execution;
  const figuresOf = (reports: RoundReports, index: number): Figures => {
    const result = reports[index].cells.find(({ cell }) => cell === id);
    if (result === undefined) throw new Error(`${approaches[index].label} did not report ${id}`);
    return result.figures;
  };
  const values: Record<string, (number | null)[][]> = {};
  const summaries: Record<string, (Summary | null)[]> = {};
  const comparisons: Record<string, (Comparison | null)[]> = {};
  for (const { key } of experiment.figures) {
    const byApproach = approaches.map((_, index) =>
      rounds.map((reports) => figuresOf(reports, index)[key] ?? null),
    );
    const [baseline = [], ...candidates] = byApproach;
    values[key] = byApproach;
    summaries[key] = byApproach.map(summarize);
    comparisons[key] = candidates.map((candidate) =>
      compare(candidate.map((value, pair) => ({ baseline: baseline[pair] ?? null, candidate: value }))),
    );
  }
  return { id, title, values, summaries, comparisons };
}
