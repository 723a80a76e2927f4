import { rounds } from '@offloop/tools';
import { expect, test } from 'vitest';
import { runChaos } from '../src/chaos.js';
import { readOptions } from '../src/options.js';
import { faultsOf, summary } from '../src/verdict.js';

/** Not less than a first fault can take: the second is always a kill. */
const SECONDS = rounds({ short: 20, full: 60 });

test('killed members, cut and silent connections and blocked loops lose nothing', async () => {
  const options = readOptions(['--minutes', `${SECONDS / 60}`]);
  console.log(`seed ${options.seed}`);
  const report = await runChaos(options, () => undefined);
  console.log(summary(report));
  expect(faultsOf(report)).toEqual([]);
  expect(report.faults.kills).toBeGreaterThan(0);
  expect(report.faults.cuts).toBeGreaterThan(0);
  expect(report.blocks).toBeGreaterThan(0);
});
