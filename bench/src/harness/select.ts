import { Tier, type Cell, type Experiment } from '../experiment.js';
import { UsageError, type Options } from '../options.js';
import { SUMMARY_APPROACHES, SUMMARY_ROWS } from '../summary-rows.js';

/** A column of one run: an approach with a label, as an A/A run has the same approach twice. */
export interface SelectedApproach {
  readonly label: string;
  /** Name of the approach in the experiment. */
  readonly name: string;
}

/** The part of an experiment that a run measures. */
export interface Selection {
  readonly experiment: Experiment;
  readonly cells: readonly Cell[];
  readonly approaches: readonly SelectedApproach[];
}

const RANK: Readonly<Record<Tier, number>> = { [Tier.QUICK]: 0, [Tier.DEFAULT]: 1, [Tier.FULL]: 2 };

/**
 * Selects what the options ask for. @throws UsageError for a name in the arguments that matches nothing, before the first minute of warm-up
 */
export function select(all: readonly Experiment[], options: Options): readonly Selection[] {
  return selectExperiments(all, options).map((experiment) => ({
    experiment,
    cells: selectCells(experiment, options),
    approaches: selectApproaches(experiment, options),
  }));
}

function selectExperiments(all: readonly Experiment[], options: Options): readonly Experiment[] {
  const { experiments: patterns, tier, isSummary } = options;
  if (isSummary) return all.filter(({ name }) => SUMMARY_ROWS.some(({ experiment }) => experiment === name));
  if (patterns.length === 0) return all.filter(({ tier: from = Tier.QUICK }) => RANK[from] <= RANK[tier]);
  const unknown = patterns.find((pattern) => !all.some(({ name }) => pattern.test(name)));
  if (unknown !== undefined)
    throw new UsageError(
      `no experiment matches ${unknown}; there are ${all.map(({ name }) => name).join(', ')}`,
    );
  return all.filter(({ name }) => patterns.some((pattern) => pattern.test(name)));
}

function selectCells(
  { name, cells: all }: Experiment,
  { filter, tier, isSummary }: Options,
): readonly Cell[] {
  const inSummary = ({ id }: Cell): boolean =>
    SUMMARY_ROWS.some(({ experiment, cell }) => experiment === name && cell === id);
  const cells = all.filter((cell) => {
    if (isSummary) return inSummary(cell);
    return filter === null ? RANK[cell.tier] <= RANK[tier] : filter.test(cell.id);
  });
  if (cells.length === 0) throw new UsageError(`--filter ${filter} matches no cell of ${name}; see --list`);
  return cells;
}

/** Returns the columns, the baseline first. */
function selectApproaches(
  { name: experiment, approaches: all }: Experiment,
  { approaches: wanted, tier, isSummary }: Options,
): readonly SelectedApproach[] {
  const byTier = all.filter((approach) => RANK[approach.tier] <= RANK[tier]).map(({ name }) => name);
  const names = wanted ?? (isSummary ? SUMMARY_APPROACHES : byTier);
  return names.map((name, i) => {
    if (all.every((candidate) => candidate.name !== name))
      throw new UsageError(
        `${experiment} has no approach ${name}; it has ${all.map((known) => known.name).join(', ')}`,
      );
    const again = names.filter((other) => other === name).length > 1;
    const label = again ? `${name} (${String.fromCharCode(97 + i)})` : name;
    return { label, name };
  });
}
