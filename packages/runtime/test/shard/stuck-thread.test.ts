import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { eventually, openCaller, useCallers } from '../caller/support/caller-bench.js';

useCallers();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'offloop-stuck-'));
});
afterEach(() => {
  // Lets the thread go, too.
  rmSync(folder, { recursive: true, force: true });
});

test('a thread that is in native code at shutdown is left behind, and its calls are rejected', async () => {
  const begun = join(folder, 'begun');
  const { caller, codeOf } = openCaller({ threaded: true });
  const call = codeOf({ native: begun });
  await eventually(() => existsSync(begun));
  await caller.stop(50);
  expect(await call).toBe('CLOSED');
  expect(existsSync(begun)).toBe(true);
});
