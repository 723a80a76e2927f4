import { Tier, type Cell, type Experiment } from '../experiment.js';
import { UsageError, type Options } from '../options.js';

/** A column of one run: an approach, and a name of its own, as an A/A run has the same approach twice. */
export interface Arm {
  readonly label: string;
  readonly approach: string;
  readonly nodeArgs: readonly string[];
}

const RANK: Readonly<Record<Tier, number>> = { [Tier.QUICK]: 0, [Tier.DEFAULT]: 1, [Tier.FULL]: 2 };

/** @throws UsageError when a pattern matches no experiment */
export function selectExperiments(all: readonly Experiment[], options: Options): readonly Experiment[] {
  if (options.experiments.length === 0) return all;
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
export function selectArms(experiment: Experiment, options: Options): readonly Arm[] {
  const { approaches } = experiment;
  const armOf = (name: string, label: string): Arm => {
    const approach = approaches.find((candidate) => candidate.name === name);
    if (approach === undefined)
      throw new UsageError(
        `${experiment.name} has no approach ${name}; it has ${approaches.map((known) => known.name).join(', ')}`,
      );
    return { label, approach: name, nodeArgs: approach.nodeArgs ?? [] };
  };
  if (options.clients !== null) {
    const [a, b] = options.clients;
    return a === b ? [armOf(a, `${a} (a)`), armOf(b, `${b} (b)`)] : [armOf(a, a), armOf(b, b)];
  }
  return approaches
    .filter(({ tier }) => RANK[tier] <= RANK[options.tier])
    .map(({ name }) => armOf(name, name));
}
