import { Tier } from '../experiment.js';
import { ALPHABETS, createDocument, createText, type Document } from '../values/documents.js';
import { getCell, KB, type ValueCell } from '../values/value-cell.js';

function text(bytes: number, title: string, concurrency: number, tier: Tier): ValueCell {
  return getCell<string>(
    {
      id: `get-${title.replace(' ', '')}-c${concurrency}`,
      title: `get ${title}, c=${concurrency}`,
      tier,
      concurrency,
      bytes,
    },
    {
      make: () => createText(ALPHABETS.ascii, bytes),
      looksRight: (value, expected, turn) => {
        const spot = turn % expected.length;
        return value.length === expected.length && value.charCodeAt(spot) === expected.charCodeAt(spot);
      },
      equals: (value, expected) => value === expected,
    },
  );
}

/** The cells: the smallest call there is, one whose bytes are the work, and one that the worker takes apart for the caller. */
export const WORKERS_CELLS: readonly ValueCell[] = [
  text(3, '3 B', 256, Tier.QUICK),
  text(100 * KB, '100 KB', 64, Tier.DEFAULT),
  getCell<Document>(
    { id: 'json-7KB-c64', title: 'get JSON 7 KB, c=64', tier: Tier.DEFAULT, concurrency: 64, bytes: 7 * KB },
    {
      make: (seed) => createDocument(seed, 7 * KB),
      looksRight: ({ items }, expected, turn) => {
        const spot = turn % expected.items.length;
        return items.length === expected.items.length && items[spot].sku === expected.items[spot].sku;
      },
    },
  ),
];
