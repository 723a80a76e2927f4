import { cpus, type CpuInfo } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

import { otherWork } from '../../src/measure/other-work.js';

/** Milliseconds since the start of a machine, for each of its CPUs. */
interface Worked {
  readonly user?: number;
  readonly sys?: number;
  readonly irq?: number;
  readonly idle: number;
}

function machine(...worked: readonly Worked[]): CpuInfo[] {
  const times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
  return worked.map((each) => ({ model: '', speed: 0, times: { ...times, ...each } }));
}

function workBetween(before: readonly CpuInfo[], after: readonly CpuInfo[]): Promise<number> {
  const looks = [before, after];
  return otherWork(0, () => looks.shift() ?? []);
}

// What ran before the first look must not matter.
const BEFORE = machine({ user: 5_000, idle: 100 }, { sys: 70, idle: 9_000 });

test('one of two CPUs at work is one', async () => {
  expect(await workBetween(BEFORE, machine({ user: 5_100, idle: 100 }, { sys: 70, idle: 9_100 }))).toBe(1);
});

test('the kernel’s work and interrupts are work', async () => {
  const after = machine({ user: 5_000, irq: 25, idle: 175 }, { sys: 95, idle: 9_075 });
  expect(await workBetween(BEFORE, after)).toBe(0.5);
});

test('a machine that does nothing, or whose clock has not ticked, is at no work', async () => {
  expect(await workBetween(BEFORE, machine({ user: 5_000, idle: 200 }, { sys: 70, idle: 9_100 }))).toBe(0);
  expect(await workBetween(BEFORE, BEFORE)).toBe(0);
});

test('a thread that spins is seen on the machine there is', async () => {
  const spinner = new Worker('for (;;);', { eval: true });
  await new Promise((resolve) => spinner.once('online', resolve));
  try {
    // Whatever else runs here can only add to it, and take turns with it.
    const work = await otherWork(300);
    expect(work).toBeGreaterThan(0.5);
    expect(work).toBeLessThanOrEqual(cpus().length);
  } finally {
    await spinner.terminate();
  }
});
