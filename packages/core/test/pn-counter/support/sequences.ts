import type { Sequence } from '../../cluster/support/sequence.js';

/** Of a counter nobody has used before. */
export const COUNTER_SEQUENCES: Readonly<Record<string, Sequence>> = {
  'each method once': [
    ['get'],
    ['getAndAdd', 5],
    ['addAndGet', 3],
    ['getAndSubtract', 2],
    ['subtractAndGet', 4],
    ['incrementAndGet'],
    ['getAndIncrement'],
    ['decrementAndGet'],
    ['getAndDecrement'],
    ['get'],
    ['reset'],
    ['get'],
  ],
  'negative numbers and Longs': [
    ['addAndGet', -7],
    ['getAndAdd', 9_007_199_254_740_993n],
    ['subtractAndGet', -1n],
    ['getAndSubtract', 2n ** 40n],
    ['get'],
  ],
  'an overflow': [['addAndGet', 2n ** 63n - 1n], ['incrementAndGet'], ['decrementAndGet'], ['get']],
  names: [['getName'], ['getPartitionKey'], ['getServiceName']],
  'after it was destroyed': [['addAndGet', 5], ['destroy']],
};
