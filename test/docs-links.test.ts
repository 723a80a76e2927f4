import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

import { brokenLinks } from './support/links.js';
import { ROOT } from './support/workspace.js';

// What installing, building and running leave behind; hidden folders are passed over too.
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', 'reference']);

/** The Markdown files below a folder, relative to the project's root. */
function pagesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return NOT_OURS.has(entry.name) || entry.name.startsWith('.') ? [] : pagesBelow(path);
    return entry.isFile() && entry.name.endsWith('.md') ? [path] : [];
  });
}

const pages = pagesBelow('.').toSorted();

test.each(pages)('every relative link of %s leads somewhere', (page) => {
  const path = join(ROOT, page);
  const read = (target: string): string | undefined => {
    const file = join(dirname(path), target);
    if (!existsSync(file)) return undefined;
    return file.endsWith('.md') ? readFileSync(file, 'utf8') : '';
  };
  expect(brokenLinks(readFileSync(path, 'utf8'), read)).toEqual([]);
});

/** What a page names as a file of a package, such as `core/src/map/map-proxy.ts`. */
function namedFiles(page: string): string[] {
  return [...page.matchAll(/`((?:[a-z-]+\/)*(?:src|test)\/[\w./-]+\.(?:ts|mjs|js))`/g)].map(
    ([, file]) => file,
  );
}

test.each(pages.filter((page) => page !== 'CHANGELOG.md' && !page.includes('decisions')))(
  'every file of a package that %s names is there',
  (page) => {
    const folders = ['', 'packages', dirname(page)];
    const missing = namedFiles(readFileSync(join(ROOT, page), 'utf8')).filter(
      (file) => !folders.some((folder) => existsSync(join(ROOT, folder, file))),
    );
    expect(missing).toEqual([]);
  },
);

test('a link to a missing file or heading is found, others are left alone', () => {
  const page = [
    '# The page, with `code`',
    '[a](there.md) [b](there.md#a-heading) [c](#the-page-with-code) [d](https://example.org/x) ![e](there.png)',
    '[f](gone.md) [g](there.md#gone) [h](#gone) ![i](gone.png)',
    '```',
    '[j](in-code.md)',
    '```',
    'and `[k](in-code.md)`',
    '[l] and [m]',
    '[l]: there.md "a title"',
    '[m]: gone-too.md "a title"',
  ].join('\n');
  const files = new Map([
    ['there.md', '## A heading'],
    ['there.png', ''],
  ]);
  expect(brokenLinks(page, (target) => files.get(target))).toEqual([
    'gone.md',
    'there.md#gone',
    '#gone',
    'gone.png',
    'gone-too.md',
  ]);
});
