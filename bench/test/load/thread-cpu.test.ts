import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { work } from '../../src/load/busy-map.js';
import { kernelMicros } from '../../src/load/thread-cpu.js';

it.skipIf(!existsSync('/proc/self/task'))('the kernel knows what the main thread has worked', () => {
  const before = kernelMicros();
  work(50);
  // the tests' own main thread may be another: it worked less than this one, and never nothing in all
  expect(kernelMicros()).toBeGreaterThanOrEqual(before!);
  expect(before).toBeGreaterThan(0);
});
