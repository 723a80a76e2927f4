import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { TransformFailure } from '../packages/core/src/transforms/compute-task.js';
import { ROOT } from './support/workspace.js';

/** What stands in backquotes in the first cells of the table below a heading. */
function rowsBelow(page: string, heading: string): string[] {
  const [, section = ''] = readFileSync(join(ROOT, 'docs', page), 'utf8').split(`\n${heading}\n`);
  const cells = section.split(/\n#/)[0]?.matchAll(/^\|([^|]+)\|/gm) ?? [];
  return Array.from(cells, ([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  ).flat();
}

const MEMBER = /^ {4}(?:static |readonly |abstract |get |set )*(\w+)\??[<(:;]/gm;

/** The members of a public type, as the compiler lays them out: each begins a line, four characters in. */
function membersOf(file: string, name: string): string[] {
  const source = readFileSync(join(ROOT, 'packages/core/dist', file), 'utf8');
  const [, body = ''] =
    new RegExp(`^export (?:interface|class|type) ${name}\\b.*\\{$([^]*?)^\\}`, 'm').exec(source) ?? [];
  return Array.from(body.matchAll(MEMBER), ([, member]) => member);
}

test.each([
  ['observability.md', '## Figures', 'shards/stats.d.ts', 'ShardStats'],
  ['observability.md', '### The message of a call', 'tracing/channels.d.ts', 'CallMessage'],
  ['lifecycle.md', '## Is it healthy?', 'client/status.d.ts', 'ClientHealth'],
])('%s, "%s": a row for each field of %s, %s', (page, heading, file, name) => {
  const fields = membersOf(file, name);
  expect(fields.length).toBeGreaterThan(4);
  expect(rowsBelow(page, heading).toSorted()).toEqual(fields.toSorted());
});

test('transforms.md has a row for each reason of a TransformError', () => {
  const { VALUE: _otherError, ...reasons } = TransformFailure;
  expect(rowsBelow('transforms.md', '## Limits and errors').toSorted()).toEqual(
    Object.values(reasons).toSorted(),
  );
});
