/// <reference lib="dom" />
import { describe, expect, test } from 'vitest';

import {
  cardOf,
  complaints,
  expectDisabled,
  page,
  RUN_TIMEOUT,
  runFor,
  unfoldCharts,
} from '../support/page-bench.js';

const LINES = '#charts [aria-label="line"] path';

describe('the page', () => {
  test('runs a load at a press of a button: charts move, the table fills', async () => {
    await unfoldCharts();
    await runFor('2');
    await page.getByRole('button', { name: 'Run offloop', exact: true }).click();
    await page.locator(`${cardOf('workers')}[data-busy="true"]`).waitFor();
    await expectDisabled('Run all', true);
    await page.locator(LINES).first().waitFor({ timeout: RUN_TIMEOUT });
    await page.locator('#results tbody th', { hasText: /^offloop$/ }).waitFor({ timeout: RUN_TIMEOUT });
    const cells = await page.locator('#results tbody tr').first().locator('td').allTextContents();
    expect(Number(cells[0]?.replace(',', ''))).toBeGreaterThan(0);
    expect(cells.at(-1)).toBe('0');
    const label = await page.locator('#charts .plot').first().getAttribute('aria-label');
    expect(label).toMatch(/Loop delay, median: offloop [\d.]+ (ms|s)/);
    for (const title of ['Loop delay', 'Bystander', 'Answers', 'Worker busy', 'Wake-ups']) {
      const plot = page.locator('figure', { has: page.locator(`h3:text("${title} ")`) }).locator('.plot');
      expect(await plot.first().getAttribute('aria-label')).toMatch(
        new RegExp(`^${title}, median: offloop [\\d.]`),
      );
    }
    for (const words of await page.locator('figure .words').allTextContents()) expect(words).toMatch(/\.$/);
    await expectDisabled('Run all', false);
    expect(complaints).toEqual([]);

    // What a narrow screen has no room for can be scrolled to, and says so.
    expect(await page.getByText('Scroll sideways').isVisible()).toBe(false);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByText('Scroll sideways').waitFor();
    expect(await cutOff()).toEqual(['scroll']);
    // In one step: an event may have the table drawn anew between two.
    const end = await page.locator('#scroll').evaluate((scroll) => {
      scroll.scrollTo({ left: scroll.scrollWidth });
      return scroll.querySelector('thead th:last-child')?.getBoundingClientRect().right;
    });
    expect(end).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByText('Scroll sideways').waitFor({ state: 'hidden' });

    // Whoever comes later sees what was run before, and no recorded run.
    await page.reload();
    await page.locator('#bars li').first().waitFor();
    expect(await page.locator('#source').textContent()).toMatch(/^Live, this machine: 2 rounds/);
    await page.locator('#results tbody th', { hasText: /^offloop$/ }).waitFor();
    await unfoldCharts();
    await page.locator(LINES).first().waitFor();
  });

  test('works by keyboard: start, stop, and the charts', async () => {
    await runFor('30');
    await page.locator(`${cardOf('sync')} button`).focus();
    await page.keyboard.press('Enter');
    await page.locator(cardOf('sync')).getByText('measuring').waitFor({ timeout: RUN_TIMEOUT });
    await page.getByRole('button', { name: 'Stop' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor({ timeout: RUN_TIMEOUT });
    const plot = page.locator('#charts .plot').first();
    // Folded still, so it is not drawn; its figures are there.
    expect(await plot.getAttribute('aria-label')).toContain('median');
    await page.locator('summary', { hasText: 'Over time' }).focus();
    await page.keyboard.press('Enter');
    await plot.waitFor();
  });

  test('changes to the other experiment and back', async () => {
    await page.getByText('Fibonacci').click();
    await page.locator(cardOf('workers-fib')).waitFor();
    expect(await page.getByLabel('Documents a quote').isVisible()).toBe(false);
    await page.getByText('Quotes').click();
    await page.locator(cardOf('official')).waitFor();
  });

  test('keeps what is out of bounds from being sent', async () => {
    let orders = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/runs')) orders++;
    });
    await page.getByLabel('Seconds').fill('99');
    await page.getByRole('button', { name: 'Run all' }).click();
    const isValid = await page
      .getByLabel('Seconds')
      .evaluate((input: HTMLInputElement) => input.validity.valid);
    expect([isValid, orders]).toEqual([false, 0]);
  });
});

/** Ids of what has more to the right than it shows. */
function cutOff(): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body :not(svg *)')]
      .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1)
      .filter((each) => getComputedStyle(each).display !== 'inline')
      .map(({ id, tagName }) => id || tagName),
  );
}
