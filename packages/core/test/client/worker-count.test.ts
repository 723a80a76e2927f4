import { availableCpus } from '@offloop/runtime';
import { expect, onTestFinished, test, vi } from 'vitest';

import { workerCount } from '../../src/client/worker-count.js';

test.each([
  [0.5, 0],
  [1, 0],
  [1.5, 0],
  [2, 1],
  [64, 1],
])('with %d CPUs a client that was told nothing has %d worker threads, and says why', (cpus, workers) => {
  const chosen = workerCount('auto', cpus);
  expect(chosen.workers).toBe(workers);
  expect(chosen.reason).toContain(`CPUs available: ${cpus}`);
});

test.each([0, 1] as const)('who asks for %d gets that, whatever the machine is', (asked) => {
  for (const cpus of [0.5, 8])
    expect(workerCount(asked, cpus)).toEqual({ workers: asked, reason: `runtime.workers is ${asked}` });
});

test('where the permission model allows no threads there is none, unless one is asked for', () => {
  const has = vi.fn<(scope: string) => boolean>(() => false);
  vi.stubGlobal('process', Object.assign(Object.create(process) as object, { permission: { has } }));
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(workerCount('auto', 8)).toMatchObject({
    workers: 0,
    reason: expect.stringContaining('--allow-worker'),
  });
  expect(workerCount(1, 8).workers).toBe(1);
  has.mockReturnValue(true);
  expect(workerCount('auto', 8).workers).toBe(1);
  expect(has).toHaveBeenCalledWith('worker');
});

test('the CPUs are those of this process', () => {
  expect(workerCount('auto')).toEqual(workerCount('auto', availableCpus()));
});
