import { describe, expect, it } from 'vitest';
import { Tier } from '../src/experiment.js';
import { parseOptions, UsageError } from '../src/options.js';

const parse = (...args: string[]) => parseOptions(args, 42);

describe('the arguments of pnpm bench', () => {
  it('default to the rows of README, seven pairs, three seconds and a seed of the moment', () => {
    expect(parse()).toEqual({
      experiments: [],
      isSummary: true,
      tier: Tier.DEFAULT,
      pairs: 7,
      seconds: 3,
      filter: null,
      node: null,
      cluster: null,
      approaches: null,
      seed: 42,
      memberWarmup: null,
      out: null,
      render: false,
      list: false,
      help: false,
    });
  });

  it('take patterns of experiments and of cells', () => {
    const options = parse('get', 'flu.h', '--filter', '1KB-c(1|8)$');
    expect(options.experiments).toEqual([/get/, /flu.h/]);
    expect(options.filter).toEqual(/1KB-c(1|8)$/);
    for (const asked of [['get'], ['--quick'], ['--full'], ['--filter', 'c8']])
      expect(parse(...asked).isSummary).toBe(false);
  });

  it('are the same with and without the -- that pnpm hands through', () => {
    expect(parse('--', 'get-set', '--quick')).toEqual(parse('get-set', '--quick'));
  });

  it('shorten what --quick does, unless a length is given', () => {
    expect(parse('--quick')).toMatchObject({ tier: Tier.QUICK, pairs: 3, seconds: 0.5 });
    expect(parse('--quick', '--pairs', '9', '--seconds', '0.5')).toMatchObject({ pairs: 9, seconds: 0.5 });
    expect(parse('--full')).toMatchObject({ tier: Tier.FULL, pairs: 7, seconds: 3 });
  });

  it('name a Node, a cluster, a seed and two approaches', () => {
    const args = ['--node', '24', '--cluster', '10.0.0.1:5701', '--seed', '7'];
    expect(parse(...args, '--approaches', 'official,official')).toMatchObject({
      node: '24',
      cluster: '10.0.0.1:5701',
      seed: 7,
      approaches: ['official', 'official'],
    });
  });

  it.each([
    [['--pairs', '0'], /--pairs 0.*1 to 1000/],
    [['--pairs', '3.5'], /--pairs 3.5/],
    [['--seconds', 'long'], /--seconds long/],
    [['--seconds', '0'], /0.1 to 3600/],
    [['--node', 'latest'], /--node latest/],
    [['--cluster', 'localhost'], /HOST:PORT/],
    [['--filter', '('], /--filter \(/],
    [['('], /experiment \(/],
    [['--quick', '--full'], /exclude each other/],
    [['--approaches', 'official,'], /A,B is wanted/],
    [['--fast'], /--fast/],
  ])('%j are refused with a word that says why', (args, message) => {
    expect(() => parse(...args)).toThrow(UsageError);
    expect(() => parse(...args)).toThrow(message);
  });
});
