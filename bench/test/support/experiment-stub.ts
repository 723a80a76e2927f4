import { Tier, type Experiment } from '../../src/experiment.js';

/** An experiment without a load, for the harness's own tests. */
export const stub: Experiment = {
  name: 'stub',
  title: 'A stub',
  method: 'Nothing is measured.',
  needsMember: false,
  cells: [
    { id: 'one', title: 'one', tier: Tier.QUICK },
    { id: 'two', title: 'two', tier: Tier.DEFAULT },
    { id: 'three', title: 'three', tier: Tier.FULL },
  ],
  approaches: [
    { name: 'old', tier: Tier.QUICK },
    { name: 'new', tier: Tier.QUICK },
    { name: 'odd', tier: Tier.FULL },
  ],
  figures: [
    { key: 'rate', title: 'Rate', better: 'higher', headline: true },
    { key: 'cost', title: 'Cost', better: 'lower', headline: true, note: 'A note.' },
    { key: 'rare', title: 'Rare', better: 'lower', headline: false },
  ],
  published: [{ cell: 'one', figure: 'rate', column: 'theirs', value: 90_933 }],
  run: () => Promise.reject(new Error('a stub runs nothing')),
};
