import { expect, test } from 'vitest';

import { Invalidations } from '../../../src/map/near-cache/invalidations.js';

const LIFE = { msb: 1n, lsb: 2n };

// All else that they do is in the model of `near-cache.test.ts`, and in what near caches do of clears and repairs.
test('values of all partitions are stale at once when too many invalidations are missing, in all partitions together', () => {
  const invalidations = new Invalidations(10);
  for (const partition of [0, 1]) invalidations.learn(partition, LIFE, 100n, true);
  const generations = (): number[] => [0, 1].map((partition) => invalidations.generationOf(partition));
  const before = generations();
  invalidations.hear(0, LIFE, 101n + 5n);
  expect(generations()).toEqual(before);
  invalidations.hear(1, LIFE, 101n + 5n);
  generations().forEach((generation, partition) => expect(generation).not.toBe(before[partition]));
});
