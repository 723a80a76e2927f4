import { expect, test } from 'vitest';

import { settingsOf, type ByName } from '../../src/config/by-name.js';
import { resolveConfig } from '../../src/config/resolve-config.js';

const all: ByName<string> = new Map([
  ['default', 'by default'],
  ['prices', 'own'],
  ['pri*', 'beginning'],
  ['price*', 'longer beginning'],
  ['*s', 'end'],
  ['a*z', 'both'],
]);

test.each([
  ['prices', 'own'],
  ['priority', 'beginning'],
  ['pricey', 'longer beginning'],
  ['teas', 'end'],
  ['abcz', 'both'],
  ['anything', 'by default'],
  // Neither a pattern nor anything else has this name.
  ['', 'by default'],
])('the settings of %j are its own, or those of the pattern that says most', (name, expected) => {
  expect(settingsOf(all, name, 'x')).toBe(expected);
});

test('two patterns that say as much are an error, and no settings at all are undefined', () => {
  const twice: ByName<string> = new Map([...all, ['*es', 'three'], ['pe*', 'three']]);
  expect(() => settingsOf(twice, 'pennies', 'reliableTopics')).toThrow(/^reliableTopics has two patterns/);
  expect(settingsOf(new Map(), 'x', 'x')).toBeUndefined();
});

test('reliable topics have the official defaults, and what is out of range is refused', () => {
  const { reliableTopics } = resolveConfig({
    reliableTopics: { a: {}, b: { readBatchSize: 1000, overloadPolicy: 'error' } },
  });
  expect([...reliableTopics]).toEqual([
    ['a', { readBatchSize: 10, overloadPolicy: 'BLOCK' }],
    ['b', { readBatchSize: 1000, overloadPolicy: 'ERROR' }],
  ]);
  for (const [given, text] of [
    [{ a: { readBatchSize: 1001 } }, /^reliableTopics\['a'\]\.readBatchSize is 1001; .* 1 to 1000/],
    [{ a: { overloadPolicy: 'LOUD' } }, /^reliableTopics\['a'\]\.overloadPolicy .*DISCARD_OLDEST/],
    [{ a: { other: 1 } }, /^reliableTopics\['a'\]\.other is not an option/],
    [7, /^reliableTopics is a number; accepted: an object/],
  ] as const) {
    expect(() => resolveConfig({ reliableTopics: given })).toThrow(text);
  }
});
