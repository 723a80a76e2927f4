import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

import { importsOf, packageOf } from './support/imports.js';
import type { Import } from './support/imports.js';
import { filesBelow, ROOT, workspacePackages } from './support/workspace.js';

// wire ← workers ← core ← demo-server, bench and wire ← member ← demo-server, bench. A package that is not named
// here fails, so that whoever adds one says where it belongs.
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  '@offloop/wire': [],
  '@offloop/workers': ['@offloop/wire'],
  offloop: ['@offloop/wire', '@offloop/workers'],
  '@offloop/member': ['@offloop/wire'],
  '@offloop/demo-server': [
    '@offloop/wire',
    '@offloop/workers',
    'offloop',
    '@offloop/member',
    '@offloop/tools',
  ],
  '@offloop/bench': ['@offloop/wire', '@offloop/workers', 'offloop', '@offloop/member', '@offloop/tools'],
  '@offloop/tools': [],
};

// What the wire package must be able to run without: it serves both sides of a thread boundary.
const FORBIDDEN_IN_WIRE = /^node:(worker_threads|net|tls|http|https|dgram|cluster|child_process|timers)\b/;

type Found = Import & { readonly file: string };

function importsIn(folder: string): Found[] {
  const source = join(ROOT, folder, 'src');
  return filesBelow(source, '.ts').flatMap((file) => {
    const found = importsOf(readFileSync(join(source, file), 'utf8'));
    return found.map((each) => ({ ...each, file }));
  });
}

function described({ file, specifier }: Found): string {
  return `${file}: ${specifier}`;
}

describe.each(workspacePackages())('$name', ({ name, folder, dependencies }) => {
  const imports = importsIn(folder);

  test('imports sister packages in the one allowed direction only', () => {
    expect(MAY_IMPORT, 'every package has a line in the table of this test').toHaveProperty([name]);
    const allowed = MAY_IMPORT[name] ?? [];
    const wrong = imports.filter(({ specifier }) => {
      const target = packageOf(specifier);
      return target !== undefined && target in MAY_IMPORT && !allowed.includes(target);
    });
    expect(wrong.map(described)).toEqual([]);
  });

  test('declares every package it imports as a dependency', () => {
    const undeclared = imports.filter(({ specifier }) => {
      const target = packageOf(specifier);
      return target !== undefined && !dependencies.has(target);
    });
    expect(undeclared.map(described)).toEqual([]);
  });

  test('reaches other packages by name, never by path', () => {
    const outside = imports.filter(({ file, specifier }) => {
      if (!specifier.startsWith('.')) return false;
      return relative('.', join(dirname(file), specifier)).startsWith('..');
    });
    expect(outside.map(described)).toEqual([]);
  });

  test('re-exports by name, never a whole module', () => {
    expect(imports.filter(({ star }) => star).map(described)).toEqual([]);
  });
});

test('the wire package needs no thread, no socket and no timer', () => {
  const wrong = importsIn('packages/wire').filter(({ specifier }) => FORBIDDEN_IN_WIRE.test(specifier));
  expect(wrong.map(described)).toEqual([]);
});

test('every form of import is seen', () => {
  const source = `
    import a from 'a';
    import { b,
      c } from '@s/b/sub';
    import type { d } from "d";
    import 'e';
    export * from 'f';
    export type * from 'g';
    export * as h from 'h';
    const i = await import('i');
    // import j from 'j';
    /* import k from 'k'; */
  `;
  expect(importsOf(source)).toEqual([
    { specifier: 'a', star: false },
    { specifier: '@s/b/sub', star: false },
    { specifier: 'd', star: false },
    { specifier: 'e', star: false },
    { specifier: 'f', star: true },
    { specifier: 'g', star: true },
    { specifier: 'h', star: false },
    { specifier: 'i', star: false },
  ]);
  expect(packageOf('@s/b/sub')).toBe('@s/b');
  expect(packageOf('a/sub')).toBe('a');
  expect(packageOf('node:net')).toBeUndefined();
});
