import { startMember } from '@offloop/member';
import hazelcast from 'hazelcast-client';
import { Aggregators, Predicates, Projections, type IndexConfig, type Predicate } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { connectBoth, sharedMap, type AnyMap } from '../cluster/support/both-clients.js';
import { comparable } from '../cluster/support/comparable.js';
import { FORMS, PEOPLE, peopleConfig, type Person } from './support/people.js';
import { forTests } from '../cluster/support/members.js';
import { sharedMember } from '../cluster/support/shared-member.js';

type Family = typeof Predicates;
const theirFamily: Family = hazelcast.Predicates;

/** A query, in the words of either client, and what it means. */
type Query = readonly [
  what: string,
  predicate: (family: Family) => Predicate,
  means: (person: Person, key: string) => boolean,
];

const QUERIES: readonly Query[] = [
  ['a whole number', (p) => p.equal('age', 7), ({ age }) => age === 7],
  ['a whole number as text', (p) => p.equal('age', '7'), ({ age }) => age === 7],
  ['a whole number given a fraction', (p) => p.equal('age', 7.9), () => false],
  ['a whole number above a fraction', (p) => p.greaterThan('age', 7.9), ({ age }) => age > 7.9],
  ['a fraction', (p) => p.equal('score', -0.25), ({ score }) => score === -0.25],
  ['a text', (p) => p.equal('name', 'Ann_2%'), ({ name }) => name === 'Ann_2%'],
  ['a flag', (p) => p.equal('active', true), ({ active }) => active],
  ['a flag as text', (p) => p.equal('active', 'TRUE'), ({ active }) => active],
  ['null', (p) => p.equal('note', null), ({ note }) => note === null],
  ['not null', (p) => p.notEqual('note', null), ({ note }) => note !== null],
  ['a field of a field', (p) => p.equal('city.name', 'Zürich'), ({ city }) => city.name === 'Zürich'],
  // Only indexes know a field by this name, too.
  ['a field of this', (p) => p.equal('this.city.name', 'Oslo'), () => false],
  ['an item', (p) => p.equal('marks[1]', 3), ({ marks }) => marks[1] === 3],
  ['an item that is not there', (p) => p.equal('marks[9]', 3), () => false],
  ['any item', (p) => p.greaterThan('marks[any]', 100), ({ marks }) => marks.some((mark) => mark > 100)],
  ['another text', (p) => p.notEqual('name', 'Ann_2%'), ({ name }) => name !== 'Ann_2%'],
  ['greater', (p) => p.greaterThan('age', 20), ({ age }) => age > 20],
  ['greater or equal', (p) => p.greaterEqual('score', 2.5), ({ score }) => score >= 2.5],
  ['less', (p) => p.lessThan('score', 0), ({ score }) => score < 0],
  ['less or equal', (p) => p.lessEqual('name', 'Ann_4%'), ({ name }) => name <= 'Ann_4%'],
  [
    'greater, of what may be null',
    (p) => p.greaterEqual('note', 'note 2'),
    ({ note }) => note !== null && note >= 'note 2',
  ],
  ['between', (p) => p.between('age', 5, 10), ({ age }) => age >= 5 && age <= 10],
  ['between the wrong way round', (p) => p.between('age', 10, 5), () => false],
  ['one of some', (p) => p.inPredicate('age', 1, 5, 99), ({ age }) => age === 1 || age === 5],
  ['one of none', (p) => p.inPredicate('age'), () => false],
  ['like', (p) => p.like('name', 'Ann%'), ({ name }) => name.startsWith('Ann')],
  ['like, one character', (p) => p.like('name', '_en\\_1\\%'), ({ name }) => name === 'ben_1%'],
  ['like, marks of expressions', (p) => p.like('name', 'A.*'), () => false],
  ['like, in any case', (p) => p.ilike('name', 'BEN%'), ({ name }) => name.startsWith('ben')],
  ['a pattern', (p) => p.regex('name', '[A-Z]nn_[0-2]%'), ({ name }) => /^[A-Z]nn_[0-2]%$/.test(name)],
  ['a pattern for a part only', (p) => p.regex('name', 'Ann'), () => false],
  ['the key', (p) => p.equal('__key', 'k03'), (_, key) => key === 'k03'],
  ['a range of keys', (p) => p.lessThan('__key', 'k05'), (_, key) => key < 'k05'],
  [
    'all of',
    (p) => p.and(p.equal('active', true), p.lessThan('age', 12)),
    ({ active, age }) => active && age < 12,
  ],
  [
    'any of',
    (p) => p.or(p.equal('age', 3), p.equal('city.name', 'Rome')),
    ({ age, city }) => age === 3 || city.name === 'Rome',
  ],
  ['not', (p) => p.not(p.greaterThan('age', 3)), ({ age }) => age <= 3],
  ['all of nothing', (p) => p.and(), () => true],
  ['any of nothing', (p) => p.or(), () => false],
  ['always', (p) => p.alwaysTrue(), () => true],
  ['never', (p) => p.alwaysFalse(), () => false],
  ['SQL, a comparison', (p) => p.sql('age >= 20'), ({ age }) => age >= 20],
  ['SQL, a flag', (p) => p.sql('active AND age < 12'), ({ active, age }) => active && age < 12],
  ['SQL, a text', (p) => p.sql("city.name = 'Oslo'"), ({ city }) => city.name === 'Oslo'],
  ['SQL, another text', (p) => p.sql("city.name != 'Oslo'"), ({ city }) => city.name !== 'Oslo'],
  ['SQL, between', (p) => p.sql('age BETWEEN 5 AND 10'), ({ age }) => age >= 5 && age <= 10],
  ['SQL, in', (p) => p.sql('age IN (1, 5, 99)'), ({ age }) => age === 1 || age === 5],
  ['SQL, not in', (p) => p.sql('age NOT IN (1, 5)'), ({ age }) => age !== 1 && age !== 5],
  ['SQL, like', (p) => p.sql("name LIKE 'Ann%'"), ({ name }) => name.startsWith('Ann')],
  ['SQL, ilike', (p) => p.sql("name ILIKE 'ANN%'"), ({ name }) => name.startsWith('Ann')],
  ['SQL, a pattern', (p) => p.sql("name REGEX 'b.*'"), ({ name }) => name.startsWith('b')],
  [
    'SQL, in brackets',
    (p) => p.sql('(age < 3 or age > 20) and not active'),
    ({ age, active }) => (age < 3 || age > 20) && !active,
  ],
  ['SQL, the key', (p) => p.sql("__key = 'k07'"), (_, key) => key === 'k07'],
];

const INDEXES: Readonly<Record<string, readonly IndexConfig[]>> = {
  none: [],
  some: [
    { type: 'SORTED', attributes: ['age'] },
    { type: 'HASH', attributes: ['name'] },
    { type: 'SORTED', attributes: ['city.name'] },
    { type: 'SORTED', attributes: ['active', 'age'] },
    { type: 'HASH', attributes: ['__key'] },
    { type: 'BITMAP', attributes: ['note'] },
  ],
};

const real = sharedMember();
const embedded = forTests(
  () => startMember({ log: () => undefined }),
  (member) => member.stop(),
);

async function keysOf(map: AnyMap, predicate: Predicate): Promise<unknown> {
  return ((await map['keySetWithPredicate'](predicate)) as string[]).toSorted();
}

/** Different values, which come in no order. */
function inOrder(values: readonly unknown[]): unknown {
  return values.map((value) => JSON.stringify(comparable(value))).toSorted();
}

/** What came of a call, and of an error its class alone: its words are each member's own. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    const made = await call;
    return made instanceof Set ? inOrder([...(made as Set<unknown>)]) : comparable(made);
  } catch (error) {
    return { rejected: (error as Error).constructor.name };
  }
}

describe.each(['a real member', 'the embedded member'])('by %s', (which) => {
  const address = (): string => (which === 'a real member' ? real.address : embedded.address);

  describe.each(Object.keys(FORMS))('of %s', (form) => {
    test.each(Object.keys(INDEXES))('every query finds the same as by hand, indexes: %s', async (kind) => {
      const maps = await sharedMap(await connectBoth(address(), peopleConfig as never));
      const index = async (each: IndexConfig): Promise<unknown> => maps.ours['addIndex'](each);
      await Promise.all(INDEXES[kind].map(index));
      await maps.ours['putAll'](PEOPLE.map(([key, person]) => [key, FORMS[form](person)]));
      const got: Record<string, unknown> = {};
      const official: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      await Promise.all(
        QUERIES.map(async ([what, predicate, means]) => {
          got[what] = await outcome(keysOf(maps.ours, predicate(Predicates)));
          official[what] = await outcome(keysOf(maps.official, predicate(theirFamily)));
          expected[what] = PEOPLE.flatMap(([key, person]) => (means(person, key) ? [key] : []));
        }),
      );
      expect(got).toEqual(expected);
      expect(official).toEqual(expected);
    });

    test('aggregates are the sums by hand', async () => {
      const { ours } = await sharedMap(await connectBoth(address(), peopleConfig as never));
      await ours['putAll'](PEOPLE.map(([key, person]) => [key, FORMS[form](person)]));
      const people = PEOPLE.map(([, person]) => person);
      const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
      const ages = people.map(({ age }) => age);
      const scores = people.map(({ score }) => score);
      const of = (aggregator: object): Promise<unknown> =>
        ours['aggregate'](aggregator).then((made) =>
          made instanceof Set ? [...(made as Set<string>)].toSorted() : Number(made),
        );
      expect(await of(Aggregators.count())).toBe(people.length);
      expect(await of(Aggregators.doubleSum('score'))).toBe(sum(scores));
      expect(await of(Aggregators.doubleAvg('score'))).toBe(sum(scores) / people.length);
      expect(await of(Aggregators.numberAvg('age'))).toBe(sum(ages) / people.length);
      expect(await of(Aggregators.fixedPointSum('score'))).toBe(sum(scores.map(Math.trunc)));
      expect(await of(Aggregators.floatingPointSum('age'))).toBe(sum(ages));
      expect(await of(Aggregators.max('age'))).toBe(Math.max(...ages));
      expect(await of(Aggregators.min('score'))).toBe(Math.min(...scores));
      expect(await of(Aggregators.distinct('city.name'))).toEqual(['Bern', 'Oslo', 'Rome', 'Zürich']);
      const whole = form === 'JSON' ? 'long' : 'integer';
      expect(await of(Aggregators[`${whole}Sum`]('age'))).toBe(sum(ages));
      expect(await of(Aggregators[`${whole}Avg`]('age'))).toBe(sum(ages) / people.length);
      const cities = await ours['project'](Projections.singleAttribute('city.name'));
      expect((cities as string[]).toSorted()).toEqual(people.map(({ city }) => city.name).toSorted());
    });
  });
});

describe('the embedded member is as a real one', () => {
  let places: { readonly ours: AnyMap; readonly official: AnyMap }[];
  beforeEach(async () => {
    places = await Promise.all(
      [real.address, embedded.address].map(async (address) =>
        sharedMap(await connectBoth(address, peopleConfig as never)),
      ),
    );
  });

  /** Has both members make the same of the same calls by both clients, on the same entries. */
  async function isSame(
    entries: readonly [unknown, unknown][],
    calls: Readonly<Record<string, (map: AnyMap, family: Family) => Promise<unknown>>>,
  ): Promise<boolean> {
    const seen: unknown[] = [];
    for (const { ours, official } of places) {
      await ours['putAll'](entries);
      const made: [what: string, outcome: unknown][] = [];
      for (const [what, call] of Object.entries(calls)) {
        const [mine, theirs] = [
          await outcome(call(ours, Predicates)),
          await outcome(call(official, theirFamily)),
        ];
        expect([what, mine]).toEqual([what, theirs]);
        made.push([what, mine]);
      }
      seen.push(made);
    }
    expect(seen[1]).toEqual(seen[0]);
    return true;
  }

  test('in pages, there and back, with equal values', async () => {
    const entries = Array.from({ length: 23 }, (_, i): [unknown, unknown] => [`k${i}`, (i * 5) % 7]);
    const walk = (method: string) => async (map: AnyMap, family: Family) => {
      const paging = family.paging(family.greaterThan('this', 0), 4);
      const seen: unknown[] = [];
      for (const page of [0, 1, 2, 1, 0, 3, 4, 5, 9, 4]) {
        paging.setPage(page);
        const items = comparable(await map[method](paging));
        const anchor = comparable(paging.getAnchor()) as [number, [unknown, unknown] | null];
        // Of equal values, any may be the last.
        seen.push(items, method === 'valuesWithPredicate' ? [anchor[0], anchor[1]?.[1]] : anchor);
      }
      return seen;
    };
    expect(
      await isSame(entries, {
        keys: walk('keySetWithPredicate'),
        values: walk('valuesWithPredicate'),
        entries: walk('entrySetWithPredicate'),
      }),
    ).toBe(true);
  });

  test('in pages before the first', async () => {
    const entries = Array.from({ length: 10 }, (_, i): [unknown, unknown] => [`k${i}`, i]);
    const calls = ['keySetWithPredicate', 'valuesWithPredicate', 'entrySetWithPredicate'].flatMap((method) =>
      [[-1], [-2, -1, 0, -1], [1, -1, -2], [0, -1, 0, 1], [-1000, 0, -1000]].map(
        (pages) =>
          [
            `${method} ${pages.join()}`,
            async (map: AnyMap, family: Family) => {
              const paging = family.paging(family.alwaysTrue(), 4);
              const seen: unknown[] = [];
              for (const page of pages) {
                paging.setPage(page);
                seen.push(await outcome(map[method](paging)));
              }
              return seen;
            },
          ] as const,
      ),
    );
    expect(await isSame(entries, Object.fromEntries(calls))).toBe(true);
  });

  test('in what cannot be asked', async () => {
    expect(
      await isSame([['k', 'text']], {
        'a field of a text': (map, family) => map['keySetWithPredicate'](family.equal('age', 1)),
        'a key': (map, family) => map['valuesWithPredicate'](family.equal('__key', 'k')),
        'broken SQL': (map, family) => map['keySetWithPredicate'](family.sql("this = 'text")),
        'a broken pattern': (map, family) => map['keySetWithPredicate'](family.regex('this', '(')),
        'text that is no number': async (map, family) => {
          await map['set']('n', 1);
          return map['keySetWithPredicate'](
            family.and(family.equal('__key', 'n'), family.equal('this', 'x')),
          );
        },
        'a processor of no class': (map) =>
          map['executeOnKey']('k', {
            factoryId: 4711,
            classId: 1,
            readData: () => 0,
            writeData: () => 0,
          }).then(
            () => 'done',
            () => 'failed',
          ),
        removeAll: async (map, family) => {
          await map['removeAll'](family.equal('__key', 'k'));
          return map['size']();
        },
        flush: (map) => map['flush'](),
        loadAll: (map) => map['loadAll'](),
        'loadAll of keys': (map) => map['loadAll'](['k'], true),
      }),
    ).toBe(true);
  });

  test('in the events that a listener with a predicate hears', async () => {
    const seen: unknown[] = [];
    for (const { ours } of places) {
      const events: string[] = [];
      const hear = (event: unknown): void => {
        const { key, value } = event as { key: unknown; value: unknown };
        events.push(`${String(key)} ${JSON.stringify(value)}`);
      };
      const listener = { added: hear, updated: hear, removed: hear };
      await ours['addEntryListenerWithPredicate'](
        listener,
        Predicates.greaterThan('age', 10),
        undefined,
        true,
      );
      await ours['addEntryListenerWithPredicate'](listener, Predicates.equal('age', 50), 'a', true);
      for (const [key, age] of [
        ['a', 5],
        ['a', 20],
        ['a', 3],
        ['b', 30],
        ['a', 50],
      ] as const)
        await ours['set'](key, { age });
      await ours['remove']('b');
      await ours['set']('end', { age: 1_000 });
      while (!events.some((event) => event.startsWith('end'))) await new Promise(setImmediate);
      seen.push(events.toSorted());
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]).toHaveLength(6);
  });
});
