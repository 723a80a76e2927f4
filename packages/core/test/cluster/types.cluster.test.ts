import { rounds, seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  Box,
  BOX_FACTORY,
  boxFactory,
  byType,
  inClasses,
  nested,
  toOfficial,
} from '../../../values/test/serialization/samples.js';
import { connect } from '../client/support/client-bench.js';
import { connectBoth, sharedMap, type AnyMap } from './support/both-clients.js';
import { comparable } from './support/comparable.js';
import { PUBLISHED } from './support/published.js';
import { sharedMember } from './support/shared-member.js';

/** Values of each type, written by one client and read by the other. */
const VALUES = rounds({ short: 10, full: 25 });

const member = sharedMember();

describe.each([
  ['big-endian', true],
  ['little-endian', false],
])('%s', (_, isBigEndian) => {
  test('values of all types, and nested ones: each client reads alike what either has written', async () => {
    const seed = seedOf('types');
    const serialization = { isBigEndian, dataSerializableFactories: { [BOX_FACTORY]: boxFactory } };
    const map = await sharedMap(await connectBoth(member.address, { serialization }));
    for (const [type, values] of Object.entries({ ...byType, nested })) {
      // A map has no nulls.
      const given = fc.sample(values, { seed, numRuns: VALUES }).filter((value) => value !== null);
      for (const { key, value, ours, official } of await writtenByEither(map, type, given)) {
        expect([key, comparable(ours)]).toEqual([key, comparable(value)]);
        expect([key, comparable(official)]).toEqual([key, comparable(toOfficial(value))]);
      }
    }
  });

  test('a key that names the value whose partition it wants is found by both clients', async () => {
    const serialization = { isBigEndian, dataSerializableFactories: { [BOX_FACTORY]: boxFactory } };
    const map = await sharedMap(await connectBoth(member.address, { serialization }));
    const key = Object.assign(new Box('order'), { partitionKey: 'customer' });
    await map.ours.set(key, 'ours');
    expect(await map.official.get(key)).toBe('ours');
    await map.official.set(key, 'official');
    expect(await map.ours.get(key)).toBe('official');
    expect(await map.ours.size()).toBe(1);
  });
});

test('an int64 that either client wrote is a bigint where it is asked for, in lists too', async () => {
  const shared = await sharedMap(await connectBoth(member.address), 'int64');
  const { client } = await connect(member.address, { serialization: { int64: 'bigint' } });
  const [long] = fc.sample(byType['long'], { seed: seedOf('int64'), numRuns: 1 });
  await shared.official.set('official', toOfficial(long));
  await shared.ours.set('ours', [long]);
  const asBigInts = await client.getMap<string, unknown>('int64');
  const expected = BigInt(String(long));
  expect(await asBigInts.get('official')).toBe(expected);
  expect(Object.fromEntries(await asBigInts.entrySet())).toEqual({ official: expected, ours: [expected] });
});

interface Read {
  readonly key: string;
  readonly value: unknown;
  readonly ours: unknown;
  readonly official: unknown;
}

/** What both clients read of values that either has written. */
async function writtenByEither(
  map: { readonly ours: AnyMap; readonly official: AnyMap },
  type: string,
  values: readonly unknown[],
): Promise<Read[]> {
  await Promise.all(
    values.flatMap((value, i) => [
      map.ours.set(`ours ${type} ${i}`, inClasses(value, PUBLISHED)),
      map.official.set(`official ${type} ${i}`, toOfficial(value)),
    ]),
  );
  return Promise.all(
    values.flatMap((value, i) =>
      ['ours', 'official'].map(async (writer) => {
        const key = `${writer} ${type} ${i}`;
        return { key, value, ours: await map.ours.get(key), official: await map.official.get(key) };
      }),
    ),
  );
}
