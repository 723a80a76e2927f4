// Draws the two pictures of the page that are kept: docs/demo.png, and page/card.png for shared links. Both show the recorded run,
// as a visitor sees it first. Build before; run it as `node packages/demo-server/test/pictures.mjs`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A card is shown small: large letters, and only what is said in one look. */
const CARD_STYLE = `
  header > :not(.brand, h1), h2, .note, .source, main > :not(#problem, section:first-of-type), body > :not(header, main) { display: none !important }
  body { zoom: 1.15; padding-block: 1.5rem }
  #story { margin-block: 1rem 2rem; max-inline-size: none }
  #bars li { margin-block: 0.6rem }
`;

const demo = spawn(process.execPath, [pathOf('../dist/main.js'), '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [welcome] = await once(demo.stdout, 'data');
let browser;
try {
  browser = await chromium.launch({
    executablePath: process.env['OFFLOOP_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    bypassCSP: true,
    reducedMotion: 'reduce',
  });
  await page.goto(/http:\S+/.exec(String(welcome))[0]);
  await page.locator('#source', { hasText: /^Recorded/ }).waitFor();
  await page.locator('#approaches li').first().waitFor();
  await page.screenshot({ path: pathOf('../../../docs/demo.png') });
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.addStyleTag({ content: CARD_STYLE });
  await page.screenshot({ path: pathOf('../page/card.png') });
} finally {
  await browser?.close();
  demo.kill('SIGINT');
  await once(demo, 'exit');
}
