import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTATIONS } from '../../src/mutants/mutations.js';

const PACKAGES = new URL('../../../packages/', import.meta.url);

test.each(MUTATIONS)('"$name" has exactly one place in the built code', ({ file, from, to }) => {
  const built = readFileSync(new URL(file, PACKAGES), 'utf8');
  expect(built.split(from).length - 1, `'${from}' in packages/${file}`).toBe(1);
  expect(to).not.toBe(from);
});

test('no two mutations have one name', () => {
  const names = MUTATIONS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
