import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startMember } from '@offloop/member';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runnableExamples } from './support/examples.js';
import { ROOT } from './support/workspace.js';

// The address that examples name. Here it stands for the member that the test has started.
const EXAMPLE_ADDRESS = '127.0.0.1:5701';

const LONGEST_RUN = 30_000;

const STRUCTURES = 'docs/structures';
/** The embedded member has no CP subsystem. */
const NEEDS_CP = 'cp.md';

/** README.md, the page on values, and a page a structure. */
const pages = [
  'README.md',
  'docs/serialization.md',
  ...readdirSync(join(ROOT, STRUCTURES))
    .filter((page) => page !== NEEDS_CP)
    .map((page) => `${STRUCTURES}/${page}`),
];

const run = promisify(execFile);
let folder: string;

beforeAll(() => {
  // Inside the project, so that examples find the packages by name as any user of them does.
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'readme-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each(pages)('%s', (page) => {
  const examples = runnableExamples(readFileSync(join(ROOT, page), 'utf8'));

  test('has examples that can be run', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  test.each(examples)('the example at line $line runs to its end', async ({ line, code }) => {
    const member = await startMember();
    try {
      const file = join(folder, `${basename(page)}-line-${line}.mjs`);
      writeFileSync(file, code.replaceAll(EXAMPLE_ADDRESS, member.address));
      // Rejects, with what the example printed, if it fails or has not ended in time.
      await expect(run(process.execPath, [file], { cwd: ROOT, timeout: LONGEST_RUN })).resolves.toBeDefined();
    } finally {
      await member.stop();
    }
  });
});

test('only blocks marked as runnable are run, with the line they start at', () => {
  const markdown = [
    '# Title',
    '```js run',
    'one();',
    'two();',
    '```',
    '```js',
    'three();',
    '```',
    '```js run',
    '```',
  ];
  expect(runnableExamples(markdown.join('\n'))).toEqual([
    { line: 2, code: 'one();\ntwo();' },
    { line: 9, code: '' },
  ]);
});

test('a block without an end is an error that names its line', () => {
  expect(() => runnableExamples('\n```js run\nnever();')).toThrow('line 2');
});
