import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { testPrograms } from '../../../test/support/programs.js';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../docs/patterns.md', import.meta.url));

/** The lines that each program prints. */
const PRINTED: Readonly<Record<string, readonly string[]>> = {
  'lock.mjs': ['the next holder has written: true', 'the slow holder has written: false', 'balance: 70'],
  'job-queue.mjs': ['5 jobs are done, 0 are left'],
  'change-feed.mjs': [
    'tea costs 3',
    'cake costs 4',
    'tea costs 5',
    'cake costs null',
    'the map: [["tea",5]]',
  ],
  'cache-aside.mjs': ['50 readers of Product 7, 1 load', 'once more: 1 load', 'after a change: 2 loads'],
  'rate-limit.mjs': ['ada: 5 of 20 requests', 'bob: may go on'],
  'leader.mjs': ['Ada leads in term 1', 'Bob leads in term 2'],
};

testPrograms(FOLDER, PRINTED);

test('each pattern is run, and has its place on the page', () => {
  const programs = readdirSync(FOLDER).filter((file) => file.endsWith('.mjs'));
  expect(programs.toSorted()).toEqual(Object.keys(PRINTED).toSorted());
  const page = readFileSync(PAGE, 'utf8');
  for (const program of programs) expect(page).toContain(`(../examples/patterns/${program})`);
});
