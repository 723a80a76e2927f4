import { describe, expect, it } from 'vitest';
import { niceCeiling, plotsOf } from '../../src/report/plots.js';
import type { Results } from '../../src/report/results.js';

const summary = (median: number) => ({ runs: 3, median, low: median * 0.9, high: median * 1.1 });

function results(quantiles: readonly (readonly number[])[]): Results {
  const figures = ['opsPerSecond', 'mainMicros', 'loopDelayP50', 'loopDelayP99', 'loopDelayMax'];
  return {
    experiment: 'get-set',
    node: '24.1.0',
    approaches: ['a & b', 'c'],
    figures: figures.map((key) => ({ key, title: key, better: 'lower', headline: true })),
    cells: ['get-1KB-c8', 'get-1KB-c256', 'get-1KB-c256-hot'].map((id) => ({
      id,
      title: id,
      values: {},
      summaries: Object.fromEntries(figures.map((key, i) => [key, [summary(i + 1), summary(i + 2)]])),
      comparisons: {},
      delayQuantiles: quantiles,
    })),
  } as unknown as Results;
}

describe('the plots', () => {
  it('draw a bar for every approach at every concurrency of the grid', () => {
    const plot = plotsOf(results([]), 'get-set-node24')['get-set-node24-throughput.svg'] ?? '';
    const bars = plot.match(/<rect [^>]*><title>(a &#38; b|c): /g) ?? [];
    expect(bars).toHaveLength(4);
    expect(plot).toContain('c=256');
    expect(plot).toContain('prefers-color-scheme: dark');
  });

  it('draw the loop delay from its quantiles, and from three figures where a run kept none', () => {
    const points = (plot: string) =>
      Array.from(plot.matchAll(/<polyline points="([^"]*)"/g), ([, list]) => list.split(' ').length);
    const kept = Array.from({ length: 11 }, (_, i) => i + 1);
    expect(
      points(plotsOf(results([kept, kept]), 'get-set-node24')['get-set-node24-loop-delay.svg'] ?? ''),
    ).toEqual([8, 8]);
    expect(points(plotsOf(results([]), 'get-set-node24')['get-set-node24-loop-delay.svg'] ?? '')).toEqual([
      3, 3,
    ]);
  });

  it('are not made of other experiments', () => {
    expect(plotsOf({ ...results([]), experiment: 'utf8' }, 'utf8-node24')).toEqual({});
  });

  it('end their scales at 1, 2 or 5 times a power of ten', () => {
    expect([0.3, 1, 11, 24, 60, 188_400].map(niceCeiling)).toEqual([0.5, 1, 20, 50, 100, 200_000]);
  });
});
