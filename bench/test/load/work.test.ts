import { expect, it } from 'vitest';
import type { RunContext } from '../../src/experiment.js';
import { EXPERIMENTS } from '../../src/experiments/index.js';
import { measureWorks } from '../../src/load/work.js';

const context: RunContext = {
  approach: '',
  cells: [],
  timing: { processWarmup: 0, cellWarmup: 0.02, window: 0.05 },
  seed: 1,
  cluster: null,
};

it('measures works in the order given, and gives the loop a turn between slices', async () => {
  let turns = 0;
  let inTurn = 0;
  const tick = setInterval(() => turns++, 1);
  const results = await measureWorks(
    [
      { id: 'slow', run: (count) => void (inTurn += count) },
      { id: 'other', run: async () => {} },
    ],
    context,
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
    const timing = { processWarmup: 0, cellWarmup: 0.005, window: 0.01 };
    const results = await experiment.run({ ...context, approach, cells, timing });
    expect(results.map(({ cell }) => cell)).toEqual(cells);
    for (const { figures } of results) expect(figures['opsPerSecond']).toBeGreaterThan(0);
  },
);
