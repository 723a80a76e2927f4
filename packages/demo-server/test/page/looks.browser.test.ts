/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type Axe from 'axe-core';
import { describe, expect, test } from 'vitest';

import type { RunRecord } from '../../src/figures/live-events.js';
import { page, tell, unfoldCharts } from '../support/page-bench.js';
import { approachesOf, HELD, runOf, snapshotOf, turnOf } from '../support/snapshots.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SIGHTS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const;

const APPROACHES = approachesOf('workers', 'official', 'sync', 'sync-get');
const RUNS = APPROACHES.map(({ id }, at) => runOf(id, at, [4, 5, 6, 7, 8, 9].map(turnOf)));

describe('the page', () => {
  test.each(SIGHTS)('fits in %s at a width of %i', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const overflow = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    const [ground, ink] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color].map((each) => Number(/\d+/.exec(each)?.[0]));
    });
    expect(ground > ink).toBe(colorScheme === 'light');
    await tellOf(RUNS);
    expect(await overflow()).toBeLessThanOrEqual(0);
  });

  test('draws its charts anew for a window that becomes narrow, or wide', async () => {
    await tellOf(RUNS);
    await unfoldCharts();
    const misfits = (): Promise<string[]> =>
      page.locator('.plot > svg, .track > svg').evaluateAll((drawings) =>
        drawings.flatMap((drawing) => {
          const [width, place] = [drawing.getAttribute('width'), drawing.parentElement?.clientWidth ?? 0];
          return Math.abs(Number(width) - place) < 1 ? [] : [`${width} on ${place}`];
        }),
      );
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(misfits).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    expect(await page.locator('.plot > svg, .track > svg').count()).toBe(5 + 2 * APPROACHES.length);
  });

  test.each(SIGHTS)(
    'has nothing that axe finds, in %s at a width of %i, before and after a run',
    async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      for (const seen of [[], RUNS]) {
        await tellOf(seen);
        expect(await axeFindings()).toEqual([]);
        await unfoldCharts();
        expect(await axeFindings()).toEqual([]);
      }
    },
  );

  test('does not move by itself for those who do not want it to', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const animated = await page.evaluate(() => {
      document.getElementById('connection')?.classList.add('running');
      return document.getAnimations().length;
    });
    expect(animated).toBe(0);
  });

  test('tells approaches of one colour apart below a chart as it does in it: by their dashes', async () => {
    await tell([snapshotOf(approachesOf('sync', 'sync-get'), [turnOf(1)])]);
    await unfoldCharts();
    const legend = page.locator('#charts .readout').first();
    await legend.getByText('sync-get').waitFor();
    const strokes = (selector: string): Promise<string[]> =>
      page
        .locator('#charts figure')
        .first()
        .locator(selector)
        .evaluateAll((lines) =>
          lines.map((line) => {
            const { stroke, strokeDasharray } = getComputedStyle(line);
            return `${stroke} ${strokeDasharray}`;
          }),
        );
    const drawn = await strokes('[aria-label="line"] path');
    expect(new Set(drawn).size).toBe(2);
    expect(await strokes('.readout line')).toEqual(drawn);
  });
});

/** The page is loaded anew, and has this to show. */
async function tellOf(runs: readonly RunRecord[]): Promise<void> {
  await tell([{ ...snapshotOf(APPROACHES), about: 'a machine', runs, block: HELD }]);
  await page.locator('#bars li').first().waitFor();
}

/** What is wrong with the page for whoever cannot see or point well: the rule, and the elements. */
async function axeFindings(): Promise<string[]> {
  // From outside the page's policy, which forbids it.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Pick<typeof Axe, 'run'> };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
