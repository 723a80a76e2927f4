import { describe, expect, it } from 'vitest';
import { Tier } from '../../src/experiment.js';
import { selectApproaches, selectCells, selectExperiments } from '../../src/harness/select.js';
import { parseOptions, UsageError } from '../../src/options.js';
import { stub } from '../experiment-stub.js';

const options = (...args: string[]) => parseOptions(args, 1);
const cells = (...args: string[]) => selectCells(stub, options(...args)).map(({ id }) => id);
const approaches = (...args: string[]) => selectApproaches(stub, options(...args)).map(({ label }) => label);

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
    expect(approaches('--client-a', 'old', '--client-b', 'old')).toEqual(['old (a)', 'old (b)']);
    expect(approaches('--client-a', 'odd', '--client-b', 'old')).toEqual(['odd', 'old']);
    expect(() => approaches('--client-a', 'old', '--client-b', 'fast')).toThrow(
      /no approach fast.*old, new, odd/,
    );
  });

  it("carries an approach's flags for node", () => {
    expect(selectApproaches(stub, options())[1]?.nodeArgs).toEqual(['--max-semi-space-size=64']);
  });

  it('takes all experiments, or those that match, and refuses a pattern that matches none', () => {
    const other = { ...stub, name: 'other' };
    expect(selectExperiments([stub, other], options())).toEqual([stub, other]);
    expect(selectExperiments([stub, other], options('^o'))).toEqual([other]);
    const late = { ...stub, name: 'late', tier: Tier.DEFAULT };
    expect(selectExperiments([stub, late], options())).toEqual([stub, late]);
    expect(selectExperiments([stub, late], options('--quick'))).toEqual([stub]);
    expect(selectExperiments([stub, late], options('--quick', 'late'))).toEqual([late]);
    expect(() => selectExperiments([stub, other], options('stub', 'typo'))).toThrow(/typo.*stub, other/);
  });
});
