import { Tier, type Cell, type Experiment } from '../experiment.js';
import { UsageError, type Options } from '../options.js';

/** A column of one run: an approach with a label, as an A/A run has the same approach twice. */
export interface SelectedApproach {
  readonly label: string;
  /** As the experiment calls it. */
  readonly name: string;
  readonly nodeArgs: readonly string[];
}

const RANK: Readonly<Record<Tier, number>> = { [Tier.QUICK]: 0, [Tier.DEFAULT]: 1, [Tier.FULL]: 2 };

/** @throws UsageError when a pattern matches no experiment */
export function selectExperiments(all: readonly Experiment[], options: Options): readonly Experiment[] {
  if (options.experiments.length === 0)
    return all.filter(({ tier = Tier.QUICK }) => RANK[tier] <= RANK[options.tier]);
  for (const pattern of options.experiments) {
    if (!all.some(({ name }) => pattern.test(name)))
      throw new UsageError(
        `no experiment matches ${pattern}; there are ${all.map(({ name }) => name).join(', ')}`,
      );
  }
  return all.filter(({ name }) => options.experiments.some((pattern) => pattern.test(name)));
}

/** @throws UsageError when the filter leaves nothing */
export function selectCells(experiment: Experiment, options: Options): readonly Cell[] {
  const { filter, tier } = options;
  const cells = experiment.cells.filter((cell) =>
    filter === null ? RANK[cell.tier] <= RANK[tier] : filter.test(cell.id),
  );
  if (cells.length === 0)
    throw new UsageError(`--filter ${filter} matches no cell of ${experiment.name}; see --list`);
  return cells;
}

/**
 * The columns, baseline first.
 *
 * @throws UsageError for an approach that the experiment does not have
 */
export function selectApproaches(experiment: Experiment, options: Options): readonly SelectedApproach[] {
  const { approaches } = experiment;
  const selected = (name: string, label: string): SelectedApproach => {
    const approach = approaches.find((candidate) => candidate.name === name);
    if (approach === undefined)
      throw new UsageError(
        `${experiment.name} has no approach ${name}; it has ${approaches.map((known) => known.name).join(', ')}`,
      );
    return { label, name, nodeArgs: approach.nodeArgs ?? [] };
  };
  if (options.clients !== null) {
    const [a, b] = options.clients;
    return a === b ? [selected(a, `${a} (a)`), selected(b, `${b} (b)`)] : [selected(a, a), selected(b, b)];
  }
  return approaches
    .filter(({ tier }) => RANK[tier] <= RANK[options.tier])
    .map(({ name }) => selected(name, name));
}
