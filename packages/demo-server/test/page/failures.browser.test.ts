/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';

import type { LiveEvent } from '../../src/figures/live-events.js';
import type { Sample } from '../../src/figures/sample.js';
import { startDemoProcess } from '../support/demo-process.js';
import { sample } from '../support/figures.js';
import { cardOf, PageBench, RUN_TIMEOUT } from '../support/page-bench.js';
import { approachOf, snapshotOf } from '../support/snapshots.js';

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
    [40, true],
    [0.2, false],
  ])('whose own server is late by %d ms with nothing to do warns of its figures: %s', async (p99, warns) => {
    const idle = { ...sample(), loopDelay: { p50: 0.1, p99, max: p99 } };
    await bench.tell([snapshotOf([approachOf('sync')]), ...Array.from({ length: 3 }, () => selfOf(idle))]);
    await page.getByText(`The loop of the server that serves this page: ${p99} ms late`).waitFor();
    expect(await page.getByText('too busy to trust these figures').isVisible()).toBe(warns);
  });
});

function selfOf(own: Sample): LiveEvent {
  return { type: 'self', sample: own };
}
