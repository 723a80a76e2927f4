import { expect, it } from 'vitest';
import { Tier, type CellResult } from '../../src/experiment.js';
import { EXPERIMENTS } from '../../src/experiments/index.js';
import { worksOf } from '../../src/load/work.js';
import { shortRun } from '../support/memory-client.js';

/** The context of a run of these cells in a window of this length. */
const runOf = (cells: readonly string[], window: number) =>
  shortRun({ cells, timing: { processWarmup: 0, cellWarmup: 0.005, window } });

const cellOf = (id: string) => ({ id, title: id, tier: Tier.QUICK });

/**
 * A recursion of eight timers takes ten milliseconds and, on a busy machine, any number more: a window in which nothing was completed is
 * lengthened, as its error asks for.
 */
async function inWindowLongEnough(measure: (window: number) => Promise<CellResult[]>): Promise<CellResult[]> {
  for (let window = 0.01; ; window *= 2) {
    try {
      return await measure(window);
    } catch (error) {
      if (!String(error).includes('no operation completed in the window')) throw error;
    }
  }
}

it('measures works in the order given, and gives the loop a turn between slices', async () => {
  let turns = 0;
  let inTurn = 0;
  const tick = setInterval(() => turns++, 1);
  const run = worksOf(['slow', 'other'].map(cellOf), ({ id }) =>
    id === 'slow' ? (count) => void (inTurn += count) : async () => {},
  );
  const results = await inWindowLongEnough((window) => run(runOf(['other', 'slow'], window)));
  clearInterval(tick);
  expect(results.map(({ cell }) => cell)).toEqual(['other', 'slow']);
  expect(results[0]?.figures['opsPerSecond']).toBeGreaterThan(0);
  expect(inTurn).toBeGreaterThan(0);
  expect(turns).toBeGreaterThan(0);
});

it('ends with the error of a work that finds a wrong result', async () => {
  const run = worksOf([cellOf('wrong')], () => () => Promise.reject(new Error('not 13')));
  await expect(run(runOf(['wrong'], 0.05))).rejects.toThrow(/not 13/);
});

const inProcess = EXPERIMENTS.filter(({ name }) => ['utf8', 'timeslice'].includes(name));

it.each(inProcess.flatMap((one) => one.approaches.map(({ name }) => [one.name, name] as const)))(
  '%s runs every cell by %s, whose results it checks',
  async (name, approach) => {
    const experiment = inProcess.find((one) => one.name === name)!;
    const cells = experiment.cells.filter(({ tier }) => tier === 'quick').map(({ id }) => id);
    const results = await inWindowLongEnough((window) =>
      experiment.run({ ...runOf(cells, window), approach }),
    );
    expect(results.map(({ cell }) => cell)).toEqual(cells);
    for (const { figures } of results) expect(figures['opsPerSecond']).toBeGreaterThan(0);
  },
);
