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

/** The names in the first column of the tables of one chapter, or in front of the colons of its list. */
function documented(chapter: string): string[] {
  const text = page.split(/^## /m).find((each) => each.startsWith(chapter)) ?? '';
  const named = Array.from(
    text.matchAll(/^(?:\| (`[^`]+`)|- ([^:]+):)/gm),
    ([, cell, list]) => cell ?? list ?? '',
  );
  return named
    .flatMap((names) => Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => name))
    .toSorted();
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

test('everything from outside that is in the files of a published package has its reason', () => {
  const published = workspacePackages().filter((each) => each.published);
  const importedBy = (folder: string): string[] => {
    const source = join(ROOT, folder, 'src');
    const files = filesBelow(source, '.ts').map((file) => readFileSync(join(source, file), 'utf8'));
    return files.flatMap(importsOf).map(({ specifier }) => packageOf(specifier) ?? '');
  };
  const used = published.flatMap(({ folder, dependencies }) => {
    // Sisters that it imports, and that are not published by themselves, are put into its files, too.
    const own = importedBy(folder);
    const inside = sisters.filter(({ name, published: is }) => !is && own.includes(name));
    const imported = [own, ...inside.map((each) => importedBy(each.folder))].flat();
    return imported.filter(
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
