import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { importsOf, packageOf } from './support/imports.js';
import { filesBelow, ROOT, workspacePackages, type WorkspacePackage } from './support/workspace.js';

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

/** The names of packages that are put into a package's files: what its sources import, and what the sources of sisters among those do. */
function inFilesOf({ folder, dependencies }: WorkspacePackage): Set<string> {
  const names = new Set<string>();
  const visit = (sources: string): void => {
    for (const file of filesBelow(join(ROOT, sources, 'src'), '.ts')) {
      for (const { specifier } of importsOf(readFileSync(join(ROOT, sources, 'src', file), 'utf8'))) {
        const name = packageOf(specifier);
        if (name === undefined || dependencies.has(name) || names.has(name)) continue;
        names.add(name);
        const sister = sisters.find((each) => each.name === name);
        if (sister !== undefined) visit(sister.folder);
      }
    }
  };
  visit(folder);
  return names;
}

test('everything from outside that is in the files of a published package has its reason', () => {
  const names = new Set(sisters.filter(({ published }) => published).flatMap((each) => [...inFilesOf(each)]));
  const outside = [...names].filter((name) => !sisters.some((each) => each.name === name));
  expect(documented('In the files')).toEqual(outside.toSorted());
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
