/// <reference lib="dom" />
import { describe, expect, test } from 'vitest';

import type { LiveEvent, Turn } from '../../src/figures/live-events.js';
import type { Recording } from '../../src/figures/recording.js';
import { startDemoProcess } from '../support/demo-process.js';
import { outcome } from '../support/figures.js';
import { complaints, page, RUN_TIMEOUT, runFor, tell } from '../support/page-bench.js';
import { approachesOf, HELD, runOf, snapshotOf, turnOf } from '../support/snapshots.js';

const RECORDED: Recording = {
  date: '2026-11-24',
  machine: 'a machine',
  otherWork: 0,
  documents: 100,
  connections: 8,
  rows: [
    { id: 'official', title: 'official client', waits: [40, 52, 59, 51], answers: [40, 41, 39, 42] },
    { id: 'workers', title: 'offloop', waits: [4, 5, 6, 5], answers: [60, 61, 59, 62] },
  ],
  block: HELD,
};

describe('the page', () => {
  test('begins with a recorded run: a sentence, its date, and bars with offloop first', async () => {
    // The stream may have runs of this machine by now.
    await page.route('**/page/recorded.json', (route) => route.fulfill({ json: RECORDED }));
    await tell([snapshotOf(approachesOf('workers', 'official'))]);
    await page.locator('#source', { hasText: /^Recorded \d{4}-\d\d-\d\d: 100 documents a quote/ }).waitFor();
    expect(await page.locator('#story').textContent()).toMatch(
      /^While offloop answers, other requests wait 5 ms. With the official client they wait 52 ms, 10 times/,
    );
    for (const list of await page.locator('#bars ul').all()) {
      const bars = await list
        .locator('li')
        .evaluateAll((items) =>
          items.map((item) => [
            item.querySelector('.name')?.textContent,
            item.querySelector('rect')?.getBoundingClientRect().width,
          ]),
        );
      expect(bars.map(([name]) => name).slice(0, 2)).toEqual(['offloop', 'official client']);
      for (const [, width] of bars) expect(width).toBeGreaterThan(1);
      expect(await list.locator('li').first().textContent()).toMatch(/ [\d.]+× \[[\d.]+, [\d.]+\]$/);
    }
  });

  test('has whiskers about the end of a bar as soon as there are rounds enough for an interval', async () => {
    const turns = (count: number): Turn[] => [4, 5, 6, 7, 8, 9].slice(0, count).map(turnOf);
    const approaches = approachesOf('workers', 'official');
    const marks = (): Promise<{ end: number; whiskers: number[] }[]> =>
      page.locator('#bars li').evaluateAll((items) =>
        items.map((item) => {
          const boxes = Array.from(item.querySelectorAll('line'), (line) => line.getBoundingClientRect());
          const end = item.querySelector('rect')?.getBoundingClientRect().right ?? NaN;
          return { end, whiskers: boxes.flatMap(({ left, right }) => [left, right]) };
        }),
      );
    await tell([snapshotOf(approaches, turns(5))]);
    await page.locator('#source', { hasText: '5 rounds' }).waitFor();
    expect((await marks()).map(({ whiskers }) => whiskers)).toEqual([[], [], [], []]);
    await tell([snapshotOf(approaches, turns(6))]);
    await page.locator('#source', { hasText: '6 rounds' }).waitFor();
    const [waits] = await marks();
    expect(waits.whiskers).toHaveLength(2);
    expect(waits.whiskers[0]).toBeLessThan(waits.end);
    expect(waits.whiskers[1]).toBeGreaterThan(waits.end);
    const names = page.getByRole('img', { name: 'median 7 ms, 95 % interval 4 ms to 9 ms', exact: true });
    expect(await names.count()).toBe(2);
  });

  test('keeps the recorded headline until this machine has one, and says why', async () => {
    await page.route('**/page/recorded.json', (route) => route.fulfill({ json: RECORDED }));
    const approaches = approachesOf('workers', 'official');
    const measured = (rounds: number): LiveEvent => {
      const turns = (pings: readonly number[]): Turn[] => pings.slice(0, rounds).map(turnOf);
      const runs = [runOf('workers', 1, turns([4, 5, 6])), runOf('official', 2, turns([40, 50, 60]))];
      const automatic = runs.map(({ state, turns: taken }) => ({
        state: { ...state, automatic: true, outcome: outcome(state.approach) },
        turns: taken,
      }));
      return { ...snapshotOf(approaches), runs: automatic };
    };
    const expectToRead = async (event: LiveEvent, story: unknown, doubt: unknown): Promise<void> => {
      await tell([event]);
      const texts = async (): Promise<(string | null)[]> => [
        await page.locator('#story').textContent(),
        await page.locator('#doubt').textContent(),
      ];
      await expect.poll(texts, { timeout: 20_000 }).toEqual([story, doubt]);
    };
    const recorded = expect.stringMatching(
      /^While offloop answers, other requests wait 5 ms. With the official client they wait 52 ms/,
    ) as string;
    await expectToRead(
      measured(2),
      recorded,
      'So it was when it was recorded. Here: No headline yet: it takes 3 rounds.',
    );
    await expectToRead(
      measured(3),
      expect.stringMatching(
        /^While workers answers, other requests wait 5 ms. With the official they wait 50 ms, 10 times/,
      ),
      '',
    );
  });

  test('begins to measure by itself, by turns, and gives way to an order', async () => {
    const own = await startDemoProcess();
    try {
      await page.goto(own.url);
      await page
        .locator('#source', { hasText: 'Live, this machine: 1 round,' })
        .waitFor({ timeout: RUN_TIMEOUT });
      // The bars of those that have not had their turn come with it.
      const bars = page.locator('#bars ul').first().locator('li');
      await bars.nth(1).waitFor({ timeout: RUN_TIMEOUT });
      await bars.nth(4).waitFor({ timeout: RUN_TIMEOUT });
      expect(await bars.count()).toBe(5);
      // A reload takes it up where it is.
      await page.reload();
      await page
        .locator('#source', { hasText: /Live, this machine: [2-9] rounds/ })
        .waitFor({ timeout: RUN_TIMEOUT });
      await runFor('1');
      await page.getByRole('button', { name: 'Run offloop', exact: true }).click();
      await page.locator('#story', { hasText: 'Nothing to compare' }).waitFor({ timeout: RUN_TIMEOUT });
      expect(complaints).toEqual([]);
    } finally {
      await own.stop();
    }
  }, 240_000);
});
