import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

import { importsOf, packageOf } from './support/imports.js';
import type { Import } from './support/imports.js';
import { filesBelow, ROOT, sourceFolder, workspacePackages } from './support/workspace.js';

// runtime, wire ← contract ← workers ← core ← demo-server ← bench; runtime, wire ← values ← core, member; member ← demo-server; core ← chaos, simulation; runtime, core, member ← examples; redis ← bench. A package that is not
// named here fails, so that whoever adds one says where it belongs.
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  '@offloop/runtime': [],
  '@offloop/wire': [],
  '@offloop/contract': ['@offloop/runtime', '@offloop/wire'],
  '@offloop/values': ['@offloop/runtime', '@offloop/wire'],
  '@offloop/workers': ['@offloop/runtime', '@offloop/wire', '@offloop/contract'],
  offloop: ['@offloop/runtime', '@offloop/wire', '@offloop/contract', '@offloop/values', '@offloop/workers'],
  '@offloop/member': ['@offloop/wire', '@offloop/values'],
  '@offloop/demo-server': [
    '@offloop/amqp',
    '@offloop/runtime',
    '@offloop/wire',
    '@offloop/workers',
    'offloop',
    '@offloop/member',
    '@offloop/tools',
  ],
  '@offloop/bench': [
    '@offloop/amqp',
    '@offloop/demo-server',
    '@offloop/example-redis',
    'offloop',
    '@offloop/member',
    '@offloop/tools',
  ],
  '@offloop/tools': [],
  '@offloop/amqp': ['@offloop/runtime'],
  '@offloop/chaos': ['offloop', '@offloop/tools'],
  '@offloop/simulation': [
    '@offloop/runtime',
    '@offloop/wire',
    '@offloop/contract',
    '@offloop/workers',
    'offloop',
    '@offloop/tools',
  ],
  '@offloop/example-amqp': ['@offloop/amqp'],
  '@offloop/example-redis': ['@offloop/runtime'],
  '@offloop/example-opentelemetry': ['offloop'],
  '@offloop/example-prometheus': ['offloop'],
  '@offloop/example-recipes': ['offloop', '@offloop/member'],
};

// What the wire package must be able to run without: it serves both sides of a thread boundary.
const FORBIDDEN_IN_WIRE = /^node:(worker_threads|net|tls|http|https|dgram|cluster|child_process|timers)\b/;

// What the runtime must be able to run without: protocols bring their own sockets, and know what they are for.
const FORBIDDEN_IN_RUNTIME = /^(node:)?(net|tls|http|https|http2|dgram)\b/;
const WORDS_OF_A_PROTOCOL = /hazelcast|partition|(?<!re)member/i;

type Found = Import & { readonly file: string };

function importsIn(folder: string): Found[] {
  const source = sourceFolder(folder);
  const files = filesBelow(source, source.endsWith('src') ? '.ts' : '.mjs');
  return files
    .filter((file) => !/^(test|node_modules)\//.test(file))
    .flatMap((file) => {
      const found = importsOf(readFileSync(join(source, file), 'utf8'));
      return found.map((each) => ({ ...each, file }));
    });
}

function described({ file, specifier }: Found): string {
  return `${file}: ${specifier}`;
}

describe.each(workspacePackages())('$name', ({ name, folder, dependencies, bundled }) => {
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
      return target !== undefined && !dependencies.has(target) && !bundled.has(target);
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

test('products use the public doors of the runtime, and values only what is for bytes', () => {
  const products = ['amqp', 'contract', 'core', 'member', 'values', 'wire', 'workers'];
  const wrong = products.flatMap((product) => {
    const doors = product === 'values' ? /\/bytes$/ : /runtime(\/(bytes|clock|thread))?$/;
    return importsIn(`packages/${product}`).filter(
      ({ specifier }) => specifier.startsWith('@offloop/runtime') && !doors.test(specifier),
    );
  });
  expect(wrong).toEqual([]);
});

test('the runtime needs no socket, but for one that another thread has left', () => {
  const wrong = importsIn('packages/runtime').filter(({ specifier }) => FORBIDDEN_IN_RUNTIME.test(specifier));
  expect(wrong.map(described)).toEqual(['thread/connection/socket-number.ts: node:net']);
});

test('the runtime knows no Hazelcast', () => {
  const source = join(ROOT, 'packages', 'runtime', 'src');
  const wrong = filesBelow(source, '.ts').flatMap((file) => {
    const lines = readFileSync(join(source, file), 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      WORDS_OF_A_PROTOCOL.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
    );
  });
  expect(wrong).toEqual([]);
});

test('every form of import is seen', () => {
  const source = `
    import { b,
      c } from '@s/b/sub';
    import 'e';
    export type * from 'g';
    const i = await import('i');
    import { type l, type m as n } from 'l';
    import { type o, p } from 'o';
    import type, { r } from 'r';
    // import j from 'j';
    /* import k from 'k'; */
  `;
  expect(importsOf(source)).toEqual([
    { specifier: '@s/b/sub', star: false, typeOnly: false },
    { specifier: 'e', star: false, typeOnly: false },
    { specifier: 'g', star: true, typeOnly: true },
    { specifier: 'i', star: false, typeOnly: false },
    { specifier: 'l', star: false, typeOnly: true },
    { specifier: 'o', star: false, typeOnly: false },
    { specifier: 'r', star: false, typeOnly: false },
  ]);
  expect(packageOf('@s/b/sub')).toBe('@s/b');
  expect(packageOf('a/sub')).toBe('a');
  expect(packageOf('node:net')).toBeUndefined();
});
