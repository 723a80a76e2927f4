import { expect, it } from 'vitest';
import { EXPERIMENTS } from '../../src/experiments/index.js';
import { warmupSeconds } from '../../src/harness/cluster.js';
import { secondsOf } from '../../src/harness/plan.js';
import { select } from '../../src/harness/select.js';
import { parseOptions } from '../../src/options.js';

const MEMBER_START = 10;

it.each([
  ['--quick, all experiments', ['--quick'], 6],
  ['no arguments, the rows of README', [], 15],
])('lets a run with %s take %j at most, in minutes: %i', (_, args, minutes) => {
  const options = parseOptions(args, 1);
  const seconds = select(EXPERIMENTS, options).map((selection) => secondsOf(selection, options));
  const total = seconds.reduce((sum, each) => sum + each, MEMBER_START + warmupSeconds(options));
  expect(total).toBeLessThan(minutes * 60);
});

it('names every experiment, cell and approach once', () => {
  const repeated = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);
  expect(repeated(EXPERIMENTS.map(({ name }) => name))).toEqual([]);
  for (const { cells, approaches, published = [], figures } of EXPERIMENTS) {
    expect(repeated(cells.map(({ id }) => id))).toEqual([]);
    expect(repeated(approaches.map(({ name }) => name))).toEqual([]);
    for (const { cell, figure } of published) {
      expect(cells.map(({ id }) => id)).toContain(cell);
      expect(figures.map(({ key }) => key)).toContain(figure);
    }
  }
});
