import hazelcast from 'hazelcast-client';
import { IterationType, Predicates, type PagingPredicate } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { connectBoth, sharedMap, type AnyMap, type BothClients } from '../cluster/support/both-clients.js';
import { outcome } from '../cluster/support/comparable.js';
import { sharedMember } from '../cluster/support/shared-member.js';
import { sharedCluster } from '../cluster/support/shared-member.js';

interface Output {
  writeInt(value: number): void;
  writeString(value: string | null): void;
}

/** An object of a class that members have, as both clients take it. */
function ofClass(factoryId: number, classId: number, writeData: (output: Output) => void): object {
  return { factoryId, classId, writeData, readData: () => undefined };
}

/** Sets each value to this text, and gives it. */
const setting = (text: string): object => ofClass(66, 1, (output) => output.writeString(text));
/** Gives the key, an int32, times this one; -1 for a key without an entry. */
const keyTimes = (factor: number): object => ofClass(666, 3, (output) => output.writeInt(factor));
/** The same, but null for a key without an entry. */
const keyTimesOrNull = (factor: number): object => ofClass(666, 7, (output) => output.writeInt(factor));

const Order = { ASCENDING: 0, DESCENDING: 1, BY_LENGTH: 2 } as const;

/** The order of the texts of keys, values or both, by the members' own comparator. */
function comparator(order: number, of: number): { sort(): number } {
  const written = ofClass(66, 2, (output) => {
    output.writeInt(order);
    output.writeInt(of);
  });
  return { ...written, sort: () => 0 };
}

/** What members give in no order of their own. */
function inAnyOrder(result: unknown): unknown {
  return Array.isArray(result)
    ? result.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
    : result;
}

/** The same calls by each client, on a map of its own that begins with the same entries. */
async function side(
  map: AnyMap,
  entries: readonly [unknown, unknown][],
  calls: (map: AnyMap) => readonly (() => Promise<unknown>)[],
): Promise<unknown[]> {
  await map['putAll'](entries);
  const results: unknown[] = [];
  for (const call of calls(map)) {
    results.push(await outcome(call().then(inAnyOrder)));
  }
  results.push(inAnyOrder(await map['entrySet']()));
  return results;
}

const cluster = sharedCluster();
const member = sharedMember();
let clients: BothClients;
let names = 0;

/** Has both clients do the same, each to a map of its own. @returns what came of ours. */
async function compared(
  entries: readonly [unknown, unknown][],
  calls: (map: AnyMap, predicates: typeof Predicates) => readonly (() => Promise<unknown>)[],
  name: (owner: string) => string = (owner) => `${owner}-${names++}`,
): Promise<unknown[]> {
  const { ours } = await sharedMap(clients, name('ours'));
  const { official } = await sharedMap(clients, name('theirs'));
  const theirPredicates = hazelcast.Predicates;
  const got = await side(ours, entries, (map) => calls(map, Predicates));
  const expected = await side(official, entries, (map) => calls(map, theirPredicates));
  expect(got).toEqual(expected);
  return got;
}

const resolved = (value: unknown): unknown => ({ resolved: value });

const TEXTS: [string, string][] = Array.from({ length: 10 }, (_, i) => [String(i), `${'x'.repeat(i)}${i}`]);

describe('entry processors of classes that the members have', () => {
  beforeEach(async () => {
    clients = await connectBoth(cluster.addresses[0]);
  });

  test('change the entry of a key, and one that was not there', async () => {
    const got = await compared(TEXTS, (map) => [
      () => map['executeOnKey']('4', setting('processed')),
      () => map['get']('4'),
      () => map['executeOnKey']('new', setting('made')),
      () => map['get']('new'),
      () => map['executeOnKey']('5', setting('')),
      () => map['executeOnKey']('5', setting('𝒳'.repeat(20_000))),
      () => map['size'](),
    ]);
    expect(got.slice(0, 4)).toEqual(['processed', 'processed', 'made', 'made'].map(resolved));
  });

  test('run on each of the keys', async () => {
    const got = await compared(TEXTS, (map) => [
      () => map['executeOnKeys'](['4', '5', 'new'], setting('processed')),
      () => map['executeOnKeys']([], setting('nothing')),
      () =>
        map['executeOnKeys'](
          TEXTS.map(([key]) => key),
          setting('all'),
        ),
    ]);
    expect(got[0]).toEqual(resolved(['4', '5', 'new'].map((key) => [key, 'processed'])));
    expect(got[1]).toEqual(resolved([]));
  });

  test('run on all entries, or on those that match', async () => {
    const got = await compared(TEXTS, (map, predicates) => [
      () => map['executeOnEntries'](setting('few'), predicates.like('this', 'xxxxxxx%')),
      () => map['executeOnEntries'](setting('two'), predicates.inPredicate('__key', '1', '2')),
      () => map['executeOnEntries'](setting('none'), predicates.alwaysFalse()),
      () => map['values'](),
      () => map['executeOnEntries'](setting('all')),
    ]);
    expect(got.slice(0, 3)).toEqual([
      resolved(['7', '8', '9'].map((key) => [key, 'few'])),
      resolved(['1', '2'].map((key) => [key, 'two'])),
      resolved([]),
    ]);
    expect(got[4]).toEqual(resolved(TEXTS.map(([key]) => [key, 'all'])));
  });

  test('give what they like: a number, null, or the error they throw', async () => {
    clients = await connectBoth(cluster.addresses[0], { serialization: { defaultNumberType: 'integer' } });
    const numbers: [number, string][] = [1, 2, 3].map((key) => [key, 'x']);
    const got = await compared(numbers, (map, predicates) => [
      () => map['executeOnKey'](3, keyTimes(7)),
      () => map['executeOnKey'](4, keyTimes(7)),
      () => map['executeOnKey'](4, keyTimesOrNull(7)),
      () => map['executeOnKeys']([1, 4], keyTimesOrNull(-2)),
      () => map['executeOnEntries'](keyTimes(10), predicates.greaterThan('__key', 1)),
    ]);
    expect(got.slice(0, 5)).toEqual(
      [21, -1, null, [[1, -2]], [2, 3].map((key) => [key, key * 10])].map(resolved),
    );
    const failed = await compared([['text', 'x']], (map) => [
      () => map['executeOnKey']('text', keyTimes(7)),
      () => map['executeOnKeys'](['text'], keyTimes(7)),
      () => map['executeOnEntries'](keyTimes(7)),
    ]);
    for (const each of failed.slice(0, 3)) expect(each).toEqual({ rejected: expect.anything() });
  });

  test('stand before keys of every kind, in the order of the calls', async () => {
    const { ours } = await sharedMap(clients);
    for (const key of ['ä'.repeat(5_000), 7, 7.5, true, { id: [1, 'two'] }, Buffer.from([1, 2])]) {
      const calls = [
        ours['set'](key, 'before'),
        ours['executeOnKey'](key, setting('processed')),
        ours['get'](key),
        ours['set'](key, 'after'),
      ];
      expect((await Promise.all(calls)).slice(1, 3)).toEqual(['processed', 'processed']);
      expect(await ours['get'](key)).toBe('after');
    }
  });

  describe('their comparators order the pages', () => {
    const orders = Object.entries(Order).flatMap(([name, order]) =>
      Object.values(IterationType).map((type, of) => [name, type, order, of] as const),
    );
    const entries: [string, string][] = Array.from({ length: 23 }, (_, i) => [
      `${'k'.repeat(i % 5)}${i}`,
      `${'v'.repeat((i * 7) % 11)}${i % 13}`,
    ]);

    test.each(orders)('%s, of each %s', async (_, type, order, of) => {
      // Of texts that are equal by their length, any may come first.
      const isTotal = order !== Order.BY_LENGTH;
      const { ours, official } = await sharedMap(clients);
      await ours['putAll'](entries);
      const method = { KEY: 'keySet', VALUE: 'values', ENTRY: 'entrySet' }[type];
      const pages = async (map: AnyMap, paging: PagingPredicate): Promise<unknown[]> => {
        const seen: unknown[] = [];
        for (const page of [0, 1, 2, 3, 1, 4]) {
          paging.setPage(page);
          const items = [...((await map[`${method}WithPredicate`](paging)) as Iterable<unknown>)];
          seen.push(isTotal ? [items, paging.getAnchor()] : items.map(lengthOf));
        }
        return seen;
      };
      const lengthOf = (item: unknown): number => (Array.isArray(item) ? item.join('') : String(item)).length;
      const theirs = hazelcast.Predicates;
      const got = await pages(ours, Predicates.paging(null, 6, comparator(order, of)));
      expect(got).toEqual(
        await pages(official, theirs.paging(theirs.alwaysTrue(), 6, comparator(order, of))),
      );
    });
  });
});

describe('map stores', () => {
  // Of one member: the store's memory is its own.
  beforeEach(async () => {
    clients = await connectBoth(member.address);
  });
  const through = (owner: string): string => `through-${owner}-${names++}`;
  const behind = (owner: string): string => `behind-${owner}-${names++}`;

  test('load all entries, or those of the keys', async () => {
    const keys = TEXTS.map(([key]) => key);
    const got = await compared(
      TEXTS,
      (map) => [
        () => map['evictAll'](),
        () => map['size'](),
        () => map['loadAll'](),
        () => map['getAll'](keys),
        () => map['evictAll'](),
        () => map['loadAll']([]),
        () => map['size'](),
        () => map['loadAll'](['1', '2']),
        () => map['size'](),
      ],
      through,
    );
    expect(got[1]).toEqual(resolved(0));
    expect(got[3]).toEqual(resolved(TEXTS));
    expect(got[6]).toEqual(resolved(0));
    expect(got[8]).toEqual(resolved(2));
  });

  test('replace what is in memory, or do not', async () => {
    const values = (map: AnyMap) => () => map['getAll'](['1', '2']);
    const got = await compared(
      TEXTS,
      (map) => [
        () => map['putTransient']('1', 'transient'),
        () => map['loadAll'](['1', '2'], false),
        values(map),
        () => map['loadAll'](undefined, false),
        values(map),
        () => map['loadAll'](['1', '2'], true),
        values(map),
        () => map['putTransient']('1', 'transient'),
        () => map['loadAll'](['1']),
        values(map),
        () => map['putTransient']('1', 'transient'),
        () => map['loadAll'](),
        values(map),
      ],
      through,
    );
    const asStored = resolved([TEXTS[1], TEXTS[2]]);
    const transient = resolved([['1', 'transient'], TEXTS[2]]);
    expect([2, 4, 6, 9, 12].map((at) => got[at])).toEqual([
      transient,
      transient,
      asStored,
      asStored,
      asStored,
    ]);
  });

  test('get what is written later by a flush', async () => {
    const got = await compared(
      TEXTS,
      (map, predicates) => [
        // All keys are the store's, which has none yet.
        () => map['loadAll'](),
        () => map['flush'](),
        () => map['putTransient']('1', 'transient'),
        () => map['loadAll'](),
        () => map['get']('1'),
        () => map['evictAll'](),
        () => map['get']('2'),
        () => map['loadAll'](),
        () => map['size'](),
        () => map['removeAll'](predicates.alwaysTrue()),
        () => map['flush'](),
        () => map['loadAll'](),
        () => map['size'](),
      ],
      behind,
    );
    expect(got[6]).toEqual(resolved(TEXTS[2][1]));
    expect(got[8]).toEqual(resolved(TEXTS.length));
    expect(got[12]).toEqual(resolved(0));
  });
});
