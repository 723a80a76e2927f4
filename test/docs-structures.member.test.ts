import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMember } from '@offloop/member';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { runnableExamples } from './support/examples.js';
import { ROOT } from './support/workspace.js';

// The address that examples name. Here it stands for the member that the test has started.
const EXAMPLE_ADDRESS = '127.0.0.1:5701';

const LONGEST_RUN = 30_000;

const PAGES = join(ROOT, 'docs', 'structures');

const examples = readdirSync(PAGES).flatMap((page) =>
  runnableExamples(readFileSync(join(PAGES, page), 'utf8')).map((example) => ({ page, ...example })),
);

const run = promisify(execFile);
let folder: string;

beforeAll(() => {
  // Inside the project, so that examples find the packages by name as any user of them does.
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'structures-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each(examples)('the example in $page at line $line runs to its end', async ({ page, line, code }) => {
  const member = await startMember();
  try {
    const file = join(folder, `${page}-${line}.mjs`);
    writeFileSync(file, code.replaceAll(EXAMPLE_ADDRESS, member.address));
    await expect(run(process.execPath, [file], { cwd: ROOT, timeout: LONGEST_RUN })).resolves.toBeDefined();
  } finally {
    await member.stop();
  }
});
