import { seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { objectTexts, splitHead } from '../../src/quote/json-slices.js';

const seed = seedOf('json slices');

function sliced(text: string): unknown {
  const { head, offersAt } = splitHead(text);
  const offers = Array.from(objectTexts(text, offersAt), (each) => JSON.parse(each) as unknown);
  return { ...(JSON.parse(head) as object), offers };
}

test('a document read in slices is the document, whatever its strings and nesting', () => {
  // Braces, quotes and backslashes are what a scanner trips over.
  const nasty = fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', '[', ']', ',', 'a', 'ü', '\n') });
  const offer = fc.dictionary(
    nasty,
    fc.oneof(nasty, fc.integer(), fc.record({ deep: nasty }), fc.array(nasty)),
  );
  const product = fc.record({ id: fc.nat(), name: nasty, offers: fc.array(offer) });
  fc.assert(
    fc.property(product, (value) => {
      const text = JSON.stringify(value);
      // The first `,"offers":[` must be the real one: inside a string the quotes are escaped.
      expect(sliced(text)).toEqual(JSON.parse(text));
    }),
    { seed, numRuns: 500 },
  );
});

test('a document that was cut off is an error, not an endless search', () => {
  expect(() => splitHead('{"id":1}')).toThrow(SyntaxError);
  expect(() => [...objectTexts('[{"a":"b', 1)]).toThrow(SyntaxError);
});
