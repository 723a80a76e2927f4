import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { ROOT } from './support/workspace.js';

const page = readFileSync(join(ROOT, 'docs', 'reliability.md'), 'utf8');
const faults = page.slice(0, page.indexOf('\n## '));
const rows = faults.split('\n').filter((line) => /^\| (?!-|what happens)/.test(line));

/** Tests are linked by their names: `[name](../path/of.test.ts)`, at the end of a row. */
function testOf(row: string): { readonly name: string; readonly path: string } | undefined {
  const link = /\[([^\]]+)\]\(\.\.\/([^)]+\.test\.ts)\) *\|$/.exec(row);
  return link?.[1] === undefined || link[2] === undefined ? undefined : { name: link[1], path: link[2] };
}

test('the page has a row for each fault there is a test of', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows.map((row) => [row.split('|')[1]?.trim() ?? '', row]))(
  '%s: shown by a test there is',
  (_what, row) => {
    const shown = testOf(row);
    expect(shown).toBeDefined();
    const { name, path } = shown!;
    expect(existsSync(join(ROOT, path))).toBe(true);
    const source = readFileSync(join(ROOT, path), 'utf8');
    const isNamed = ["'", '`'].some((quote) => source.includes(`${quote}${name}${quote}`));
    expect(isNamed ? name : `not in ${path}`).toBe(name);
  },
);
