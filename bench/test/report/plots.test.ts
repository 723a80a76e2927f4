import { describe, expect, it } from 'vitest';
import { plotsOf } from '../../src/report/plots.js';
import type { Results } from '../../src/report/results.js';

const summary = (median: number) => ({ runs: 3, median, low: median * 0.9, high: median * 1.1 });

function results(): Results {
  const figures = ['opsPerSecond', 'mainMicros'];
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
    })),
  } as unknown as Results;
}

describe('the plots', () => {
  it('draw a bar and its quartiles for every approach at every concurrency of the grid', () => {
    const plot = plotsOf(results(), 'get-set-node24')['get-set-node24-throughput.svg'] ?? '';
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
    for (const plot of Object.values(plotsOf(results(), 'get-set-node24'))) {
      expect(plot).toMatch(/^<svg [^>]*role="img"/);
      expect(plot).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      expect(plot).toMatch(/^<svg [^>]*aria-label="[^"]+, Node 24\.1\.0/);
      const dark = /prefers-color-scheme: dark\) \{(.*)\}<\/style>/.exec(plot)?.[1] ?? '';
      const colours = new Set(Array.from(plot.matchAll(/(?:fill|stroke)="(#\w+)"/g), ([, each]) => each));
      for (const colour of colours) expect(dark).toContain(`"${colour}"`);
      expect(plot).not.toContain('http://www.w3.org/1999/xhtml');
    }
  });

  it('are not made of other experiments', () => {
    expect(plotsOf({ ...results(), experiment: 'utf8' }, 'utf8-node24')).toEqual({});
  });
});

function whiskersOf(plot: string): string[] {
  const group = plot.split('aria-label="rule"')[1] ?? '';
  return Array.from(group.matchAll(/<line ([^>]*)>/g), ([, line]) => line);
}

function numberOf(attributes: string | undefined, name: string): number {
  return Number(new RegExp(` ?\\b${name}="([^"]*)"`).exec(attributes ?? '')?.[1]);
}
