import { describe, expect, it } from 'vitest';
import type { RunReport } from '../../src/harness/child.js';
import { select } from '../../src/harness/select.js';
import { parseOptions } from '../../src/options.js';
import { folderOf, renderJson } from '../../src/report/files.js';
import { renderMarkdown } from '../../src/report/markdown.js';
import { summarizeExecution, type Results } from '../../src/report/results.js';
import { stub } from '../support/experiment-stub.js';

const report = (rate: number, cost: number): RunReport => ({
  node: '24.1.0',
  maxRssMb: 100,
  cells: [
    { cell: 'two', figures: { rate: 50, cost: 7, rare: null } },
    { cell: 'one', figures: { rate, cost, rare: null } },
  ],
});

function results(rounds: readonly (readonly RunReport[])[], planned = rounds.length): Results {
  return summarizeExecution({
    ...select([stub], parseOptions(['stub'], 1))[0],
    rounds,
    roundsPlanned: planned,
    startedAt: new Date(0),
    durationSeconds: 61,
    seed: 77,
    timing: { processWarmup: 1, cellWarmup: 2, window: 3 },
    node: '24.1.0',
    hazelcast: { version: '5.6.0', description: 'one member' },
    environment: {
      cpu: 'A CPU',
      cores: 2,
      memoryGiB: 24,
      kernel: 'Linux 6',
      java: '17.0.1',
      commit: 'abc1234',
      clients: { offloop: '0.1.0' },
      busyBefore: 0.1,
    },
  });
}

const threeRounds = [
  [report(100, 10), report(198, 21)],
  [report(110, 11), report(222, 22)],
  [report(90, 9), report(181, 18)],
];

describe('the results of an execution', () => {
  it('pair the processes of a round, baseline first, cells by name and not by order', () => {
    const { cells } = results(threeRounds);
    expect(cells[0]?.values['rate']).toEqual([
      [100, 110, 90],
      [198, 222, 181],
    ]);
    expect(cells[0]?.comparisons['rate']?.[0]?.ratio).toBeCloseTo(2, 1);
    expect(cells[1]?.comparisons['rate']?.[0]).toMatchObject({ ratio: 1, verdict: 'no difference' });
  });

  it('refuse a report that lacks a cell', () => {
    const lacking = { ...report(1, 1), cells: [] };
    expect(() => results([[report(1, 1), lacking]])).toThrow(/new did not report one/);
  });

  it('survive JSON, which is all that tables are made from', () => {
    const original = results(threeRounds);
    expect(renderMarkdown(JSON.parse(renderJson(original)) as Results)).toBe(renderMarkdown(original));
  });

  it('are kept with one line a cell, so that a diff shows which cells changed', () => {
    const [before, after] = [[report(198, 21)], [report(199, 21)]].map((changed) =>
      renderJson(results([...threeRounds, [report(100, 10), ...changed]])).split('\n'),
    );
    expect(after.filter((line, i) => line !== before[i])).toEqual([
      expect.stringMatching(/^ {2}\{"id":"one"/),
    ]);
  });
});

describe('the table', () => {
  const text = renderMarkdown(results(threeRounds));

  it('names machine, versions, pairs, seed and duration in its caption', () => {
    for (const part of [
      'A CPU',
      '2 cores',
      '24 GiB',
      'Linux 6',
      'Node 24.1.0',
      'offloop 0.1.0',
      'abc1234',
      'Hazelcast 5.6.0',
      'Java 17.0.1',
      '3 pairs',
      'seed 77',
      '1 min 1 s',
    ])
      expect(text).toContain(part);
  });

  it('keeps the rows we lose, marks them and lists them apart', () => {
    expect(text).toMatch(/\| one \| 2\.00× .* \| 2\.0\d× \[.*\] [\\*]+ ▼ worse \|/);
    expect(text).toMatch(/## What new loses\n\n- one, Cost: new 2\.0\d×/);
  });

  it('prints the published figure beside ours, and leaves out a figure that nobody measured', () => {
    expect(text).toMatch(/\| Cell \| old \| new \| .* \| theirs \|/);
    expect(text).toContain('| 90,930 |');
    expect(text).not.toContain('## Rare');
    expect(text).toContain('A note.');
  });

  it('tells how many differences chance alone would show', () => {
    expect(text).toContain('2 of 4 comparisons below show a difference');
    expect(text).toContain('about 0.2');
  });

  it('says when a run was broken off, and such a run does not replace published results', () => {
    const broken = results(threeRounds, 7);
    expect(renderMarkdown(broken)).toContain('Broken off');
    expect(folderOf(broken, parseOptions(['stub'], 1))).toMatch(/\.out$/);
  });

  it('goes to the published results for whole runs only', () => {
    const whole = results(threeRounds);
    expect(folderOf(whole, parseOptions(['stub'], 1))).toMatch(/results$/);
    expect(folderOf(whole, parseOptions(['--full'], 1))).toMatch(/results$/);
    for (const args of [[], ['--quick'], ['--filter', 'one'], ['--approaches', 'old,old']])
      expect(folderOf(whole, parseOptions(args, 1))).toMatch(/\.out$/);
  });
});
