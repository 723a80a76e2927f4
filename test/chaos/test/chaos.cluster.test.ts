import { expect, test } from 'vitest';
import { runChaos } from '../src/chaos.js';
import { readOptions } from '../src/options.js';
import { faultsOf, summary } from '../src/verdict.js';

test('a minute of killed members, cut and silent connections and blocked loops loses nothing', async () => {
  const options = readOptions(['--minutes', '1', '--workers', process.env['OFFLOOP_WORKERS'] ?? '1']);
  console.log(`seed ${options.seed}`);
  const report = await runChaos(options, () => undefined);
  console.log(summary(report));
  expect(faultsOf(report)).toEqual([]);
  expect(report.faults.kills).toBeGreaterThan(0);
  expect(report.faults.cuts).toBeGreaterThan(0);
  expect(report.blocks).toBeGreaterThan(0);
});
