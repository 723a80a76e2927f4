import { expect, test } from 'vitest';

import { namedConfigs } from '../../../src/config/reading/named-configs.js';
import { integer, optional, section } from '../../../src/config/reading/readers.js';
import { InvalidConfigurationError } from '@offloop/values';

const read = namedConfigs(section<{ size: number }>({ size: optional(integer('things', 1, 9), 5) }));
const sizes = (given: unknown) => (name: string) => read(given, 'things').of(name).size;

test('the name itself goes before a pattern, the longer pattern before the shorter, and the default comes last', () => {
  const sizeOf = sizes({ a: { size: 1 }, 'a*': { size: 2 }, 'a*-c': { size: 3 }, default: { size: 4 } });
  expect(['a', 'ab', 'ab-c', 'b'].map(sizeOf)).toEqual([1, 2, 3, 4]);
});

test('without any that matches, options have their defaults', () => {
  expect(sizes(undefined)('a')).toBe(5);
  expect(sizes({ b: { size: 1 }, 'c*': { size: 2 } })('a')).toBe(5);
  expect(sizes({ a: {} })('a')).toBe(5);
});

test('both ends of a pattern are ends of the name, not overlapping', () => {
  expect(sizes({ 'aba*aba': { size: 1 } })('ababa')).toBe(5);
  expect(sizes({ 'aba*aba': { size: 1 } })('abaaba')).toBe(1);
});

test('two patterns that match as well are refused for the names they both match', () => {
  const sizeOf = sizes({ 'a*': { size: 1 }, '*b': { size: 2 } });
  expect(() => sizeOf('ab')).toThrow(InvalidConfigurationError);
  expect(() => sizeOf('ab')).toThrow('"a*" vs "*b"');
  expect(sizeOf('ac')).toBe(1);
});

test.each([
  [{ a: { size: 0 } }, "things['a'].size is 0"],
  [{ a: { sizes: 1 } }, "things['a'].sizes is not an option"],
  [{ a: 1 }, "things['a'] is"],
  [[], 'things is an array'],
  [7, 'things is'],
])('%j is refused by name', (given, message) => {
  expect(() => read(given, 'things')).toThrow(message);
});
