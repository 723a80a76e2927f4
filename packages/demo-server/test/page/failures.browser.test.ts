/// <reference lib="dom" />
import { describe, expect, test } from 'vitest';

import { startDemoProcess } from '../support/demo-process.js';
import { cardOf, onItsCluster, page, RUN_TIMEOUT } from '../support/page-bench.js';

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
    const own = await startDemoProcess(onItsCluster());
    await page.goto(own.url);
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
    const { port } = new URL(own.url);
    await own.stop();
    await page.getByRole('status').filter({ hasText: 'not connected' }).waitFor();
    const again = await startDemoProcess([...onItsCluster(), '--port', port]);
    try {
      await page.getByRole('status').filter({ hasText: 'live' }).waitFor({ timeout: RUN_TIMEOUT });
      expect(await page.locator('#approaches li').count()).toBe(5);
    } finally {
      await again.stop();
    }
  });
});
