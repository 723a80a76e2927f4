import { check } from '../load/call-load.js';
import { ITEMS, type StructureWork } from './structure-cell.js';
import type { OwnStructures } from './structure-client.js';

/** Largest error of an estimate: members are off by 0.8 % on average. */
const TOLERANCE = 0.05;

const add: StructureWork<OwnStructures> = {
  id: 'cardinality-add',
  title: 'cardinality estimator, add',
  prepare: async (structures, name) => {
    const estimator = await structures.getCardinalityEstimator(name);
    const seen = new Set<string>();
    return {
      call: async (turn) => {
        const item = ITEMS[turn % ITEMS.length];
        seen.add(item);
        await estimator.add(item);
      },
      end: async () => {
        const estimate = (await estimator.estimate()).toNumber();
        check(Math.abs(estimate - seen.size) <= TOLERANCE * seen.size, 'estimate');
        await estimator.destroy();
      },
    };
  },
};

const estimate: StructureWork<OwnStructures> = {
  id: 'cardinality-estimate',
  title: 'cardinality estimator, estimate',
  prepare: async (structures, name) => {
    const estimator = await structures.getCardinalityEstimator(name);
    await Promise.all(ITEMS.map((item) => estimator.add(item)));
    const expected = (await estimator.estimate()).toNumber();
    check(Math.abs(expected - ITEMS.length) <= TOLERANCE * ITEMS.length, 'estimate');
    return {
      call: async () => check((await estimator.estimate()).toNumber() === expected, 'estimate'),
      end: () => estimator.destroy(),
    };
  },
};

export const ESTIMATORS: readonly StructureWork<OwnStructures>[] = [add, estimate];
