import { expect, test } from 'vitest';

import { releaseFaults } from '../scripts/publication/release-faults.mjs';

const RELEASE = {
  hasHome: true,
  tag: 'v1.2.0',
  packages: [
    { name: 'one', version: '1.2.0' },
    { name: 'two', version: '1.2.0' },
  ],
  changelog: '# Changelog\n\n## [1.2.0]\n',
  npm: '11.5.1',
};

test('nothing is in the way of a release whose tag, versions and changelog agree', () => {
  expect(releaseFaults(RELEASE)).toEqual([]);
  expect(releaseFaults({ ...RELEASE, npm: '12.0.0' })).toEqual([]);
  const packages = [...RELEASE.packages, { name: 'three', version: '2.0.0' }];
  expect(releaseFaults({ ...RELEASE, packages, changelog: `${RELEASE.changelog}\n## [2.0.0]\n` })).toEqual(
    [],
  );
});

test.each([
  ['without an address', { hasHome: false }, ['home.mjs']],
  ['without a tag', { tag: undefined }, ['the tag is missing, and one is 1.2.0, two is 1.2.0']],
  ['with the tag of another version', { tag: 'v1.2.1' }, ['v1.2.1, and one is 1.2.0']],
  ['that the changelog does not have', { changelog: '# Changelog\n\n## [Unreleased]\n' }, ['chapter 1.2.0']],
  ['by an npm that needs a token', { npm: '11.5.0' }, ['npm is 11.5.0']],
  ['by a much older one', { npm: '10.9.3' }, ['npm is 10.9.3']],
])('a release %s has its faults named', (_case, change, named) => {
  const faults = releaseFaults({ ...RELEASE, ...change });
  expect(faults).toEqual(named.map((text) => expect.stringContaining(text) as string));
});
