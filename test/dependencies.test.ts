import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { importsOf, packageOf } from './support/imports.js';
import { filesBelow, ROOT, workspacePackages } from './support/workspace.js';

type Manifest = Readonly<
  Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>> | undefined>
>;

const sisters = workspacePackages();

const page = readFileSync(join(ROOT, 'docs', 'dependencies.md'), 'utf8');

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}

/** The names in the first column of the tables of one chapter. */
function documented(chapter: string): string[] {
  const text = page.split(/^## /m).find((each) => each.startsWith(chapter)) ?? '';
  return Array.from(text.matchAll(/^\| `([^`]+)`/gm), ([, name]) => name ?? '').toSorted();
}

function external(...lists: (Readonly<Record<string, string>> | undefined)[]): string[] {
  const entries = lists.flatMap((list) => Object.entries(list ?? {}));
  const names = entries.filter(([, version]) => !version.startsWith('workspace:')).map(([name]) => name);
  return [...new Set(names)].toSorted();
}

test('every dependency of a published package has its reason, and every reason a dependency', () => {
  const published = workspacePackages().filter((each) => each.published);
  const used = published.map(({ folder }) => manifest(folder).dependencies);
  expect(documented('At run time')).toEqual(external(...used));
});

/** The packages that the sources of one import. */
function importedBy(folder: string): string[] {
  const source = join(ROOT, folder, 'src');
  const files = filesBelow(source, '.ts').map((file) => readFileSync(join(source, file), 'utf8'));
  return files.flatMap(importsOf).map(({ specifier }) => packageOf(specifier) ?? '');
}

test('everything from outside that is in the files of a published package has its reason', () => {
  const published = workspacePackages().filter((each) => each.published);
  const used = published.flatMap(({ folder, dependencies, bundled }) => {
    // What is put into its files: its own sources, and those that they import of packages that are not published by themselves.
    const imported = new Set(importedBy(folder));
    for (const name of imported) {
      const sister = sisters.find((each) => each.name === name && bundled.has(name) && !each.published);
      for (const each of sister === undefined ? [] : importedBy(sister.folder)) imported.add(each);
    }
    return [...imported].filter(
      (name) => name !== '' && !dependencies.has(name) && !sisters.some((each) => each.name === name),
    );
  });
  expect(documented('In the files')).toEqual([...new Set(used)].toSorted());
});

test('every other dependency has its reason, and every reason a dependency', () => {
  const inFiles = new Set(documented('In the files'));
  const used = [manifest('.').dependencies, manifest('.').devDependencies, manifest('site').devDependencies];
  for (const { folder, published } of workspacePackages()) {
    used.push(manifest(folder).devDependencies);
    if (!published) used.push(manifest(folder).dependencies);
  }
  expect(documented('For development')).toEqual(external(...used).filter((name) => !inFiles.has(name)));
});
