import { JsonPacker } from '@offloop/workers';
import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { unpackJson } from '../../../src/calls/completions/value-reader.js';
import { DOCUMENTS_A_RUN, jsonTexts } from '../support/json-texts.js';

const seed = seedOf('packed JSON');

/** `OFFLOOP_JSON_DOCUMENTS`: how many a long run is to try; a million take some minutes. */
const documents = Number(process.env['OFFLOOP_JSON_DOCUMENTS'] ?? 8000);

/** Packs from the first byte on, and never runs out of time. */
function patientPacker(mustPay = true): JsonPacker {
  let looks = 0;
  return new JsonPacker(1, () => restful(++looks), mustPay);
}

function pack(packer: JsonPacker, text: string | Buffer): Buffer | undefined {
  const bytes = Buffer.from(text);
  // Something around it, so that an offset that is not looked at shows.
  const around = Buffer.concat([Buffer.from('{"'), bytes, Buffer.from('"]')]);
  return packer.pack(around, 2, 2 + bytes.length);
}

/** Rows of one shape, so that the document is worth packing whatever else is in it. */
function amongRows(text: string): string {
  const row = '{"id":7,"name":"some name","on":true}';
  return `[${`${row},`.repeat(40)}${text},${`${row},`.repeat(4)}${row}]`;
}

/** A clock by which documents take no time, and are far apart: it is looked at before and after each, and once at first. */
function restful(look: number): number {
  return 10_000 * (look >> 1);
}

/** The first difference that a caller could see. */
function difference(a: unknown, b: unknown, path = '$'): string | undefined {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) {
    return Object.is(a, b) ? undefined : `${path}: ${String(a)} for ${String(b)}`;
  }
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return `${path}: prototypes`;
  const keys = Reflect.ownKeys(a) as string[];
  const wanted = Reflect.ownKeys(b) as string[];
  if (keys.length !== wanted.length) return `${path}: ${keys.length} keys for ${wanted.length}`;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key !== wanted[i]) return `${path}: key ${key} for ${wanted[i]}`;
    const found = difference(
      (a as Record<string, unknown>)[key],
      (b as Record<string, unknown>)[key],
      `${path}.${key}`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

test(
  'what is unpacked is what JSON.parse gives, down to the order of keys',
  { timeout: documents * 10 },
  () => {
    const packer = patientPacker(false);
    const easy = amongRows('1');
    let packed = 0;
    fc.assert(
      fc.property(jsonTexts, (texts) => {
        for (const text of texts) {
          const bytes = Buffer.from(text);
          const record = pack(packer, bytes);
          if (record === undefined) {
            // Or the next ones would be passed over.
            if (pack(packer, easy) === undefined) throw new Error('the packer is out of patience');
            continue;
          }
          packed++;
          const found = difference(unpackJson(record, 0, record.length), JSON.parse(bytes.toString()));
          if (found !== undefined) throw new Error(found);
        }
      }),
      { seed, numRuns: Math.ceil(documents / DOCUMENTS_A_RUN) },
    );
    console.log(`packed JSON: ${packed} of ${documents} were packed`);
    expect(packed).toBeGreaterThan(documents / 2);
  },
);

describe('a document that a packer would change stays text:', () => {
  test.each([
    ['−0', '-0'],
    ['−0, of a number too small', '-1e-400'],
    ['a lone high surrogate', '"\\ud800"'],
    ['a lone low surrogate', '"\\uDFFF and more"'],
    ['a byte order mark', '"\ufefftext"'],
    ['an escaped byte order mark', '"\\uFEFF"'],
    ['the key __proto__', '{"__proto__":1}'],
    ['the key __proto__, escaped', '{"\\u005f_proto__":1}'],
    ['the key constructor', '{"constructor":1}'],
    ['the key __keys__', '{"__keys__":1}'],
    ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['deep nesting of objects', '{"a":'.repeat(1000) + '1' + '}'.repeat(1000)],
  ])('%s', (_, text) => {
    const packer = patientPacker();
    expect(pack(packer, amongRows(text))).toBeUndefined();
    expect(pack(packer, amongRows('"as usual"'))).toBeDefined();
  });
});

test.each([
  ['numbers past every range', '[1e400,-1e400,1e-400,9007199254740993,18446744073709551615,5e-324]'],
  ['keys given twice', '{"a":1,"b":2,"a":{"c":3}}'],
  ['keys like integers', '{"b":1,"10":2,"a":3,"2":4,"01":5,"-1":6}'],
  ['text of every plane', '["é","ж","中","😀","\\u0000","ÿ","\u2028"]'],
  ['long strings', JSON.stringify(['a'.repeat(5000), 'ж'.repeat(5000), '😀'.repeat(30_000)])],
])('%s come through', (_, text) => {
  const whole = amongRows(text);
  const record = pack(patientPacker(), whole)!;
  expect(difference(unpackJson(record, 0, record.length), JSON.parse(whole))).toBeUndefined();
});

test('a record is read from the middle of shared memory', () => {
  const record = pack(patientPacker(), amongRows('"ж"'))!;
  const shared = Buffer.from(new SharedArrayBuffer(record.length + 100)).fill(0xc1);
  record.copy(shared, 50);
  expect(unpackJson(shared, 50, 50 + record.length)).toEqual(JSON.parse(amongRows('"ж"')));
});

test('a record is complete in itself: any of them may be skipped, or read twice', () => {
  const packer = patientPacker();
  const texts = ['{"x":1}', '{"y":[{"z":2}]}', '{"x":{"y":3}}'].map(amongRows);
  const records = texts.map((text) => Buffer.from(pack(packer, text)!));
  for (const i of [2, 0, 2, 1, 1, 0]) {
    expect(unpackJson(records[i], 0, records[i].length)).toEqual(JSON.parse(texts[i]));
  }
});

test('documents whose keys never repeat stay text', () => {
  const unique = Object.fromEntries(
    Array.from({ length: 3000 }, (_, i) => [`key-${i * 7919}`, `value ${i}`]),
  );
  expect(pack(patientPacker(), JSON.stringify(unique))).toBeUndefined();
  const shapes = Array.from({ length: 200 }, (_, i) => ({ [`a${i}`]: i, [`b${i}`]: [i], [`c${i}`]: {} }));
  expect(pack(patientPacker(), JSON.stringify(shapes))).toBeUndefined();
});

test('text that is no JSON, or no object, stays text', () => {
  for (const text of ['{"a":', '', 'nul', '"text"', '17', 'null', `${amongRows('1')}x`]) {
    expect(pack(patientPacker(), text)).toBeUndefined();
  }
});

test('short and very long documents stay text', () => {
  const packer = new JsonPacker(1000, () => 0);
  const short = amongRows('1').slice(0, 999);
  expect(pack(packer, short)).toBeUndefined();
  const long = JSON.stringify(Array.from({ length: 60_000 }, (_, i) => i));
  expect(long.length).toBeGreaterThan(256 * 1024);
  expect(pack(packer, long)).toBeUndefined();
  expect(pack(packer, amongRows('1'))).toBeDefined();
});

test('where nothing can be packed, most is not even tried, until something can', () => {
  let looks = 0;
  const packer = new JsonPacker(1, () => restful(++looks));
  for (let i = 0; i < 10_000; i++) expect(pack(packer, amongRows('-0'))).toBeUndefined();
  expect(looks).toBeLessThan(1000);
  let missed = 0;
  while (pack(packer, amongRows('0')) === undefined) missed++;
  expect(missed).toBeLessThan(32);
  expect(pack(packer, amongRows('0'))).toBeDefined();
});

test('packing takes no more than its share of the time', () => {
  let now = 0;
  let took = 1;
  // Each look at the clock finds it moved on: a document takes a millisecond.
  const packer = new JsonPacker(1, () => (now += took));
  let packed = 0;
  for (let i = 0; i < 1000; i++) if (pack(packer, amongRows('1')) !== undefined) packed++;
  expect(packed / now).toBeLessThan(0.3);
  expect(packed).toBeGreaterThan(100);
  took = 0;
  now += 1000;
  expect(pack(packer, amongRows('1'))).toBeDefined();
});
