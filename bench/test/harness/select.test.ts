import { describe, expect, it } from 'vitest';
import { Tier, type Experiment } from '../../src/experiment.js';
import { EXPERIMENTS } from '../../src/experiments/index.js';
import { select } from '../../src/harness/select.js';
import { parseOptions, UsageError } from '../../src/options.js';
import { SUMMARY_ROWS } from '../../src/summary-rows.js';
import { stub } from '../support/experiment-stub.js';

const ofStub = (...args: string[]) => select([stub], parseOptions(['stub', ...args], 1))[0];
const cells = (...args: string[]) => ofStub(...args).cells.map(({ id }) => id);
const approaches = (...args: string[]) => ofStub(...args).approaches.map(({ label }) => label);
const experiments = (all: readonly Experiment[], ...args: string[]) =>
  select(all, parseOptions(args, 1)).map(({ experiment }) => experiment.name);

describe('selection', () => {
  it('takes more cells and approaches from quick to full', () => {
    expect(cells('--quick')).toEqual(['one']);
    expect(cells()).toEqual(['one', 'two']);
    expect(cells('--full')).toEqual(['one', 'two', 'three']);
    expect(approaches()).toEqual(['old', 'new']);
    expect(approaches('--full')).toEqual(['old', 'new', 'odd']);
  });

  it('lets a filter reach cells of every tier', () => {
    expect(cells('--quick', '--filter', 't')).toEqual(['two', 'three']);
    expect(() => cells('--filter', 'nine')).toThrow(UsageError);
  });

  it('tells the two columns of an A/A run apart', () => {
    expect(approaches('--approaches', 'old,old')).toEqual(['old (a)', 'old (b)']);
    expect(approaches('--approaches', 'odd,old')).toEqual(['odd', 'old']);
    expect(() => approaches('--approaches', 'old,fast')).toThrow(/no approach fast.*old, new, odd/);
  });

  it('takes the experiments of a tier, or those that match, and refuses a pattern that matches none', () => {
    const all = [stub, { ...stub, name: 'other' }, { ...stub, name: 'late', tier: Tier.FULL }];
    expect(experiments(all, '--full')).toEqual(['stub', 'other', 'late']);
    expect(experiments(all, '--quick')).toEqual(['stub', 'other']);
    expect(experiments(all, '--quick', 'late')).toEqual(['late']);
    expect(experiments(all, '^o')).toEqual(['other']);
    expect(() => experiments(all, 'stub', 'typo')).toThrow(/typo.*stub, other/);
  });

  it('without arguments takes the rows of README, by the two clients', () => {
    const selections = select(EXPERIMENTS, parseOptions([], 1));
    const chosen = selections.flatMap(({ experiment, cells: ofRun }) =>
      ofRun.map(({ id }) => `${experiment.name} ${id}`),
    );
    expect(chosen.toSorted()).toEqual(
      SUMMARY_ROWS.map(({ experiment, cell }) => `${experiment} ${cell}`).toSorted(),
    );
    for (const { approaches: columns } of selections)
      expect(columns.map(({ name }) => name)).toEqual(['official', 'offloop']);
  });
});
