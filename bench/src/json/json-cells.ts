import { isDeepStrictEqual } from 'node:util';
import { Tier } from '../experiment.js';
import { check } from '../load/call-load.js';
import { getCell, type ValueCell } from '../values/value-cell.js';
import { ORDER_1KB, OTHER_KINDS, USUAL_KINDS, type DocumentKind } from './document-kinds.js';

function getDocument(kind: DocumentKind, concurrency: number, tier: Tier): ValueCell {
  const { id, title, bytes, keys } = kind;
  return getCell(
    {
      id: `${id}-c${concurrency}`,
      title: `${title}, c=${concurrency}`,
      tier,
      concurrency,
      bytes,
      keys,
      timed: true,
    },
    kind,
  );
}

const LIST_LENGTH = 1000;

/** Makes a cell of `values()`: an operation is the whole list, each document of which is made. */
function listOfOrders(concurrency: number, tier: Tier): ValueCell {
  return {
    id: `values-1000x1KB-c${concurrency}`,
    title: `values() of 1,000 orders of 1 KB, c=${concurrency}`,
    tier,
    concurrency,
    timed: true,
    prepare: async (client, name, seed) => {
      const map = await client.getMap(name);
      const { make } = ORDER_1KB;
      const documents = Array.from({ length: LIST_LENGTH }, (_, i) => make(seed + i));
      await map.setAll(documents.map((document, i) => [`key-${i}`, document]));
      let last: unknown[] = [];
      return {
        call: async () => {
          last = (await map.values()).toArray();
          check(last.length === LIST_LENGTH, 'values');
        },
        end: async () => {
          const texts = (list: unknown[]): string[] =>
            list.map((document) => JSON.stringify(document)).sort();
          check(isDeepStrictEqual(texts(last), texts(documents)), 'values');
          await map.clear();
        },
      };
    },
  };
}

export const JSON_CELLS: readonly ValueCell[] = [
  ...USUAL_KINDS.flatMap((kind) => [
    getDocument(kind, 1, Tier.DEFAULT),
    getDocument(kind, 8, Tier.DEFAULT),
    getDocument(kind, 64, Tier.QUICK),
  ]),
  ...OTHER_KINDS.flatMap((kind) => [
    getDocument(kind, 1, Tier.FULL),
    getDocument(kind, 8, Tier.FULL),
    getDocument(kind, 64, Tier.DEFAULT),
  ]),
  listOfOrders(1, Tier.QUICK),
  listOfOrders(8, Tier.FULL),
];
