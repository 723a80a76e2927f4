import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { filesBelow, ROOT, workspacePackages } from './support/workspace.js';

// What a registry shows of a package is its manifest and its README, without the repository around it.

const published = workspacePackages().filter((each) => each.published);

interface Map {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly string[];
}

describe.each(published)('$name', ({ name, folder }) => {
  const home = join(ROOT, folder);
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Readonly<
    Record<string, unknown>
  >;
  const readme = readFileSync(join(home, 'README.md'), 'utf8');

  test('says in its manifest what it is, and on which Node', () => {
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/\S{3}/) as string,
      license: 'Apache-2.0',
      engines: { node: '>=20.19' },
    });
  });

  test('has a README that begins with its name and links to nothing it has not brought along', () => {
    expect(readme.split('\n')[0]).toBe(`# ${name}`);
    const links = Array.from(readme.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target ?? '');
    expect(links.filter((target) => !target.startsWith('#'))).toEqual([]);
  });

  test('brings its sources along in its source maps', () => {
    const dist = join(home, 'dist');
    const without = filesBelow(dist, '.map').filter((file) => {
      const { sources, sourcesContent = [] } = JSON.parse(readFileSync(join(dist, file), 'utf8')) as Map;
      return sources.length !== sourcesContent.length;
    });
    expect(existsSync(dist)).toBe(true);
    expect(without).toEqual([]);
  });
});
