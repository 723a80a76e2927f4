import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

import { filesOfValues, VALUES } from './support/values.js';
import { importsOf } from './support/imports.js';
import { filesBelow, ROOT, workspacePackages } from './support/workspace.js';

// The snapshots in test/api are what a release promises: a diff there is a change of the public API, to be
// looked at as such and noted in CHANGELOG.md. `pnpm test -- -u test/api.test.ts` accepts it.

/** Everything an entry point's types are made of: its file and those it reaches, without comments, by path. */
function render(folder: string, entry: string): string {
  const reached = new Map<string, string>();
  const queue = [posix.normalize(entry)];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue;
    const source = readFileSync(join(ROOT, folder, file), 'utf8');
    reached.set(file, withoutComments(source));
    for (const { specifier } of importsOf(source)) {
      if (specifier.startsWith('.'))
        queue.push(posix.join(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
    }
    // The classes that users name stand in a package of their own, which is put into what is published.
    for (const each of filesOfValues(source)) queue.push(posix.relative(folder, posix.join(VALUES, each)));
  }
  const sections = [...reached].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sections.map(([file, source]) => `// ${file}\n${source}`).join('\n');
}

// Documentation may get better without a change of the API.
function withoutComments(source: string): string {
  return source
    .replace(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\r?\n/gm, '')
    .replace(/^[ \t]*\/\/.*\r?\n?/gm, '')
    .replaceAll('\r\n', '\n');
}

const entries = workspacePackages()
  .filter(({ published }) => published)
  .flatMap(({ name, folder, entries: types }) =>
    Array.from(types, ([entry, file]) => ({ name, folder, entry, file, snapshot: snapshotOf(name, entry) })),
  );

function snapshotOf(name: string, entry: string): string {
  return `${name.replace('@offloop/', '')}.${entry}.d.ts.txt`;
}

describe.each(entries)('$name, entry $entry', ({ folder, file, snapshot }) => {
  test('has the types it is known for', async () => {
    await expect(render(folder, file)).toMatchFileSnapshot(`api/${snapshot}`);
  });
});

test('every snapshot is of an entry point that exists', () => {
  const folder = join(ROOT, 'test', 'api');
  const known = entries.map(({ snapshot }) => snapshot);
  const stale = existsSync(folder) ? filesBelow(folder, '.txt').filter((file) => !known.includes(file)) : [];
  expect(stale).toEqual([]);
});
