import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { exportsIn } from '../../../../test/support/declarations.js';
import * as clock from '../../src/shared/clock.js';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const readme = read('README.md');

/** Names in the first column of the first table, or of a later one, below a heading. */
function firstColumn(heading: string, table = 0): string[] {
  const [, section] = readme.split(`## ${heading}`);
  const tables = section.split(/^## /m, 1)[0].match(/(?:^\|.*\n)+/gm) ?? [];
  const rows = tables[table].trim().split('\n').slice(2);
  return rows.flatMap((row) => Array.from(row.split('|')[1].matchAll(/`(\w+)[^`]*`/g), ([, name]) => name));
}

/** Public properties and methods of the class in a file, from its source. */
function membersOf(path: string): string[] {
  const [, body] = read(path).split(/^export class .*$/m);
  const members = body
    .split(/^}/m, 1)[0]
    .matchAll(/^ {2}(?:async |get |readonly )*([a-z]\w*)(?:<[^(]*>)?[(:]/gm);
  return [...new Set(Array.from(members, ([, name]) => name).filter((name) => name !== 'constructor'))];
}

const THREAD = "The thread's side: `@offloop/runtime/thread`";
const CALLER = "The caller's side: `@offloop/runtime`";

test.each([
  ['exports of the caller’s side', exportsIn(read('src/caller/index.ts')), firstColumn(CALLER)],
  ['exports of the thread’s side', exportsIn(read('src/thread/index.ts')), firstColumn(THREAD)],
  [
    'exports for bytes',
    exportsIn(read('src/bytes/index.ts')),
    firstColumn('Bytes: `@offloop/runtime/bytes`'),
  ],
  ['methods of Caller', membersOf('src/caller/caller.ts'), firstColumn(CALLER, 1)],
  ['methods of CompletionWriter', membersOf('src/thread/completion-writer.ts'), firstColumn(THREAD, 1)],
])('the README’s table has all %s, and nothing else', (_, names, documented) => {
  expect(names.length).toBeGreaterThan(8);
  expect(documented.toSorted()).toEqual(names.toSorted());
});

test('the README names all that the clock offers', () => {
  const [, section] = readme.split('## Time');
  for (const name of Object.keys(clock)) expect(section).toContain(`\`${name}\``);
});
