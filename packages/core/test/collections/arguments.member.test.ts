import type { Client, DistributedCollection } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import type { Kind } from './support/models.js';
import { expectOptions } from './support/takes-options.js';

type AnyCollection = DistributedCollection<unknown> &
  Record<string, (...args: unknown[]) => Promise<unknown>>;

const member = await embeddedMember();

let client: Client;
beforeEach(async () => {
  ({ client } = await connect(member.address));
});

let names = 0;

async function fresh(kind: Kind): Promise<AnyCollection> {
  return (await client[kind](`arguments-${names++}`)) as unknown as AnyCollection;
}

const COMMON = {
  ofItem: [['add'], ['remove'], ['contains']],
  ofItems: [['addAll'], ['removeAll'], ['retainAll'], ['containsAll']],
  ofNothing: [['clear'], ['isEmpty'], ['size'], ['toArray']],
} as const;

const KINDS: readonly {
  readonly kind: Kind;
  /** Methods, and what comes before the item, or the items. */
  readonly ofItem: readonly (readonly unknown[])[];
  readonly ofItems: readonly (readonly unknown[])[];
  /** Every other method that takes options. */
  readonly others: readonly (readonly unknown[])[];
}[] = [
  { kind: 'getSet', ofItem: COMMON.ofItem, ofItems: COMMON.ofItems, others: COMMON.ofNothing },
  {
    kind: 'getList',
    ofItem: [...COMMON.ofItem, ['addAt', 0], ['set', 0], ['indexOf'], ['lastIndexOf']],
    ofItems: [...COMMON.ofItems, ['addAllAt', 0]],
    others: [...COMMON.ofNothing, ['get', 0], ['removeAt', 0], ['subList', 0, 0]],
  },
  {
    kind: 'getQueue',
    ofItem: [...COMMON.ofItem, ['put']],
    ofItems: COMMON.ofItems,
    others: [...COMMON.ofNothing, ['offer', 'a', 0], ['offer', 'a', 5], ['peek'], ['remainingCapacity']],
  },
];

describe.each(KINDS)('of $kind', ({ kind, ofItem, ofItems, others }) => {
  test('an item that is none rejects, and nothing is sent', async () => {
    const object = await fresh(kind);
    const before = member.stats().requests;
    for (const [method, ...given] of ofItem) {
      for (const none of [null, undefined]) {
        expect([method, await codeOf(object[method as string](...given, none))]).toEqual([
          method,
          Code.ILLEGAL_ARGUMENT,
        ]);
      }
      expect([method, await codeOf(object[method as string](...given, () => 0))]).toEqual([
        method,
        Code.SERIALIZATION,
      ]);
    }
    for (const [method, ...given] of ofItems) {
      for (const none of [null, undefined, 'text', { length: 1 }, [null], ['a', undefined]]) {
        expect([method, await codeOf(object[method as string](...given, none))]).toEqual([
          method,
          Code.ILLEGAL_ARGUMENT,
        ]);
      }
      await expect(object[method as string](...given, ['a', null])).rejects.toThrow(/items\[1\]/);
    }
    expect(member.stats().requests).toEqual(before);
  });

  test('every operation that acquires nothing takes options as its last argument', async () => {
    const object = await fresh(kind);
    const calls = [
      ...ofItem.map((call) => [...call, 'item']),
      ...ofItems.map((call) => [...call, ['item']]),
      ...others,
    ];
    await expect(expectOptions(member, object, calls)).resolves.toBeUndefined();
  });
});

test('an index that is none rejects', async () => {
  const list = await fresh('getList');
  for (const bad of [1.5, NaN, '0', null, undefined, 2 ** 31]) {
    for (const [method, ...args] of [
      ['get', bad],
      ['removeAt', bad],
      ['set', bad, 'x'],
      ['addAt', bad, 'x'],
      ['addAllAt', bad, ['x']],
      ['subList', bad, 1],
      ['subList', 0, bad],
    ]) {
      expect([method, await codeOf(list[method as string](...args))]).toEqual([
        method,
        Code.ILLEGAL_ARGUMENT,
      ]);
    }
  }
  await expect(list['get'](2 ** 31)).rejects.toThrow(
    /index must be a whole number of 32 bits, got 2147483648/,
  );
});

test('a time that is none rejects, and so does an end for what is drained that is no array', async () => {
  const queue = await fresh('getQueue');
  await queue['add']('a');
  for (const bad of [-Infinity, NaN, '5s', null]) {
    expect(await codeOf(queue['offer']('x', bad))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(queue['poll'](bad))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(queue['drainTo']([], bad))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(queue['drainTo'](bad))).toBe(Code.ILLEGAL_ARGUMENT);
  }
  expect(await queue.toArray()).toEqual(['a']);
});
