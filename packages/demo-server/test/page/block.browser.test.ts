/// <reference lib="dom" />
import { spawnSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

import { complaints, expectDisabled, page, RUN_TIMEOUT } from '../support/page-bench.js';

describe('the page', () => {
  test('by its first button holds the thread of each client, and shows who lost connection and lock, also after a reload', async () => {
    const first = page.getByRole('group', { name: 'Hold each thread for' }).getByRole('button').first();
    expect(await first.textContent()).toBe('Block for 10 s');
    await first.click();
    await page.getByText('Each thread is held for 10 s').waitFor({ timeout: RUN_TIMEOUT });
    await expectDisabled('Run all', true);
    await page.reload();
    await page.getByText('After 10 s').waitFor({ timeout: RUN_TIMEOUT });
    expect(await page.locator('#fate').textContent()).toBe(
      'After 10 s: official client and offloop without a worker lost connection or lock. offloop kept both.',
    );
    const fates = await page
      .locator('#blocked li')
      .evaluateAll((items) =>
        items.map((item) => [...item.querySelectorAll('dd')].map((each) => each.textContent)),
      );
    const [offloop, ...others] = fates;
    expect(offloop?.slice(0, 2)).toEqual(['kept', 'kept']);
    expect(Number(offloop?.[2])).toBeGreaterThan(0);
    for (const fate of others) expect(fate.slice(0, 3)).toEqual(['lost', 'lost', '0']);
    expect(offloop?.[3]).toMatch(/^answered [\d.]+ m?s later$/);
    for (const fate of others) expect(fate[3]).toMatch(/^answered [\d.]+ m?s later$|^\d+ of 100 failed$/);
    for (const fate of fates) expect(fate[4]).toMatch(/^[\d.]+ m?s$|^failed$/);
    // Live where RabbitMQ is installed, recorded elsewhere.
    const isLive = spawnSync('sh', ['-c', 'command -v rabbitmq-server']).status === 0;
    expect(await page.locator('#queues-note').textContent()).toBe(
      `${isLive ? '' : 'Recorded: '}RabbitMQ clients with a heartbeat of 2 s, held for ${isLive ? 10 : 60} s in the middle of a job:`,
    );
    const queues = await page
      .locator('#blocked-queues li')
      .evaluateAll((items) => items.map((item) => item.querySelectorAll('.bad').length));
    expect(queues).toEqual([0, 3]);
    await expectDisabled('Run all', false);
    expect(complaints).toEqual([]);
  });

  test('lets go of held threads when it is told to', async () => {
    await page.getByRole('button', { name: '60 s', exact: true }).click();
    await page.getByText('Each thread is held for 60 s').waitFor({ timeout: RUN_TIMEOUT });
    await page.getByRole('button', { name: 'Let go' }).click();
    await expectDisabled('Run all', false);
    expect(await page.locator('#fate').textContent()).toBe('Stopped.');
  });
});
