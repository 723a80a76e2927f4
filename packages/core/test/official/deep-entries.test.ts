import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

import { deepEntries } from '../../../../scripts/publication/deep-entries.mjs';
import { FILES, FOLDERS, MEMBERS } from '../../../../scripts/publication/deep-names.mjs';
import * as offloop from '../../src/index.js';
import { Aggregators, Fields, Predicates } from '../../src/index.js';
import { declaredNames, LIB } from './support/declared-names.js';

/** Declared beside public names, but not exported by the package. */
const INTERNAL = new Set(['getLockID']);
const families = MEMBERS;
const officially = createRequire(import.meta.url);
const ours = { Aggregators, Fields, Predicates };

/** Paths of the files and folders that the index of the official package re-exports. */
function publicPaths(folder: string = LIB): string[] {
  const source = readFileSync(join(folder, 'index.d.ts'), 'utf8');
  return Array.from(source.matchAll(/^export .* from '(\.[^']+)'/gm), ([, from = '']) => {
    const path = join(folder, from);
    return existsSync(`${path}.d.ts`) ? [path] : [path, ...publicPaths(path)];
  }).flat();
}

/** The names of a file at run time: some that are internal by its declarations are in use all the same. */
function namesAtRunTime(path: string): string[] {
  const made = officially(join(LIB, `${path}.js`)) as Record<string, unknown>;
  return Object.keys(made).filter((name) => name in offloop);
}

function publicNames(path: string): string[] {
  const declared = declaredNames(join(LIB, `${path}.d.ts`))
    .map(({ name }) => name)
    .filter((name) => !INTERNAL.has(name));
  return [...declared, ...namesAtRunTime(path)];
}

test('every public file and folder of the official package has an entry', () => {
  const official = publicPaths()
    .map((path) => relative(LIB, path).replaceAll('\\', '/'))
    .filter((path) => FOLDERS.includes(path) || publicNames(path).length > 0);
  expect([...Object.keys(FILES), ...FOLDERS].toSorted()).toEqual([...new Set(official)].toSorted());
});

test.each(Object.entries(FILES))(
  '%s has the names of the official file',
  (path, names: readonly string[]) => {
    const family = families[path];
    const members = family === undefined ? [] : Object.keys(ours[family]);
    expect(new Set([...names, ...members])).toEqual(new Set(publicNames(path)));
  },
);

test('no other file of the official package has names that offloop has', () => {
  const files = readdirSync(LIB, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.replaceAll('\\', '/').replace(/\.js$/, ''));
  const known = new Set([
    ...Object.keys(FILES),
    ...['', ...FOLDERS.map((folder) => `${folder}/`)].map((folder) => `${folder}index`),
  ]);
  expect(files.filter((path) => !known.has(path) && namesAtRunTime(path).length > 0)).toEqual([]);
  expect(files.length).toBeGreaterThan(400);
});

test('a name that offloop does not have stops the publication', () => {
  expect(() => deepEntries(offloop, 'export { Client };')).toThrow(/^\S+: offloop has no \w+/);
});
