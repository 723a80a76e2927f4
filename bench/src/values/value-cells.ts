import { Tier } from '../experiment.js';
import { check } from '../load/call-load.js';
import { createRandom } from '@offloop/tools/random';
import { ALPHABETS, createDocument, createText } from './documents.js';
import { documentKind, textKind } from './kinds.js';
import { summarise } from './summarise.js';
import { getCell, KB, MB, onMap, type ValueCell } from './value-cell.js';

function json(bytes: number, title: string, concurrency: number, tier: Tier): ValueCell {
  const id = `json-${title.replace(' ', '')}-c${concurrency}`;
  const cell = { id, title: `get JSON ${title}, c=${concurrency}`, tier, concurrency, bytes };
  return getCell(cell, documentKind(bytes));
}

function text(alphabet: keyof typeof ALPHABETS, bytes: number, title: string, tier: Tier): ValueCell {
  const id = `${alphabet}-${title.replace(' ', '')}`;
  const cell = { id, title: `get ${alphabet} ${title}, c=256`, tier, concurrency: 256, bytes };
  return getCell(cell, textKind(alphabet, bytes));
}

function bytesCell(bytes: number, title: string, concurrency: number, tier: Tier): ValueCell {
  const id = `buffer-${title.replace(' ', '')}`;
  const cell = { id, title: `get Buffer ${title}, c=${concurrency}`, tier, concurrency, bytes };
  return getCell<Buffer>(cell, {
    make: (seed) => {
      const random = createRandom(seed);
      const value = Buffer.alloc(bytes);
      for (let i = 0; i < bytes; i += 997) value[i] = random.below(256);
      return value;
    },
    looksRight: (value, expected, turn) => {
      const spot = (turn * 997) % bytes;
      return value.length === bytes && value[spot] === expected[spot];
    },
    equals: (value, expected) => value.equals(expected),
  });
}

const GET_ALL: ValueCell = {
  id: 'getAll-1000x1KB',
  title: 'getAll of 1,000 × 1 KB, c=1',
  tier: Tier.QUICK,
  concurrency: 1,
  prepare: onMap(async (map) => {
    const value = createText(ALPHABETS.ascii, KB);
    const keys = Array.from({ length: 1000 }, (_, i) => `key-${i}`);
    await map.setAll(keys.map((key) => [key, value + key]));
    return async (turn) => {
      const entries = await map.getAll(keys);
      const [key, met] = entries[turn % 1000];
      check(entries.length === 1000 && met === value + key, 'getAll');
    };
  }),
};

const ENTRY_SET: ValueCell = {
  id: 'entrySet-100000',
  title: 'entrySet of 100,000 short values, c=1',
  tier: Tier.DEFAULT,
  concurrency: 1,
  prepare: onMap(async (map) => {
    const entries = Array.from({ length: 100_000 }, (_, i): [string, unknown] => [`key-${i}`, `value-${i}`]);
    for (let from = 0; from < entries.length; from += 20_000)
      await map.setAll(entries.slice(from, from + 20_000));
    return async (turn) => {
      const met = await map.entrySet();
      const [key, value] = met[turn % met.length];
      check(met.length === entries.length && value === `value-${key.slice(4)}`, 'entrySet');
    };
  }),
};

const TRANSFORM: ValueCell = {
  id: 'transform-100x75KB',
  title: 'summaries of 100 × 75 KB of JSON, c=1',
  tier: Tier.QUICK,
  concurrency: 1,
  prepare: onMap(async (map, seed, client, name) => {
    const documents = Array.from({ length: 100 }, (_, i) => createDocument(seed + i, 75 * KB));
    const keys = documents.map((_, i) => `key-${i}`);
    for (const [i, document] of documents.entries()) await map.setAll([[keys[i], document]]);
    const expected = new Map(documents.map((document, i) => [keys[i], summarise(document)]));
    return async () => {
      const summaries = await client.summaries(name, keys);
      check(
        summaries.length === 100 && summaries.every(([key, met]) => met === expected.get(key)),
        'summaries',
      );
    };
  }),
};

const ALPHABET_NAMES = Object.keys(ALPHABETS) as (keyof typeof ALPHABETS)[];

export const VALUE_CELLS: readonly ValueCell[] = [
  json(400, '0.4 KB', 64, Tier.DEFAULT),
  json(7 * KB, '7 KB', 64, Tier.QUICK),
  json(75 * KB, '75 KB', 1, Tier.DEFAULT),
  json(75 * KB, '75 KB', 64, Tier.QUICK),
  json(MB, '1 MB', 4, Tier.DEFAULT),
  ...ALPHABET_NAMES.map((alphabet) => text(alphabet, 100, '100 B', Tier.DEFAULT)),
  ...ALPHABET_NAMES.map((alphabet) => text(alphabet, 10 * KB, '10 KB', Tier.FULL)),
  ...ALPHABET_NAMES.map((alphabet) =>
    text(alphabet, 100 * KB, '100 KB', alphabet === 'ascii' ? Tier.QUICK : Tier.DEFAULT),
  ),
  bytesCell(KB, '1 KB', 256, Tier.DEFAULT),
  bytesCell(MB, '1 MB', 8, Tier.DEFAULT),
  bytesCell(64 * MB, '64 MB', 1, Tier.DEFAULT),
  GET_ALL,
  ENTRY_SET,
  TRANSFORM,
];
