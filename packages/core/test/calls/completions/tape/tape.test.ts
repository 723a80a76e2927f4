import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { rounds, seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';
import { difference } from './difference.js';
import { Documents } from './documents.js';
import { Taper } from './taper.js';

const seed = seedOf('tapes');

const DOCUMENTS = rounds({ short: 20_000, full: 100_000 });

/** What `JSON.parse` makes of a text, in an object; undefined: it is not JSON. */
function parsed(bytes: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(bytes.toString()) };
  } catch {
    return undefined;
  }
}

/** Carries a document, and throws unless it arrived as `JSON.parse` would have made it. @returns whether it was on a tape. */
function arrives(taper: Taper, bytes: Buffer): boolean {
  const carried = taper.carry(bytes);
  if (carried === undefined) return false;
  const wanted = parsed(bytes);
  const found = wanted === undefined ? 'this is not JSON' : difference(carried.value, wanted.value);
  if (found !== undefined) throw new Error(`${found}: ${bytes.toString()} (hex ${bytes.toString('hex')})`);
  return true;
}

test(
  'random documents, damaged ones too, arrive as JSON.parse makes them, or stay text',
  { timeout: 300_000 },
  async () => {
    const source = new Documents(seed);
    const taper = new Taper();
    let taped = 0;
    for (let i = 0; i < DOCUMENTS; i++) {
      if (arrives(taper, source.next())) taped++;
      // The event loop may not stand for long.
      if (i % 1000 === 0) await nextTurn();
    }
    console.log(`tapes: ${taped} of ${DOCUMENTS}`);
    expect(taped).toBeGreaterThan(DOCUMENTS / 3);
  },
);

test('every beginning of a document stays text, but for the whole of it', () => {
  const source = new Documents(seed);
  const taper = new Taper();
  for (let i = 0; i < 100; i++) {
    const bytes = source.next();
    // `arrives` throws where JSON.parse would.
    for (let length = 0; length <= bytes.length; length++) arrives(taper, bytes.subarray(0, length));
    expect(taper.carry('{"whole":true}')).toEqual({ value: { whole: true } });
  }
});

test('every flipped bit of a document shows as JSON.parse would show it', () => {
  const taper = new Taper();
  const bytes = Buffer.from(
    '[{"id":-12.5e1,"name":"a\\u00e9\\n é","on":true},{"id":70,"name":"plain text","on":null}, {}]',
  );
  for (let i = 0; i < bytes.length * 8; i++) {
    const flipped = Buffer.from(bytes);
    flipped[i >> 3] ^= 1 << (i & 7);
    arrives(taper, flipped);
  }
  expect(arrives(taper, bytes)).toBe(true);
});

test(
  'every character of Unicode arrives, alone and among others, as itself and as an escape',
  { timeout: 120_000 },
  async () => {
    const taper = new Taper();
    for (let code = 0; code < 0x11_0000; code += 256) {
      await nextTurn();
      const units = Array.from({ length: 256 }, (_, i) => String.fromCodePoint(code + i));
      const isHalf = code >= 0xd800 && code < 0xe000;
      const escaped = units.map((text) =>
        Array.from(
          { length: text.length },
          (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`,
        ).join(''),
      );
      expect(arrives(taper, Buffer.from(JSON.stringify([units, units.join('')])))).toBe(!isHalf);
      expect(arrives(taper, Buffer.from(`["${escaped.join('","')}","${escaped.join('')}"]`))).toBe(!isHalf);
    }
  },
);

describe('a document stays text for the sake of', () => {
  test.each([
    ['a lone high surrogate', '["\\ud800"]'],
    ['a lone low surrogate', '["\\uDFFF and more"]'],
    ['the key __proto__', '{"__proto__":1}'],
    ['an escape in a key', '{"\\u005f_proto__":1}'],
    ['a key that is an array index', '{"b":1,"10":2}'],
    ['a key given twice', '{"a":1,"b":2,"a":{"c":3}}'],
    ['a key that is not UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d])],
    ['more than 64 levels', '['.repeat(66) + ']'.repeat(66)],
    ['more than 128 keys', `{${Array.from({ length: 129 }, (_, i) => `"k${i}":${i}`).join(',')}}`],
    ['something behind it', '{"a":1}}'],
    ['not being an object or array', '"text"'],
    ['being empty', ''],
  ])('%s', (_, text) => {
    const taper = new Taper();
    expect(taper.carry(text)).toBeUndefined();
    expect(taper.carry('{"a":1,"b":[2]}')).toEqual({ value: { a: 1, b: [2] } });
  });
});

test('what a refused document has taught is not guessed when others have its place', () => {
  const taper = new Taper();
  expect(taper.carry('{"b":{"z":1},}')).toBeUndefined();
  for (const text of ['{"c":{"z":2}}', '{"c":{"y":3}}', '{"y":4}', '{"z":5}']) {
    expect(taper.carry(text)).toEqual({ value: JSON.parse(text) as unknown });
  }
});

test('objects print as those of JSON.parse do', () => {
  const taper = new Taper();
  const text = '{"id":1,"of":{"id":[2]}}';
  for (let i = 0; i < 40; i++) expect(inspect(taper.carry(text)!.value)).toBe(inspect(JSON.parse(text)));
});

test('properties are the object’s own, whatever Object.prototype has of that name', () => {
  const taper = new Taper();
  // oxlint-disable-next-line no-extend-native -- as an application might
  Object.defineProperty(Object.prototype, 'odd', {
    set() {
      expect.unreachable();
    },
    configurable: true,
  });
  try {
    for (let i = 0; i < 40; i++) {
      const { value } = taper.carry('{"odd":1,"toString":2,"constructor":3}')!;
      expect(Object.entries(value as object)).toEqual([
        ['odd', 1],
        ['toString', 2],
        ['constructor', 3],
      ]);
    }
  } finally {
    delete (Object.prototype as { odd?: unknown }).odd;
  }
});
