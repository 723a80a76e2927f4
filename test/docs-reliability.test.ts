import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { FAULT_TESTS } from './support/fault-tests.js';
import { ROOT } from './support/workspace.js';

const page = readFileSync(join(ROOT, 'docs', 'reliability.md'), 'utf8');
const faults = page.slice(0, page.indexOf('\n## What a member can make'));
const rows = Array.from(faults.matchAll(/^\| (?!-|what happens)([^|]+) \|/gm), ([, what]) => what?.trim());

test('the page has a row for each fault that tests are named of, in the same order', () => {
  expect(rows).toEqual(Object.keys(FAULT_TESTS));
});

test.each(Object.entries(FAULT_TESTS))('%s: shown by tests there are', (_what, shown) => {
  expect(shown.length).toBeGreaterThan(0);
  for (const [file, name] of shown) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const isNamed = ["'", '`'].some((quote) => source.includes(`${quote}${name}${quote}`));
    expect(isNamed ? name : `not in ${file}`).toBe(name);
  }
});
