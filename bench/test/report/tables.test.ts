import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Results } from '../../src/report/results.js';
import { fillTables } from '../../src/report/tables.js';

const ROOT = new URL('../../../', import.meta.url);

function published(file: string): Results {
  return JSON.parse(readFileSync(new URL(`bench/results/${file}.json`, ROOT), 'utf8')) as Results;
}

it.each(['README.md', 'docs/benchmarks.md'])(
  'the tables of %s are those of the published results',
  (file) => {
    const text = readFileSync(new URL(file, ROOT), 'utf8');
    expect(text).toContain('<!-- bench:table ');
    expect(fillTables(text, published)).toBe(text);
  },
);

it('fills a place with the cells it names, and leaves the rest of the document as it is', () => {
  const text = [
    'before',
    '<!-- bench:table get-set-node24 set-3B-c256 get-3B-c1 ; busy-node24 get-1KB-c64-work100us -->',
    'old',
    '<!-- /bench:table -->',
    'after',
  ].join('\n');
  const lines = fillTables(text, published).split('\n');
  expect([lines[0], lines.at(-1)]).toEqual(['before', 'after']);
  const rows = lines.filter((line) => line.startsWith('| '));
  expect(rows.slice(2).map((row) => row.split('|')[1]?.trim())).toEqual([
    'set 3 B, c=256',
    'get 3 B, c=1',
    'get 1 KB, c=64, 100 µs of work on each answer',
  ]);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  expect(rows.at(-1)).toMatch(/\d× \[[\d.]+, [\d.]+\]( [=▼])? \|$/);
});

it.each([
  [
    '<!-- bench:table get-set-node24 no-such-cell -->\n<!-- /bench:table -->',
    'get-set-node24 has no cell no-such-cell',
  ],
  ['<!-- bench:table ring-node24 16B -->\n<!-- /bench:table -->', 'ring-node24 has no ratios of offloop'],
])('refuses what was not measured: %s', (text, message) => {
  expect(() => fillTables(text, published)).toThrow(message);
});
