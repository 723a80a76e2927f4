import { describe, expect, test } from 'vitest';

import { catalogueMapName, DEFAULT_CATALOGUE, makeProduct } from '../../src/catalogue/catalogue.js';

const ids = Array.from({ length: 60 }, (_, index) => index + 1);
const texts = ids.map((id) => JSON.stringify(makeProduct(DEFAULT_CATALOGUE, id)));

describe('a catalogue', () => {
  test('is the same whenever it is made from the same settings', () => {
    expect(ids.map((id) => JSON.stringify(makeProduct({ ...DEFAULT_CATALOGUE }, id)))).toEqual(texts);
  });

  test('is another one with another seed, and lives in another map', () => {
    const other = { ...DEFAULT_CATALOGUE, seed: 2 };
    expect(JSON.stringify(makeProduct(other, 1))).not.toBe(texts[0]);
    expect(catalogueMapName(other)).not.toBe(catalogueMapName(DEFAULT_CATALOGUE));
  });

  test('has documents within its sizes, small ones and large ones', () => {
    const sizes = texts.map(({ length }) => length);
    const { leastBytes, mostBytes } = DEFAULT_CATALOGUE;
    const oneOffer = 400;
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(leastBytes);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(mostBytes + oneOffer);
    expect(Math.min(...sizes)).toBeLessThan(leastBytes * 4);
    expect(Math.max(...sizes)).toBeGreaterThan(mostBytes / 4);
  });

  test('is plain ASCII, with the offers last in each document', () => {
    for (const text of texts) {
      expect(text).toMatch(/^[\x20-\x7e]+$/);
      expect(Object.keys(JSON.parse(text) as object).at(-1)).toBe('offers');
    }
  });
});
