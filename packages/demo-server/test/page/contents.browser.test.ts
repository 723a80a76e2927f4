/// <reference lib="dom" />
import { describe, expect, test } from 'vitest';

import { sourceAddress } from '../../../../scripts/publication/home.mjs';
import { cardOf, complaints, page } from '../support/page-bench.js';

describe('the page', () => {
  test('loads without a complaint, from this server alone', async () => {
    const hosts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).host),
    );
    expect(new Set(hosts)).toEqual(new Set([new URL(page.url()).host]));
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
    expect(card['og:image']).toBe(new URL('/page/card.png', page.url()).href);
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return [image.width, image.height];
    }, card['og:image']);
    expect(size).toEqual([1200, 630]);
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
});
