import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

import { brokenLinks } from './support/links.js';
import { ROOT } from './support/workspace.js';

// What installing, building and running leave behind; hidden folders are passed over too.
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', 'reference']);

/** Our files below a folder whose name ends with `ending`, relative to the project's root. */
function oursBelow(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return NOT_OURS.has(entry.name) || entry.name.startsWith('.') ? [] : oursBelow(path, ending);
    return entry.isFile() && entry.name.endsWith(ending) ? [path] : [];
  });
}

const pages = oursBelow('.', '.md').toSorted();

test.each(pages)('every relative link of %s leads somewhere', (page) => {
  const path = join(ROOT, page);
  const read = (target: string): string | undefined => {
    const file = join(dirname(path), target);
    if (!existsSync(file)) return undefined;
    return file.endsWith('.md') ? readFileSync(file, 'utf8') : '';
  };
  expect(brokenLinks(readFileSync(path, 'utf8'), read)).toEqual([]);
});

/** What a page names as a file or folder of a package, such as `core/src/map/map-proxy.ts` or `core/src/map/`. */
function namedPaths(page: string): string[] {
  return [...page.matchAll(/`((?:[a-z-]+\/)*(?:src|test)(?:\/[\w.-]+)+\/?)`/g)].map(([, path]) => path);
}

/** What a page names as a source without its folder, such as `map-proxy.ts`. */
function namedSources(page: string): string[] {
  return [...page.matchAll(/`([a-z][a-z-]*(?:\.[a-z]+)*\.ts)`/g)].map(([, name]) => name);
}

const sources = new Set(oursBelow('.', '.ts').map((file) => basename(file)));

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))(
  'every file and folder of a package that %s names is there',
  (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const folders = ['', 'packages', dirname(page)];
    const missing = namedPaths(text).filter(
      (path) => !folders.some((folder) => existsSync(join(ROOT, folder, path))),
    );
    expect(missing).toEqual([]);
    expect(namedSources(text).filter((name) => !sources.has(name))).toEqual([]);
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
