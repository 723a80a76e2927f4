import { rounds, seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import { msgpackSerializer } from 'offloop';
import { expect, test } from 'vitest';

import { connectBoth, sharedMap } from './support/both-clients.js';
import { comparable } from './support/comparable.js';
import { sharedMember } from './support/shared-member.js';

/** Values of each test, written by one client and read by the other. */
const VALUES = rounds({ short: 50, full: 150 });

const member = sharedMember();

/** Also lone surrogates, which cannot be written as UTF-8: both clients lose them alike. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .tuple(fc.constantFrom('a', 'é', 'ж', '中', '😀'), fc.integer({ min: 0, max: 5000 }))
    .map(([unit, n]) => unit.repeat(n)),
);
const json = fc.jsonValue({ maxDepth: 4 });
/** Long enough to come packed. */
const rows = fc
  .tuple(json, fc.integer({ min: 20, max: 200 }))
  .map(([value, count]) => Array(count).fill(value) as unknown[]);
/** Arrays of several kinds of values the official client cannot write but within an object. */
const object = fc.oneof(
  json.map((value) => ({ value })),
  rows.map((list) => ({ list })),
  fc.record({ text, more: json }),
);

test.each<[string, fc.Arbitrary<unknown>]>([
  ['strings of every plane', text],
  ['nested objects', object],
])('%s: each client reads alike what either has written', async (name, arbitrary) => {
  const map = await sharedMap(await connectBoth(member.address, {}));
  const values = fc.sample(arbitrary, { seed: seedOf(`values, ${name}`), numRuns: VALUES });
  await Promise.all(
    values.flatMap((value, i) => [
      map.ours.set(`ours ${i}`, value),
      map.official.set(`official ${i}`, value),
    ]),
  );
  const keys = values.flatMap((_, i) => [`ours ${i}`, `official ${i}`]);
  const read = await Promise.all(keys.map((key) => Promise.all([map.ours.get(key), map.official.get(key)])));
  read.forEach(([ours, official], i) => {
    expect([keys[i], comparable(ours)]).toEqual([keys[i], comparable(official)]);
  });
  values.forEach((_, i) => expect(comparable(read[2 * i][0])).toEqual(comparable(read[2 * i + 1][0])));
  const sorted = (entries: unknown): unknown =>
    comparable((entries as [string, unknown][]).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  expect(sorted(await map.ours.entrySet())).toEqual(sorted(await map.official.entrySet()));
});

test('with msgpackSerializer, each client reads what the other has written', async () => {
  // Their types differ in those of `Long`, which it does not touch.
  const map = await sharedMap(
    await connectBoth(member.address, { serialization: { globalSerializer: msgpackSerializer() as never } }),
  );
  const value = {
    map: new Map<unknown, unknown>([['k', [1, new Set(['x'])]]]),
    at: new Date(1_700_000_000_123),
    floats: new Float64Array([1.5, -2]),
    none: undefined,
    rows: Array.from({ length: 50 }, (_, i) => ({ id: i, name: `n${i} 😀` })),
  };
  await map.ours.set('ours', value);
  await map.official.set('official', value);
  for (const reader of [map.ours, map.official]) {
    for (const key of ['ours', 'official']) expect(await reader.get(key)).toStrictEqual(value);
  }
  expect(await map.ours.replaceIfSame('official', value, value)).toBe(true);
});
