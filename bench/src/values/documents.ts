import { createRandom } from '@offloop/tools/random';

/** A row of a document: ten fields and a nested object, as records of a shop have them. */
export interface Item {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly stock: number;
  readonly active: boolean;
  readonly tags: readonly string[];
  readonly size: { readonly width: number; readonly height: number };
}

export interface Document {
  readonly type: string;
  readonly items: readonly Item[];
}

/** Makes a document whose JSON text is `bytes` long or up to an item longer. It is ASCII, and its keys repeat from item to item. */
export function createDocument(seed: number, bytes: number): Document {
  const random = createRandom(seed);
  const word = (): string =>
    Array.from({ length: 3 + random.below(10) }, () => String.fromCharCode(97 + random.below(26))).join('');
  const items: Item[] = [];
  const document: Document = { type: 'order', items };
  let length = JSON.stringify(document).length;
  while (length < bytes) {
    const item: Item = {
      id: items.length,
      sku: `${word()}-${items.length}`,
      name: `${word()} ${word()} ${word()}`,
      price: random.below(100_000) / 100,
      stock: random.below(1000),
      active: random.below(2) === 1,
      tags: [word(), word()],
      size: { width: random.below(100), height: random.below(100) },
    };
    items.push(item);
    length += JSON.stringify(item).length + 1;
  }
  return document;
}

/** A pattern for each alphabet: what matters is how many bytes a character takes. */
export const ALPHABETS = {
  ascii: 'plain text, ',
  latin1: 'Grüße aus Köln, ',
  cyrillic: 'привет, ',
  emoji: '😀🚀',
} as const;

/** Repeats a pattern to at most `bytes` bytes of UTF-8, cut between characters. */
export function createText(pattern: string, bytes: number): string {
  const characters = Array.from(pattern);
  let text = '';
  let length = 0;
  for (let i = 0; ; i++) {
    const character = characters[i % characters.length];
    length += Buffer.byteLength(character);
    // A flat string: the first reader of a rope would pay for it.
    if (length > bytes) return Buffer.from(text).toString();
    text += character;
  }
}
