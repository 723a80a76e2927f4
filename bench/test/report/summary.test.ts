import { describe, expect, it } from 'vitest';
import type { Results } from '../../src/report/results.js';
import { renderChanges, renderSummary } from '../../src/report/summary.js';
import { compare } from '../../src/stats.js';
import { SUMMARY_ROWS } from '../../src/summary-rows.js';

/** Results of every row, all ratios near `ratio`, with a spread of a percent or so. */
function results(ratio: number, changed: { cell?: string; figure?: string; ratio?: number } = {}) {
  return (experiment: string): Results => {
    const rows = SUMMARY_ROWS.filter((row) => row.experiment === experiment);
    const comparison = (cell: string, figure: string) => {
      const isChanged = cell === changed.cell && figure === changed.figure;
      const middle = isChanged ? (changed.ratio ?? ratio) : ratio;
      return compare([0.99, 1, 1.01].map((spread) => ({ baseline: 1, candidate: middle * spread })));
    };
    return {
      experiment,
      approaches: ['official', 'offloop'],
      figures: rows.flatMap(({ figures }) =>
        figures.map((key, i) => ({ key, title: key, better: i === 0 ? 'higher' : 'lower', headline: true })),
      ),
      cells: rows.map(({ cell: id, figures }) => ({
        id,
        comparisons: Object.fromEntries(figures.map((key) => [key, [comparison(id, key)]])),
      })),
      node: '24.1.0',
      environment: { cpu: 'A CPU' },
    } as unknown as Results;
  };
}

describe('the summary', () => {
  it('has a row a kind of day and three ratios in each, what we lose marked', () => {
    const lines = renderSummary(results(0.5)).split('\n');
    expect(lines).toHaveLength(2 + SUMMARY_ROWS.length);
    expect(lines[2]).toMatch(
      /^\| A rate: .* \| 0\.500× \[.*\] ▼ \| +0\.500× \[[^▼]*\] \| +0\.500× \[[^▼]*\] \|$/,
    );
  });

  it('leaves a row empty that this machine could not measure', () => {
    const withoutOneCpu = (name: string) => (name === 'one-cpu' ? null : results(2)(name));
    expect(renderSummary(withoutOneCpu)).toMatch(/One CPU.* \| +– \| +– \| +– \|/);
  });

  it('names the figures whose intervals lie apart from the published ones, and no others', () => {
    const changed = results(1.5, { cell: 'get-100KB-c256', figure: 'loopWaitP99', ratio: 3 });
    expect(renderChanges(changed, results(1.51)).split('\n')).toEqual([
      'Against the published results (Node 24.1.0, A CPU): 1 of 15 intervals lie apart.',
      expect.stringMatching(
        /^- Large values: .*, Wait for the loop, p99: 3\.00× \[.*\], published 1\.51× \[.*\]$/,
      ),
    ]);
    expect(renderChanges(changed, () => null)).toContain('0 of 0');
  });
});
