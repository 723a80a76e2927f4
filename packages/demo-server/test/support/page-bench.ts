/// <reference lib="dom" />
import { startMember, type Member } from '@offloop/member';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import type { LiveEvent } from '../../src/figures/live-events.js';
import { startDemoProcess, type DemoProcess } from './demo-process.js';

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

/** A demo on a cluster of its own, and in each test of the file a fresh page of it in a headless browser. */
export class PageBench {
  #member: Member | undefined;
  #demo: DemoProcess | undefined;
  #browser: Browser | undefined;
  #page: Page | undefined;
  /** What the browser complained about in this test: scripts that threw, files that were not there, policy that was broken. */
  complaints: string[] = [];

  /** To be called where a file begins. */
  constructor() {
    beforeAll(async () => {
      this.#member = await startMember({ clientRemoveDelay: 0 });
      // On another's cluster the page begins no run by itself.
      this.#demo = await startDemoProcess(this.onItsCluster);
      this.#browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    });
    afterAll(async () => {
      await this.#browser?.close();
      await this.#demo?.stop();
      await this.#member?.stop();
    });
    beforeEach(async () => {
      const page = (this.#page = await there(this.#browser).newPage({
        viewport: { width: 1280, height: 900 },
      }));
      this.complaints = [];
      page.on('pageerror', (error) => this.complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') this.complaints.push(message.text());
      });
      await page.goto(this.url);
      await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
    });
    afterEach(() => this.#page?.close());
  }

  get page(): Page {
    return there(this.#page);
  }

  get url(): string {
    return there(this.#demo).url;
  }

  /** Arguments of another demo on the same cluster. */
  get onItsCluster(): readonly string[] {
    return ['--cluster', there(this.#member).address];
  }

  /** The page is loaded anew, and hears these events instead of its server's. */
  async tell(events: readonly LiveEvent[]): Promise<void> {
    const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    await this.page.route('**/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
    await this.page.reload();
  }

  /** Opens a part that is folded. */
  async unfold(title: string): Promise<void> {
    await this.page.locator('summary', { hasText: title }).click();
  }

  async runFor(seconds: string): Promise<void> {
    await this.page.getByLabel('Connections').fill('4');
    await this.page.getByLabel('Seconds of each').fill(seconds);
  }

  async expectDisabled(name: string, disabled: boolean): Promise<void> {
    await this.page.locator(`button:text-is("${name}")${disabled ? ':disabled' : ':enabled'}`).waitFor();
  }
}

function there<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('it is there within tests only');
  return part;
}
