import { ALPHABETS, createDocument, createText, type Document } from './documents.js';
import type { Kind } from './value-cell.js';

export const textKind = (alphabet: keyof typeof ALPHABETS, bytes: number): Kind<string> => ({
  make: () => createText(ALPHABETS[alphabet], bytes),
  looksRight: (value, expected, turn) => {
    const spot = turn % expected.length;
    return value.length === expected.length && value.charCodeAt(spot) === expected.charCodeAt(spot);
  },
  equals: (value, expected) => value === expected,
});

export const documentKind = (bytes: number): Kind<Document> => ({
  make: (seed) => createDocument(seed, bytes),
  looksRight: ({ items }, expected, turn) => {
    const spot = turn % expected.items.length;
    return items.length === expected.items.length && items[spot].sku === expected.items[spot].sku;
  },
});
