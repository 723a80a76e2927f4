import { expect, test } from 'vitest';

import { approachById, APPROACHES, Workload } from '../../src/approaches/approaches.js';
import { DEFAULT_CATALOGUE } from '../../src/catalogue/catalogue.js';
import { planRequests } from '../../src/load/plan.js';

const quotes = { workload: Workload.QUOTE, catalogue: DEFAULT_CATALOGUE, items: 3 } as const;

test('every approach is asked for the same and has to answer the same', () => {
  const plans = APPROACHES.filter(({ workloads }) => workloads.includes(Workload.QUOTE)).map((each) =>
    planRequests(each, quotes).map(({ target, expected }) => {
      return { items: new URL(target, 'http://x').searchParams.get('items'), expected };
    }),
  );
  for (const plan of plans) expect(plan).toEqual(plans[0]);
  expect(plans[0].length).toBeGreaterThan(10);
});

test('a target names the approach and its options', () => {
  const sliced = approachById('fib-nextTick');
  if (sliced === undefined) throw new Error('there is no such approach');
  expect(planRequests(sliced, { workload: Workload.FIB, n: 10 })).toEqual([
    { target: '/timeslice/fib?slicer=nextTick&n=10', expected: '{"n":10,"fib":55}' },
  ]);
});
