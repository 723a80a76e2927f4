import { describe, expect, test } from 'vitest';
import { ORDER_1KB, OTHER_KINDS, USUAL_KINDS, type DocumentKind } from '../../src/json/document-kinds.js';

const KINDS = [...USUAL_KINDS, ...OTHER_KINDS];

const textOf = (kind: DocumentKind, seed: number): string => JSON.stringify(kind.make(seed));
const kindOf = (id: string): DocumentKind => KINDS.find((kind) => kind.id === id)!;

describe.each(KINDS.map((kind) => [kind.id, kind] as const))('%s', (_, kind) => {
  test('is as long as it says, give or take a fifth', () => {
    const length = Buffer.byteLength(textOf(kind, 7));
    expect(length / kind.bytes).toBeGreaterThan(0.8);
    expect(length / kind.bytes).toBeLessThan(1.2);
  });

  test('is the same for one seed, and another for the next', () => {
    expect(textOf(kind, 7)).toBe(textOf(kind, 7));
    expect(textOf(kind, 7)).not.toBe(textOf(kind, 8));
  });

  test('is JSON, and looks right where it is', () => {
    const document = kind.make(7);
    const read: unknown = JSON.parse(JSON.stringify(document));
    expect(read).toEqual(document);
    for (let turn = 0; turn < 200; turn++) expect(kind.looksRight(read, document, turn)).toBe(true);
  });

  test('another document looks wrong in some turn', () => {
    const [one, other] = [7, 8].map((seed) => kind.make(seed));
    const turns = Array.from({ length: 200 }, (__, turn) => turn);
    expect(turns.every((turn) => kind.looksRight(other, one, turn))).toBe(false);
  });
});

test('a flat document has 20 fields', () => {
  expect(Object.keys(kindOf('flat-20').make(7) as object)).toHaveLength(20);
});

test('dictionaries share no key of the first level', () => {
  const { make } = kindOf('dictionary');
  const [one, other] = [7, 8].map((seed) => Object.keys(make(seed) as object));
  expect(one.filter((key) => other.includes(key))).toEqual([]);
});

test('texts beyond ASCII have characters of two, three and four bytes', () => {
  const text = textOf(kindOf('unicode'), 7);
  for (const character of ['ü', '東', '😀']) expect(text).toContain(character);
});

test('texts with escapes have quotes, line ends and backslashes', () => {
  const text = textOf(kindOf('escapes'), 7);
  for (const escape of [String.raw`\"`, String.raw`\n`, String.raw`\t`, String.raw`\\`])
    expect(text).toContain(escape);
});

test('an order of 1 KB is what lists are made of', () => {
  expect(USUAL_KINDS).toContain(ORDER_1KB);
});
