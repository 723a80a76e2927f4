/// <reference lib="dom" />
import { startMember, type Member } from '@offloop/member';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import type { LiveEvent } from '../../src/figures/live-events.js';
import { startDemoProcess, type DemoProcess } from './demo-process.js';

// A file that imports this has a demo on a cluster of its own, and in each test a fresh page of it in a headless browser.

const CHROMIUM = process.env['OFFLOOP_CHROMIUM'] ?? '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Milliseconds; a run of one second takes about six on a machine that has time. */
export const RUN_TIMEOUT = 60_000;

export const cardOf = (id: string): string => `[data-approach="${id}"]`;

let member: Member | undefined;
let demo: DemoProcess | undefined;
let browser: Browser | undefined;

/** The page of this test. */
export let page: Page;
/** What the browser complained about in this test: scripts that threw, files that were not there, policy that was broken. */
export const complaints: string[] = [];

beforeAll(async () => {
  member = await startMember({ clientRemoveDelay: 0 });
  // On another's cluster the page begins no run by itself.
  demo = await startDemoProcess(onItsCluster());
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  await member?.stop();
});
beforeEach(async () => {
  page = await browser!.newPage({ viewport: { width: 1280, height: 900 } });
  complaints.length = 0;
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(demo!.url);
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
});
afterEach(() => page.close());

/** Arguments of another demo on the same cluster. */
export function onItsCluster(): readonly string[] {
  return ['--cluster', member!.address];
}

/** The page is loaded anew, and hears these events instead of its server's. */
export async function tell(events: readonly LiveEvent[]): Promise<void> {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  await page.route('**/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
  await page.reload();
}

/** Opens the part that is folded. */
export async function unfoldCharts(): Promise<void> {
  await page.locator('summary', { hasText: 'Over time' }).click();
}

export async function runFor(seconds: string): Promise<void> {
  await page.getByLabel('Connections').fill('4');
  await page.getByLabel('Seconds of each').fill(seconds);
}

export async function expectDisabled(name: string, disabled: boolean): Promise<void> {
  await page.locator(`button:text-is("${name}")${disabled ? ':disabled' : ':enabled'}`).waitFor();
}
