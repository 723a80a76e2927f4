import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kernelCpuMicros } from '../../src/measure/thread-cpu.js';

it.skipIf(!existsSync('/proc/self/task'))('the kernel knows what the main thread has worked', () => {
  const before = kernelCpuMicros();
  const until = performance.now() + 50;
  while (performance.now() < until);
  // the tests' own main thread may be another: it worked less than this one, and never nothing in all
  expect(kernelCpuMicros()).toBeGreaterThanOrEqual(before!);
  expect(before).toBeGreaterThan(0);
});
