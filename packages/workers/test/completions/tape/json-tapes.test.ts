import { describe, expect, test } from 'vitest';
import { letLoopTurn } from '../../../../../test/support/event-loop.js';
import type { TapeLoad } from '../../../src/completions/tape/tape-share.js';
import { JsonTapes, type ShapeAnnouncement } from '../../../src/completions/tape/json-tapes.js';
import { IDLE } from '../../support/loads.js';

/** What becomes of documents, one after the other. */
class Bench {
  readonly announced: ShapeAnnouncement[] = [];
  taped = 0;
  readonly #tapes: JsonTapes;

  constructor(from = 1, load: TapeLoad = IDLE) {
    this.#tapes = new JsonTapes(
      from,
      (shape) => this.announced.push(shape),
      () => this.taped++,
      load,
    );
  }

  /** Whether the document goes as a tape. */
  tape(document: unknown): boolean {
    const text = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
    return this.#tapes.record(text, 0, text.length) !== undefined;
  }
}

/** A document whose keys no other has. */
function dictionary(number: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`d${number}-${i}`, i]));
}

test('a shape is announced before its first use, and once', () => {
  const bench = new Bench();
  bench.tape([{ id: 1, on: true }, { id: 2 }, {}]);
  bench.tape([
    { id: 3, on: false },
    { id: 4, of: {} },
  ]);
  expect(bench.announced).toEqual([
    { type: 'shape', number: 0, keys: ['id', 'on'] },
    { type: 'shape', number: 1, keys: ['id'] },
    { type: 'shape', number: 2, keys: [] },
    { type: 'shape', number: 3, keys: ['id', 'of'] },
  ]);
  expect(bench.taped).toBe(2);
});

test('the shapes of a document that stays text are not announced, and their numbers are given again', () => {
  const bench = new Bench();
  expect(bench.tape('[{"a":1},{"b":2},"')).toBe(false);
  bench.tape('{"c": 3 }');
  expect(bench.announced).toEqual([{ type: 'shape', number: 0, keys: ['c'] }]);
});

describe('a document stays text that is', () => {
  test('shorter than wanted', () => {
    const bench = new Bench(20);
    expect(bench.tape('{"a":"0123456789ab"}'.slice(0, -2) + '}')).toBe(false);
    expect(bench.tape('{"a":"0123456789ab"}')).toBe(true);
  });

  test('longer than 128 KiB', () => {
    const bench = new Bench();
    const words = (bytes: number): string[] => Array.from({ length: bytes / 16 }, () => 'x'.repeat(13));
    expect(bench.tape({ words: words(128 * 1024) })).toBe(false);
    expect(bench.tape({ words: words(128 * 1000) })).toBe(true);
  });

  test.each([
    ['numbers with gaps', [7, null]],
    ['constants', [null, true, false]],
  ])('by more than a third long arrays of %s', (_, values) => {
    const series = (count: number): unknown[] =>
      Array.from({ length: count }, (__, i) => values[i % values.length]);
    const text = Array.from({ length: 50 }, () => 'x'.repeat(17));
    const bytes = JSON.stringify(series(100)).length;
    const long = Math.ceil(60_000 / bytes);
    const short = Math.floor(40_000 / bytes);
    const tapes = (document: unknown): boolean => new Bench().tape(document);
    expect(tapes({ series: series(long), text })).toBe(false);
    expect(tapes({ series: series(short), text })).toBe(true);
    // Short ones, and those of other values.
    expect(tapes({ rows: Array.from({ length: 100 }, () => series(16)) })).toBe(true);
    expect(tapes({ rows: Array.from({ length: 100 }, () => series(17)) })).toBe(false);
    expect(tapes({ words: Array.from({ length: 100 }, (__, i) => `${i}`), points: [{ x: 1 }] })).toBe(true);
  });
});

test.each([
  ['whole numbers', [7, 123_456_789, 1_764_000_000_000]],
  ['fractions', [1.25, -7, 47.123_456]],
])('a long array of %s alone becomes a tape', (_, values) => {
  const series = Array.from({ length: 3000 }, (__, i) => values[i % values.length]);
  expect(new Bench().tape({ series })).toBe(true);
});

test.each([
  ['of 32 characters and more', { text: 'x'.repeat(40) }, false],
  ['of less', { text: 'x'.repeat(31) }, true],
  ['beyond ASCII, one in less than 96 bytes', { name: 'Ünal', city: 'Berlin' }, false],
  [
    'beyond ASCII, one in more',
    { name: 'Ünal', city: 'Berlin', codes: ['x'.repeat(24), 'y'.repeat(24)] },
    true,
  ],
])('a document of strings %s becomes a tape, or not', (_, row, isTape) => {
  expect(new Bench().tape({ rows: Array.from({ length: 50 }, () => row) })).toBe(isTape);
});

test.each([
  ['fifteen', 0.123_456_789_012_345, true],
  ['more', 0.123_456_789_012_345_6, false],
])('a document of numbers of %s digits becomes a tape, or not', (_, number, isTape) => {
  expect(new Bench().tape({ series: Array.from({ length: 50 }, () => number) })).toBe(isTape);
});

test('documents that begin otherwise than those that had to stay text are tried', () => {
  const bench = new Bench();
  const long = { text: 'x'.repeat(1000) };
  for (let i = 0; i < 100; i++) {
    expect(bench.tape(long)).toBe(false);
    expect(bench.tape({ id: i, name: 'some name' })).toBe(true);
  }
});

test('documents whose keys do not come again are no longer tried after some', async () => {
  const bench = new Bench();
  for (let i = 0; i < 2_000; i++) {
    await letLoopTurn();
    bench.tape(dictionary(i));
  }
  expect(bench.taped).toBeLessThan(100);
  expect(bench.announced.length).toBe(bench.taped);
});

test('documents with many keys that come again become tapes behind dictionaries, too', () => {
  const bench = new Bench();
  for (let i = 0; i < 1000; i++) bench.tape(dictionary(i));
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`field ${i}`, i]));
  let missed = 0;
  while (!bench.tape(wide)) missed++;
  // One in 64 is tried, and earns two keys.
  expect(missed).toBeGreaterThan(0);
  expect(missed).toBeLessThan(64 * 51);
  const before = bench.taped;
  for (let i = 0; i < 500; i++) bench.tape(wide);
  expect(bench.taped - before).toBe(500);
  // And other keys soon have room again, once they are tried.
  const tries = Array.from({ length: 64 }, () => bench.tape(dictionary(-1)));
  expect(tries).toContain(true);
});

test('a worker that its sleeping caller waits for gives documents back as text, until it has time again', () => {
  let active = 0;
  let idle = 0;
  let asleep = 0;
  const bench = new Bench(1, {
    waiting: () => 64,
    wakeupsSent: () => asleep,
    wakeupsSuppressed: () => 0,
    times: () => ({ active, idle }),
  });
  /** @returns tapes of a thousand documents, for each of which the worker works so many ms, and waits so many. */
  const run = (works: number, waits: number): number => {
    const before = bench.taped;
    for (let i = 0; i < 1000; i++) {
      active += works;
      idle += waits;
      asleep++;
      bench.tape({ id: i, name: 'some name' });
    }
    return bench.taped - before;
  };
  expect(run(0.5, 0.5)).toBe(1000);
  expect(run(1, 0)).toBeLessThan(300);
  expect(run(1, 0)).toBe(0);
  const back = run(0.5, 0.5);
  expect(back).toBeGreaterThan(700);
  expect(back).toBeLessThan(1000);
  expect(run(0.5, 0.5)).toBe(1000);
});

test('where nothing can be a tape, at most 63 documents of its kind are passed over once something can', () => {
  const bench = new Bench();
  for (let i = 0; i < 1000; i++) bench.tape('{"id":x}');
  let missed = 0;
  while (!bench.tape({ id: 1 })) missed++;
  expect(missed).toBeLessThan(64);
  expect(bench.tape({ id: 2 })).toBe(true);
});

test('a tree full of keys that are not met any more gives way to a new one', () => {
  const bench = new Bench();
  // Long enough to earn the keys of others.
  const rows = Array.from({ length: 100 }, (_, i) => ({ id: i, name: 'some name' }));
  for (let i = 0; i < 5000; i++) {
    bench.tape(dictionary(i));
    bench.tape(rows);
  }
  expect(bench.announced.filter(({ number }) => number === 0).length).toBeGreaterThan(1);
  expect(Math.max(...bench.announced.map(({ number }) => number))).toBeLessThan(4096);
});
