import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import type { Example } from './examples.js';
import { ROOT } from './workspace.js';

// The address that examples name. Here it stands for the member that the test has started.
const EXAMPLE_ADDRESS = '127.0.0.1:5701';

const LONGEST_RUN = 30_000;

const run = promisify(execFile);

/**
 * Runs an example of a page against the member at `address`, in a process of its own. Rejects, with what it printed, if it
 * fails or has not ended in time.
 */
export async function runExample(page: string, { line, code }: Example, address: string): Promise<void> {
  // Inside the project, so that examples find the packages by name as any user of them does.
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'readme-'));
  try {
    const file = join(folder, `${basename(page)}-line-${line}.mjs`);
    writeFileSync(file, code.replaceAll(EXAMPLE_ADDRESS, address));
    await run(process.execPath, [file], { cwd: ROOT, timeout: LONGEST_RUN });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
