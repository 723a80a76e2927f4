/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';

import type { LiveEvent, RunRecord, Turn } from '../../src/figures/live-events.js';
import type { Sample } from '../../src/figures/sample.js';
import { startDemoProcess } from '../support/demo-process.js';
import { outcome, sample } from '../support/figures.js';
import { cardOf, PageBench, RUN_TIMEOUT } from '../support/page-bench.js';
import { approachOf, runOf, snapshotOf, turnOf } from '../support/snapshots.js';

const bench = new PageBench();
let page: Page;
beforeEach(() => {
  page = bench.page;
});

describe('the page', () => {
  test('shows why an order was refused', async () => {
    const refusal = { error: { code: 'x', message: 'the stars are wrong', accepted: ['another night'] } };
    await page.route('**/runs', (route) => route.fulfill({ status: 409, json: refusal }));
    await page.locator(`${cardOf('sync')} button`).click();
    const text = await page.getByRole('alert').textContent();
    expect(text).toBe('the stars are wrong. Accepted: another night.');
  });

  test('says so when the server does not answer', async () => {
    await page.route('**/runs', (route) => route.abort());
    await page.locator(`${cardOf('sync')} button`).click();
    expect(await page.getByRole('alert').textContent()).toContain('does not answer');
  });

  test('says when the server has gone, and comes back with it', async () => {
    const own = await startDemoProcess(bench.onItsCluster);
    await page.goto(own.url);
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
    const { port } = new URL(own.url);
    await own.stop();
    await page.getByRole('status').filter({ hasText: 'not connected' }).waitFor();
    const again = await startDemoProcess([...bench.onItsCluster, '--port', port]);
    try {
      await page.getByRole('status').filter({ hasText: 'live' }).waitFor({ timeout: RUN_TIMEOUT });
      expect(await page.locator('#approaches li').count()).toBe(5);
    } finally {
      await again.stop();
    }
  });

  test.each([
    [40, [6, 4, 5], true],
    [0.2, [6, 4, 5], false],
    // A difference that chance does not explain is one on a busy machine, too.
    [40, [40, 50, 60], false],
  ])(
    'whose own server is late by %d ms with nothing to do, and others wait %j ms, warns of its figures: %s',
    async (p99, waits, warns) => {
      const idle = { ...sample(), loopDelay: { p50: 0.1, p99, max: p99 } };
      const runs = Object.entries({ workers: [4, 5, 6], official: waits }).map(
        ([id, pings], at): RunRecord => {
          const { state, turns } = runOf(id, at, pings.map(fasterTurnOf));
          return { state: { ...state, outcome: outcome({ approach: id }) }, turns };
        },
      );
      const snapshot = { ...snapshotOf(['workers', 'official'].map(approachOf)), runs };
      await bench.tell([snapshot, ...Array.from({ length: 3 }, () => selfOf(idle))]);
      await page.getByText(`The loop of the server that serves this page: ${p99} ms late`).waitFor();
      expect(await page.getByText('too busy to trust').isVisible()).toBe(warns);
    },
  );
});

/** Which answers more, the less others wait. */
function fasterTurnOf(ping: number): Turn {
  return { ...turnOf(ping), requestsPerSecond: 1_000 / ping };
}

function selfOf(own: Sample): LiveEvent {
  return { type: 'self', sample: own };
}
