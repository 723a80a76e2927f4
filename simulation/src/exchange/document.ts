import { createRandom } from '@offloop/tools/random';

/** Call that wrote the value, and its key. */
export interface Content {
  readonly writer: number;
  readonly key: number;
}

/** Objects of so many writers in a row have the same new keys: shapes are told all life long. */
const WRITERS_A_KEY = 8;
/** Rows at most, for long values. */
const MOST_ROWS = 200;

/**
 * A JSON document of about `size` characters, or more, that says who wrote it. Which keys it has, and in which order, depends
 * on the writer; some have keys with which it has to stay text.
 */
export function documentText(writer: number, key: number, size: number): string {
  const random = createRandom(writer);
  const document: Record<string, unknown> = random.chance(0.5)
    ? { writer, key, size }
    : {
        size,
        key,
        writer,
        [`more${random.below(4)}`]: random.pick([null, true, -1.5, 2 ** 40, 'a longer text, made of words']),
      };
  if (random.chance(0.4))
    document[`new${Math.floor(writer / WRITERS_A_KEY)}`] = { [`of${random.below(3)}`]: writer };
  if (random.chance(0.1)) document['with "an escape'] = 1;
  if (random.chance(0.1)) document['7'] = 'an index';
  const rest = size - JSON.stringify(document).length;
  if (rest <= 0) return JSON.stringify(document);
  if (random.chance(0.5))
    return JSON.stringify({ ...document, filler: 'é'.repeat(rest / 8) + 'x'.repeat(rest) });
  const row = (_: unknown, id: number): object =>
    random.chance(0.1) ? { id, on: true } : { id, name: `row ${id}` };
  return JSON.stringify({ ...document, rows: Array.from({ length: Math.min(MOST_ROWS, rest / 24) }, row) });
}

/** What a document says, as the caller got it; undefined if it is not all of one that was written, as `JSON.parse` gives it. */
export function readDocument(value: object): Content | undefined {
  const { writer, key, size } = value as Record<string, unknown>;
  if (typeof writer !== 'number' || typeof key !== 'number' || typeof size !== 'number') return undefined;
  // The order of an index is JavaScript's.
  const wanted: unknown = JSON.parse(documentText(writer, key, size));
  return JSON.stringify(value) === JSON.stringify(wanted) ? { writer, key } : undefined;
}
