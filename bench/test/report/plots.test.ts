import { describe, expect, it } from 'vitest';
import { plotsOf } from '../../src/report/plots.js';
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
  it('draw a bar and its quartiles for every approach at every concurrency of the grid', () => {
    const plot = plotsOf(results([]), 'get-set-node24')['get-set-node24-throughput.svg'] ?? '';
    const bars = Array.from(plot.matchAll(/<rect ([^>]*)>\s*<title>(?:a &amp; b|c): /g), ([, bar]) => bar);
    const whiskers = whiskersOf(plot);
    expect([bars.length, whiskers.length]).toEqual([4, 4]);
    for (const [i, bar] of bars.entries()) {
      const top = numberOf(bar, 'y');
      expect(numberOf(whiskers[i], 'y1')).toBeGreaterThan(top);
      expect(numberOf(whiskers[i], 'y2')).toBeLessThan(top);
    }
    expect(plot).toContain('c=256');
  });

  it('are one file each, with a name for those who do not see it, and colours for dark mode', () => {
    for (const plot of Object.values(plotsOf(results([]), 'get-set-node24'))) {
      expect(plot).toMatch(/^<svg [^>]*role="img"/);
      expect(plot).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      expect(plot).toMatch(/^<svg [^>]*aria-label="[^"]+, Node 24\.1\.0/);
      const dark = /prefers-color-scheme: dark\) \{(.*)\}<\/style>/.exec(plot)?.[1] ?? '';
      const colours = new Set(Array.from(plot.matchAll(/(?:fill|stroke)="(#\w+)"/g), ([, each]) => each));
      for (const colour of colours) expect(dark).toContain(`"${colour}"`);
      expect(plot).not.toContain('http://www.w3.org/1999/xhtml');
    }
  });

  it('draw the loop delay from its quantiles, and from three figures where a run kept none', () => {
    const points = (quantiles: readonly (readonly number[])[]) => {
      const plot = plotsOf(results(quantiles), 'get-set-node24')['get-set-node24-loop-delay.svg'] ?? '';
      const lines = Array.from(plot.matchAll(/aria-label="line">\s*<path d="([^"]*)"/g), ([, line]) => line);
      return lines.map((line) => line.split('L').length);
    };
    const kept = Array.from({ length: 11 }, (_, i) => i + 1);
    expect(points([kept, kept])).toEqual([8, 8]);
    expect(points([])).toEqual([3, 3]);
  });

  it('draw the loop delay of each load at its own highest concurrency', () => {
    const all = results([]);
    const more = { ...all.cells[0], id: 'set-1KB-c64' };
    const plots = plotsOf({ ...all, cells: [...all.cells, more] }, 'x');
    const plot = plots['x-loop-delay.svg'] ?? '';
    expect(Array.from(plot.matchAll(/>([gs]et [^<]*)</g), ([, title]) => title)).toEqual([
      'get 1 KB, c=256',
      'set 1 KB, c=64',
    ]);
  });

  it('are not made of other experiments', () => {
    expect(plotsOf({ ...results([]), experiment: 'utf8' }, 'utf8-node24')).toEqual({});
  });
});

function whiskersOf(plot: string): string[] {
  const group = plot.split('aria-label="rule"')[1] ?? '';
  return Array.from(group.matchAll(/<line ([^>]*)>/g), ([, line]) => line);
}

function numberOf(attributes: string | undefined, name: string): number {
  return Number(new RegExp(` ?\\b${name}="([^"]*)"`).exec(attributes ?? '')?.[1]);
}
