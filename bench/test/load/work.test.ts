import { expect, it } from 'vitest';
import type { CellResult, RunContext } from '../../src/experiment.js';
import { EXPERIMENTS } from '../../src/experiments/index.js';
import { measureWorks } from '../../src/load/work.js';

const context: RunContext = {
  approach: '',
  cells: [],
  timing: { processWarmup: 0, cellWarmup: 0.02, window: 0.05 },
  seed: 1,
  cluster: null,
};

/**
 * A recursion of eight timers takes ten milliseconds and, on a busy machine, any number more: a window in which nothing was completed is
 * lengthened, as its error asks for.
 */
async function inWindowLongEnough(measure: (window: number) => Promise<CellResult[]>): Promise<CellResult[]> {
  for (let window = 0.01; ; window *= 2) {
    try {
      // oxlint-disable-next-line no-await-in-loop
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
  const works = [
    { id: 'slow', run: (count: number) => void (inTurn += count) },
    { id: 'other', run: async () => {} },
  ];
  const results = await inWindowLongEnough((window) =>
    measureWorks(works, { ...context, timing: { ...context.timing, window } }),
  );
  clearInterval(tick);
  expect(results.map(({ cell }) => cell)).toEqual(['slow', 'other']);
  expect(results[0]?.figures['opsPerSecond']).toBeGreaterThan(0);
  expect(inTurn).toBeGreaterThan(0);
  expect(turns).toBeGreaterThan(0);
});

it('ends with the error of a work that finds a wrong result', async () => {
  const wrong = { id: 'wrong', run: () => Promise.reject(new Error('not 13')) };
  await expect(measureWorks([wrong], context)).rejects.toThrow(/not 13/);
});

const inProcess = EXPERIMENTS.filter(({ name }) => ['utf8', 'long', 'timeslice'].includes(name));

it.each(inProcess.flatMap((one) => one.approaches.map(({ name }) => [one.name, name] as const)))(
  '%s runs every cell by %s, whose results it checks',
  async (name, approach) => {
    const experiment = inProcess.find((one) => one.name === name)!;
    const cells = experiment.cells.filter(({ tier }) => tier === 'quick').map(({ id }) => id);
    const results = await inWindowLongEnough((window) =>
      experiment.run({
        ...context,
        approach,
        cells,
        timing: { processWarmup: 0, cellWarmup: 0.005, window },
      }),
    );
    expect(results.map(({ cell }) => cell)).toEqual(cells);
    for (const { figures } of results) expect(figures['opsPerSecond']).toBeGreaterThan(0);
  },
);
