import { createRandom, type Random } from '@offloop/tools/random';
import { createDocument, type Document } from '../values/documents.js';
import type { Kind } from '../values/value-cell.js';

/** A kind of JSON documents, and how to make one. */
export interface DocumentKind<D = unknown> extends Kind<unknown> {
  readonly make: (seed: number) => D;
  readonly id: string;
  readonly title: string;
  /** Approximate length of a document's JSON text. */
  readonly bytes: number;
  /** Number of different documents in a cell: fewer of long ones, which take their time to make. */
  readonly keys: number;
}

const KB = 1024;

/** Makes a kind of documents. @param spot returns one value of a document, which `turn` chooses: an answer is checked there */
function documents<D>(
  about: Pick<DocumentKind, 'id' | 'title' | 'bytes'> & { readonly keys?: number },
  make: (seed: number) => D,
  spot: (document: D, turn: number) => unknown,
): DocumentKind<D> {
  return {
    keys: 64,
    ...about,
    make,
    looksRight: (value, expected, turn) => spot(value as D, turn) === spot(expected as D, turn),
  };
}

const order = (bytes: number, size: string, keys = 64): DocumentKind<Document> =>
  documents(
    { id: `order-${size.replace(' ', '')}`, title: `order of ${size}`, bytes, keys },
    (seed) => createDocument(seed, bytes),
    ({ items }, turn) => items[turn % items.length].sku,
  );

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const word = (random: Random, length: number): string =>
  Array.from({ length }, () => LETTERS[random.below(LETTERS.length)]).join('');

const listOf = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);

interface Flat extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly email: string;
}

/** Makes a row of a table, whose keys are the same in all rows: numbers, texts, dates, booleans, null. */
function flat(seed: number): Flat {
  const random = createRandom(seed);
  const day = (): string =>
    `2026-${10 + random.below(3)}-${10 + random.below(18)}T0${random.below(10)}:00:00Z`;
  const money = (): number => random.below(100_000) / 100;
  return {
    id: random.below(1e9),
    firstName: word(random, 7),
    lastName: word(random, 9),
    email: `${word(random, 8)}@${word(random, 6)}.example`,
    street: `${word(random, 10)} ${random.below(200)}`,
    city: word(random, 8),
    country: word(random, 2),
    age: random.below(90),
    visits: random.below(10_000),
    balance: money(),
    limit: money(),
    score: random.below(100),
    isActive: random.below(2) === 1,
    isVerified: random.below(2) === 1,
    createdAt: day(),
    updatedAt: day(),
    deletedAt: null,
    group: word(random, 5),
    locale: 'en-GB',
    version: random.below(50),
  };
}

export const FLAT: DocumentKind<Flat> = documents<Flat>(
  { id: 'flat-20', title: 'flat, 20 fields', bytes: 400 },
  flat,
  ({ email }) => email,
);

const DICTIONARY = documents(
  { id: 'dictionary', title: 'dictionary by id, 7 KB', bytes: 7 * KB },
  (seed) => {
    const random = createRandom(seed);
    const entries = listOf(120, (): [string, unknown] => [
      `user-${word(random, 12)}`,
      { name: word(random, 8), score: random.below(1000) },
    ]);
    return Object.fromEntries(entries);
  },
  // The last key: a document whose keys are in another order is another document.
  (document) => Object.keys(document).at(-1),
);

const NUMBERS = documents(
  { id: 'numbers', title: 'whole numbers, 7 KB', bytes: 7 * KB },
  (seed) => {
    const random = createRandom(seed);
    return { series: listOf(1100, () => random.below(1_000_000)) };
  },
  ({ series }, turn) => series[turn % series.length],
);

const DECIMALS = documents(
  { id: 'decimals', title: 'numbers with two decimals, 7 KB', bytes: 7 * KB },
  (seed) => {
    const random = createRandom(seed);
    return { series: listOf(1000, () => random.below(100_000) / 100) };
  },
  ({ series }, turn) => series[turn % series.length],
);

const DOUBLES = documents(
  { id: 'doubles', title: 'doubles, 7 KB', bytes: 7 * KB },
  (seed) => {
    const random = createRandom(seed);
    return { series: listOf(370, () => random.next()) };
  },
  ({ series }, turn) => series[turn % series.length],
);

const LONG_TEXT = documents(
  { id: 'long-text', title: 'one text of 10 KB', bytes: 10 * KB },
  (seed) => {
    const random = createRandom(seed);
    return { title: word(random, 12), text: listOf(1500, () => word(random, 6)).join(' ') };
  },
  ({ text }, turn) => text.charCodeAt((turn * 31) % text.length),
);

/** Texts whose characters take two, three and four bytes. */
const BEYOND_ASCII = ['Grüße aus Köln', 'привет из Москвы', '東京からこんにちは', 'ahoy 😀🚀'];

const UNICODE = documents(
  { id: 'unicode', title: 'texts beyond ASCII, 7 KB', bytes: 7 * KB },
  (seed) => {
    const random = createRandom(seed);
    return {
      lines: listOf(140, (): { by: string; text: string } => ({
        by: word(random, 6),
        text: `${BEYOND_ASCII[random.below(BEYOND_ASCII.length)]} ${word(random, 4)}`,
      })),
    };
  },
  ({ lines }, turn) => lines[turn % lines.length].text,
);

const ESCAPES = documents(
  { id: 'escapes', title: 'texts with escapes, 7 KB', bytes: 7 * KB },
  (seed) => {
    const random = createRandom(seed);
    return {
      lines: listOf(110, (): { by: string; text: string } => ({
        by: word(random, 6),
        text: `"${word(random, 8)}",\n\tC:\\${word(random, 5)}\\${word(random, 5)}`,
      })),
    };
  },
  ({ lines }, turn) => lines[turn % lines.length].text,
);

export const ORDER_1KB: DocumentKind<Document> = order(KB, '1 KB');

/** The kinds of documents that most applications keep. */
export const USUAL_KINDS: readonly DocumentKind[] = [
  FLAT,
  ORDER_1KB,
  order(7 * KB, '7 KB'),
  order(75 * KB, '75 KB', 16),
];

/** The kinds of documents for which a tape may be worse. */
export const OTHER_KINDS: readonly DocumentKind[] = [
  order(KB * KB, '1 MB', 4),
  DICTIONARY,
  NUMBERS,
  DECIMALS,
  DOUBLES,
  LONG_TEXT,
  UNICODE,
  ESCAPES,
];
