import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatNumber } from '../../src/report/format.js';
import type { Results } from '../../src/report/results.js';
import { fillTables } from '../../src/report/tables.js';

const ROOT = new URL('../../../', import.meta.url);

function textOf(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8');
}

function published(file: string): Results {
  return JSON.parse(textOf(`bench/results/${file}.json`)) as Results;
}

function fill(...lines: string[]): string {
  return fillTables(lines.join('\n'), published);
}

/** The cells of the lines of a table, without the line below its head. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && line.endsWith('|'));
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  return lines
    .filter((_, at) => at !== 1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const pages = [
  'README.md',
  ...readdirSync(new URL('docs', ROOT))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
].filter((page) => textOf(page).includes('<!-- bench:'));

it.each(pages)('the figures of %s are those of the published results', (page) => {
  expect(fillTables(textOf(page), published)).toBe(textOf(page));
});

it('README, benchmarks and sizing have such figures', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/benchmarks.md', 'docs/sizing.md']));
});

describe('a place for figures', () => {
  it('has rows of several experiments under words of its own, a dash where one has no such figure', () => {
    const text = fill(
      'before',
      '<!-- bench:rows',
      '| Throughput: opsPerSecond',
      '| Late, p99: loopWaitP99 dueP99',
      'a rate: 1,000 a second: regimes-node24 paced-1000',
      'the same, by a worker: regimes-node24 paced-1000 by offloop-workers1',
      'full load: get-set-node24 get-3B-c256',
      '-->',
      'old',
      '<!-- /bench:rows -->',
      'after',
    );
    expect([text.split('\n')[0], text.split('\n').at(-1)]).toEqual(['before', 'after']);
    expect(text).not.toContain('old');
    const [head, rate, worker, full] = rowsOf(text.slice(text.indexOf('-->')));
    expect(head).toEqual(['', 'Throughput', 'Late, p99']);
    expect(rate?.slice(0, 2)).toEqual(['a rate: 1,000 a second', '–']);
    expect(full?.[0]).toBe('full load');
    expect(worker?.[0]).toBe('the same, by a worker');
    expect(worker?.[2]).not.toBe(rate?.[2]);
    for (const ratio of [rate?.[2], worker?.[2], full?.[1], full?.[2]])
      expect(ratio).toMatch(/^[\d.]+× \[[\d.]+, [\d.]+\]( [=▼])?$/);
  });

  it('has the medians of all approaches of one file', () => {
    const { approaches, cells } = published('quote-node24');
    const text = fill(
      '<!-- bench:medians',
      'approach: quote-node24',
      '| answers: 100-full requestsPerSecond',
      '| ping: 100-paced pingP99',
      '-->',
      '<!-- /bench:medians -->',
    );
    const shown = (cell: string, figure: string): string[] =>
      cells
        .find(({ id }) => id === cell)
        ?.summaries[figure]?.map((summary) => formatNumber(summary?.median ?? NaN)) ?? [];
    const answers = shown('100-full', 'requestsPerSecond');
    const pings = shown('100-paced', 'pingP99');
    expect(rowsOf(text.slice(text.indexOf('-->')))).toEqual([
      ['approach', 'answers', 'ping'],
      ...approaches.map((approach, at) => [approach, answers[at], pings[at]]),
    ]);
  });

  it('has one figure within a line: a ratio, another approach’s ratio, or a median', () => {
    const cell = published('regimes-node24').cells.find(({ id }) => id === 'paced-1000');
    const [own, , other] = cell?.comparisons['processCpuPercent'] ?? [];
    const place = (query: string): string =>
      fill(`x <!-- bench:cell regimes-node24 paced-1000 ${query} -->0<!-- /bench:cell --> y`).replaceAll(
        /<!--.*?-->/g,
        '',
      );
    expect(place('processCpuPercent')).toBe(`x ${own?.ratio.toPrecision(3)}× y`);
    expect(place('processCpuPercent by offloop-workers1')).toBe(`x ${other?.ratio.toPrecision(3)}× y`);
    expect(place('processCpuPercent of official')).toBe(
      `x ${cell?.summaries['processCpuPercent']?.[0]?.median.toPrecision(3)} y`,
    );
  });

  it('has the machine, the versions and the date of a run', () => {
    expect(fill('<!-- bench:caption get-set-node24 -->', '<!-- /bench:caption -->')).toContain(
      published('get-set-node24').environment.cpu,
    );
  });
});

it.each([
  ['<!-- bench:cell get-set-node24 no-such-cell opsPerSecond -->', 'get-set-node24 has no cell no-such-cell'],
  ['<!-- bench:cell get-set-node24 get-3B-c1 noSuch -->', 'get-set-node24 has no ratio noSuch in get-3B-c1'],
  ['<!-- bench:cell workers-node24 get-3B-c256 opsPerSecond -->', 'workers-node24 has no approach'],
  [
    '<!-- bench:cell quote-node24 100-full noSuch of sync -->',
    'quote-node24 has no noSuch of sync in 100-full',
  ],
])('refuses what was not measured: %s', (open, message) => {
  expect(() => fill(`${open}1<!-- /bench:cell -->`)).toThrow(message);
});

it('refuses a column that no row has', () => {
  const place = [
    '<!-- bench:rows',
    '| Late: noSuch',
    'get: get-set-node24 get-3B-c1',
    '-->',
    '<!-- /bench:rows -->',
  ];
  expect(() => fill(...place)).toThrow('no row has a figure for Late');
});
