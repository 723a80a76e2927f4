import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { typedFigures } from './support/typed-figures.js';
import { ROOT } from './support/workspace.js';

/** Settings, limits and workloads: somebody decided them, so that no run makes them stale. */
const DECIDED = ['85 %', '95 %', '1 ms', '2 ms', '50 ms', '100 ms', '500 ms', '20 µs', '100 µs'];

/** Not the decisions: each is a record of its day, with the figures it was made by. */
const pages = [
  'README.md',
  ...['docs', 'docs/structures'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  ),
];
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

test.each(pages)('no figure that %s claims is typed: each comes from kept results', (page) => {
  expect(typedFigures(read(page), DECIDED)).toEqual([]);
});

test('typed figures are found, in sentences and in tables; filled ones, code and settings are not', () => {
  const page = [
    'It is 1.73× as fast, [1.34, 2.23], or 1.4 times; 12 % of a core, 3.5 µs, 221 ms, 0.4 s.',
    '| get | 0.5× |',
    'Filled: <!-- bench:cell a b c -->2.5×<!-- /bench:cell -->. A slice is 2 ms long; `wait(7 ms)`; 1,000 × 1 KB in 60 s.',
    '<!-- bench:rows\n| Late: x\nget: a b\n-->\n\n| get | 9.9× |\n\n<!-- /bench:rows -->',
    '```\nbench 5 %\n```',
  ].join('\n');
  const found = ['1.73×', '[1.34, 2.23]', '1.4 times', '12 %', '3.5 µs', '221 ms', '0.4 s', '0.5×'];
  expect(typedFigures(page, ['2 ms'])).toEqual(found);
});
