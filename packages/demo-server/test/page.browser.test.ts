/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { startMember, type Member } from '@offloop/member';
import type Axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { sourceAddress } from '../../../scripts/publication/home.mjs';
import type { ApproachInfo, BlockState, LiveEvent, RunRecord, Turn } from '../src/figures/live-events.js';
import type { Recording } from '../src/figures/recording.js';
import type { Sample } from '../src/figures/sample.js';
import { startDemoProcess, type DemoProcess } from './support/demo-process.js';
import { outcome, sample } from './support/figures.js';

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
const RUN_TIMEOUT = 60_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Threads held, with all that can become of a client. */
const HELD: BlockState = {
  id: 1,
  seconds: 10,
  elapsed: 10,
  silenceSeconds: 5,
  phase: 'done',
  clients: [
    {
      id: 'workers',
      title: 'offloop',
      connected: true,
      locked: true,
      heartbeats: 9,
      underWay: { made: 100, answered: 100, millis: 1.1 },
      nextCall: 1.2,
    },
    {
      id: 'official',
      title: 'official client',
      connected: false,
      locked: false,
      heartbeats: 0,
      underWay: { made: 100, answered: 60, millis: 900 },
      nextCall: null,
    },
  ],
};

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

let member: Member;
let demo: DemoProcess;
let browser: Browser;
let page: Page;
/** What the browser complained about: scripts that threw, files that were not there, policy that was broken. */
let complaints: string[];

beforeAll(async () => {
  member = await startMember();
  // On another's cluster the page begins no run by itself.
  demo = await startDemoProcess(['--cluster', member.address]);
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
});
afterAll(async () => {
  await browser.close();
  await demo.stop();
  await member.stop();
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(demo.url);
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
});
afterEach(async () => {
  await page.close();
});

async function runFor(seconds: string): Promise<void> {
  await page.getByLabel('Connections').fill('4');
  await page.getByLabel('Seconds of each').fill(seconds);
}

const cardOf = (id: string): string => `[data-approach="${id}"]`;

describe('the page', () => {
  test('loads without a complaint, from this server alone', async () => {
    const hosts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).host),
    );
    expect(new Set(hosts)).toEqual(new Set([new URL(demo.url).host]));
    expect(await page.locator('#approaches li').count()).toBe(5);
    expect(complaints).toEqual([]);
  });

  test('says whose demo it is, and what each approach is known as, and its colour', async () => {
    expect(await page.title()).toContain('offloop');
    const header = (await page.locator('header').textContent())?.replaceAll(/\s+/g, ' ');
    expect(header).toContain('offloop is a Hazelcast client for Node.js');
    expect(header).toContain('with the official client (hazelcast-client)');
    for (const [id, title] of [
      ['workers', 'offloop'],
      ['official', 'official client'],
      ['sync', 'offloop without a worker'],
      ['timeslice-setImmediate', 'sliced by setImmediate'],
    ] as const)
      expect(await page.locator(`${cardOf(id)} h3`).textContent()).toBe(title);
    const colours = await page
      .locator('.cards .swatch line')
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
    expect(colours.length).toBeGreaterThan(5);
    expect(colours).not.toContain('none');
  });

  test('has a card for whoever shares it: a title, a description, and a picture that is there', async () => {
    const card = await page
      .locator('meta[property^="og:"], meta[name="description"]')
      .evaluateAll((all: HTMLMetaElement[]) =>
        Object.fromEntries(all.map((each) => [each.getAttribute('property') ?? each.name, each.content])),
      );
    expect(card['og:title']).toBe(await page.title());
    for (const words of [card['description'], card['og:description'], card['og:image:alt']])
      expect(words).toMatch(/client/);
    expect(card['og:image']).toBe(new URL('/page/card.png', demo.url).href);
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return [image.width, image.height];
    }, card['og:image']);
    expect(size).toEqual([1200, 630]);
  });

  test.each([
    [40, true],
    [0.2, false],
  ])('whose own server is late by %d ms with nothing to do warns of its figures: %s', async (p99, warns) => {
    const idle = { ...sample(), loopDelay: { p50: 0.1, p99, max: p99 } };
    await tell([snapshotOf([approachOf('sync')]), ...Array.from({ length: 3 }, () => selfOf(idle))]);
    await page.getByText(`The loop of the server that serves this page: ${p99} ms late`).waitFor();
    expect(await page.getByText('too busy to trust these figures').isVisible()).toBe(warns);
  });

  test('tells approaches of one colour apart below a chart as it does in it: by their dashes', async () => {
    await tell([snapshotOf(['sync', 'sync-get'].map(approachOf), [turnOf(1)])]);
    await unfold('Over time');
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
    const drawn = await strokes('path.series');
    expect(new Set(drawn).size).toBe(2);
    expect(await strokes('.readout line')).toEqual(drawn);
  });

  test('begins with a recorded run: a sentence, its date, and bars with offloop first', async () => {
    // The stream may have runs of this machine by now.
    await page.route('**/page/recorded.json', (route) => route.fulfill({ json: RECORDED }));
    await tell([snapshotOf(['workers', 'official'].map(approachOf))]);
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
            item.querySelector('.bar')?.clientWidth,
          ]),
        );
      expect(bars.map(([name]) => name).slice(0, 2)).toEqual(['offloop', 'official client']);
      for (const [, width] of bars) expect(width).toBeGreaterThan(1);
      expect(await list.locator('li').first().textContent()).toMatch(/ [\d.]+× \[[\d.]+, [\d.]+\]$/);
    }
  });

  test('keeps the recorded headline until this machine has one that is to be trusted, and says why', async () => {
    await page.route('**/page/recorded.json', (route) => route.fulfill({ json: RECORDED }));
    const approaches = ['workers', 'official'].map(approachOf);
    const measured = (rounds: number, otherWork: number): LiveEvent => {
      const turns = (pings: readonly number[]): Turn[] =>
        pings.slice(0, rounds).map((ping) => ({ ...turnOf(ping), otherWork }));
      const runs = [runOf('workers', 1, turns([4, 5, 6])), runOf('official', 2, turns([40, 50, 60]))];
      const automatic = runs.map(({ state, turns: taken }) => ({
        state: { ...state, automatic: true, outcome: outcome({ approach: state.approach }) },
        turns: taken,
      }));
      return { ...snapshotOf(approaches), runs: automatic };
    };
    const expectToRead = async (event: LiveEvent, story: unknown, doubt: string): Promise<void> => {
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
      measured(2, 0),
      recorded,
      'So it was when it was recorded. Here: No headline yet: it takes 3 rounds.',
    );
    await expectToRead(
      measured(3, 1.5),
      recorded,
      'So it was when it was recorded. Here: No headline: other programs took 1.5 CPUs of this machine meanwhile.',
    );
    await expectToRead(
      measured(3, 0),
      expect.stringMatching(
        /^While workers answers, other requests wait 5 ms. With the official they wait 50 ms, 10 times/,
      ),
      '',
    );
  });

  test('runs a load at a press of a button: charts move, the table fills', async () => {
    await unfold('Over time');
    await unfold('Inside the clients');
    await runFor('1');
    await page.getByRole('button', { name: 'Run offloop', exact: true }).click();
    await page.locator(`${cardOf('workers')}[data-busy="true"]`).waitFor();
    await expectDisabled('Run all', true);
    await page.locator('#charts path.series').first().waitFor({ timeout: RUN_TIMEOUT });
    await page.locator('#results tbody th', { hasText: /^offloop$/ }).waitFor({ timeout: RUN_TIMEOUT });
    const cells = await page.locator('#results tbody tr').first().locator('td').allTextContents();
    expect(Number(cells[0]?.replace(',', ''))).toBeGreaterThan(0);
    expect(cells.at(-1)).toBe('0');
    const label = await page.locator('#charts .plot').first().getAttribute('aria-label');
    expect(label).toMatch(/Loop delay, median: offloop [\d.]+ (ms|s)/);
    for (const title of [
      'Loop delay',
      'Bystander',
      'Answers',
      'In flight',
      'Worker busy',
      'Wake-ups',
      'Requests waiting',
      'Answers waiting',
    ]) {
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
    await page.locator('#scroll').evaluate((table) => table.scrollTo({ left: table.scrollWidth }));
    const last = await page.locator('#results thead th').last().boundingBox();
    expect((last?.x ?? Infinity) + (last?.width ?? 0)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByText('Scroll sideways').waitFor({ state: 'hidden' });

    // Whoever comes later sees what was run before, and no recorded run.
    await page.reload();
    await page.locator('#bars li').first().waitFor();
    expect(await page.locator('#source').textContent()).toMatch(/^Live, this machine: 2 rounds/);
    await page.locator('#results tbody th', { hasText: /^offloop$/ }).waitFor();
    await unfold('Over time');
    await page.locator('#charts path.series').first().waitFor();
  });

  test('works by keyboard: start, stop, and the values of a chart', async () => {
    await runFor('30');
    await page.locator(`${cardOf('sync')} button`).focus();
    await page.keyboard.press('Enter');
    await page.locator(cardOf('sync')).getByText('measuring').waitFor({ timeout: RUN_TIMEOUT });
    await page.getByRole('button', { name: 'Stop' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor({ timeout: RUN_TIMEOUT });
    await page.locator('summary', { hasText: 'Over time' }).focus();
    await page.keyboard.press('Enter');
    const plot = page.locator('#charts .plot').first();
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    expect(await plot.getAttribute('aria-label')).toContain('at 0.3 s');
    await page.keyboard.press('Escape');
    expect(await plot.getAttribute('aria-label')).toContain('median');
  });

  test('has one first heading, no level left out, and links to documentation and package', async () => {
    const levels = await page
      .locator('h1, h2, h3')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName[1])));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThan(2);
    const links = await page
      .locator('nav a')
      .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href));
    expect(links).toEqual([
      sourceAddress('README.md'),
      sourceAddress('docs/demo.md'),
      sourceAddress('docs/architecture.md'),
      sourceAddress('packages/core'),
    ]);
  });

  test('holds the thread of each client, and shows who lost connection and lock, also after a reload', async () => {
    await page.getByRole('button', { name: '10 s', exact: true }).click();
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

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('fits in %s at a width of %i', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const [ground, ink] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color].map((each) => Number(/\d+/.exec(each)?.[0]));
    });
    expect(ground > ink).toBe(colorScheme === 'light');
  });

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'has nothing that axe finds, in %s at a width of %i, before and after a run',
    async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const approaches = ['workers', 'official', 'sync', 'sync-get'].map(approachOf);
      const runs = approaches.map(({ id }, at) => runOf(id, at, [turnOf(4), turnOf(5), turnOf(6)]));
      for (const seen of [[], runs]) {
        await tell([{ ...snapshotOf(approaches), about: 'a machine', runs: seen, block: HELD }]);
        await page.locator('#bars li').first().waitFor();
        expect(await axeFindings()).toEqual([]);
        await unfold('Over time');
        await unfold('Inside the clients');
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
});

test('a page begins to measure by itself, by turns, and gives way to an order', async () => {
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

test('the page says when the server has gone, and comes back with it', async () => {
  const own = await startDemoProcess(['--cluster', member.address]);
  await page.goto(own.url);
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
  const { port } = new URL(own.url);
  await own.stop();
  await page.getByRole('status').filter({ hasText: 'not connected' }).waitFor();
  const again = await startDemoProcess(['--cluster', member.address, '--port', port]);
  try {
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor({ timeout: RUN_TIMEOUT });
    expect(await page.locator('#approaches li').count()).toBe(5);
  } finally {
    await again.stop();
  }
});

function approachOf(id: string): ApproachInfo {
  return { id, title: id, about: '', family: 'sync', workloads: ['quote'], byDefault: true };
}

/** Opens a part that is folded. */
async function unfold(title: string): Promise<void> {
  await page.locator('summary', { hasText: title }).click();
}

/** All there is to know, with a run of each approach that took these turns. */
function snapshotOf(
  approaches: readonly ApproachInfo[],
  turns: readonly Turn[] = [],
): Extract<LiveEvent, { type: 'snapshot' }> {
  const range = { least: 1, most: 9, initial: 5 };
  const limits = { connections: range, seconds: range, rate: range, items: range, n: range };
  const runs = turns.length === 0 ? [] : approaches.map(({ id }, at) => runOf(id, at, turns));
  return { type: 'snapshot', about: '', approaches, limits, runs };
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

function turnOf(slowestPing: number): Turn {
  return { sample: sample(), requestsPerSecond: 1, slowestPing };
}

function runOf(approach: string, id: number, turns: readonly Turn[]): RunRecord {
  const load = { order: 1, automatic: false, connections: 1, seconds: 1, size: 1 } as const;
  return { state: { id, approach, workload: 'quote', ...load, phase: 'done' }, turns };
}

function selfOf(own: Sample): LiveEvent {
  return { type: 'self', sample: own };
}

/** The page is loaded anew, and hears these events instead of its server's. */
async function tell(events: readonly LiveEvent[]): Promise<void> {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  await page.route('**/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
  await page.reload();
}

/** Ids of what has more to the right than it shows. */
function cutOff(): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1)
      .filter((each) => getComputedStyle(each).display !== 'inline')
      .map(({ id, tagName }) => id || tagName),
  );
}

async function expectDisabled(name: string, disabled: boolean): Promise<void> {
  await page.locator(`button:text-is("${name}")${disabled ? ':disabled' : ':enabled'}`).waitFor();
}
