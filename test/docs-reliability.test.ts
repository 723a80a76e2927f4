import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { ROOT } from './support/workspace.js';

const page = readFileSync(join(ROOT, 'docs', 'reliability.md'), 'utf8');
const faults = page.slice(0, page.indexOf('\n## '));
const rows = faults.split('\n').filter((line) => /^\| (?!-|what happens)/.test(line));

/** Rows end with the names of links, `[reconnect-2]`; below their table each is defined: `[reconnect-2]: ../path "name of the test"`. */
const tests = new Map(
  Array.from(
    faults.matchAll(/^\[([^\]]+)\]: \.\.\/(\S+\.test\.ts) ["'](.+)["']$/gm),
    ([, id, path, name]) => [id, { path: path ?? '', name: name ?? '' }],
  ),
);

function testsOf(row: string): ({ readonly name: string; readonly path: string } | undefined)[] {
  const cell = row.split(' | ').at(-1) ?? '';
  return Array.from(cell.matchAll(/\[([^\]]+)\]/g), ([, id]) => tests.get(id));
}

test('the page has a row for each fault there is a test of', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows.map((row) => [row.split('|')[1]?.trim() ?? '', row]))(
  '%s: shown by a test there is',
  (_what, row) => {
    const shown = testsOf(row);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).not.toContain(undefined);
    for (const { name, path } of shown.flatMap((each) => each ?? [])) {
      expect(existsSync(join(ROOT, path))).toBe(true);
      const source = readFileSync(join(ROOT, path), 'utf8');
      const isNamed = ["'", '`'].some((quote) => source.includes(`${quote}${name}${quote}`));
      expect(isNamed ? name : `not in ${path}`).toBe(name);
    }
  },
);

test('each test that is defined is named by a row', () => {
  const named = new Set(rows.flatMap(testsOf));
  expect([...tests].filter(([, each]) => !named.has(each)).map(([id]) => id)).toEqual([]);
});
