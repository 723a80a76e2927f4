import { expect, it } from 'vitest';
import { EXPERIMENTS } from '../../src/experiments/index.js';
import { warmupSeconds } from '../../src/harness/cluster.js';
import { expectedSeconds, pairsOf, timingOf } from '../../src/harness/plan.js';
import { selectApproaches, selectCells, selectExperiments } from '../../src/harness/select.js';
import { parseOptions } from '../../src/options.js';

it('lets --quick take all experiments in six minutes, member and its warm-up included', () => {
  const options = parseOptions(['--quick'], 1);
  const seconds = selectExperiments(EXPERIMENTS, options).map((experiment) => {
    const processes = pairsOf(options, experiment.pairsFactor) * selectApproaches(experiment, options).length;
    const cells = selectCells(experiment, options).length;
    return processes * expectedSeconds(timingOf(options, experiment.pace), cells);
  });
  const memberStart = 10;
  const total = seconds.reduce((sum, each) => sum + each, memberStart + warmupSeconds(options));
  expect(total).toBeLessThan(6 * 60);
});

it('names every experiment, cell and approach once', () => {
  const repeated = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);
  expect(repeated(EXPERIMENTS.map(({ name }) => name))).toEqual([]);
  for (const { cells, approaches, published, figures } of EXPERIMENTS) {
    expect(repeated(cells.map(({ id }) => id))).toEqual([]);
    expect(repeated(approaches.map(({ name }) => name))).toEqual([]);
    for (const { cell, figure } of published) {
      expect(cells.map(({ id }) => id)).toContain(cell);
      expect(figures.map(({ key }) => key)).toContain(figure);
    }
  }
});
