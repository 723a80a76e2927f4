import { startMember } from '@offloop/member';
import hazelcast from 'hazelcast-client';
import Long from 'long';
import { Aggregators, BigDecimal } from 'offloop';
import { expect, test } from 'vitest';

import { connectBoth, sharedMap, type AnyMap } from '../cluster/support/both-clients.js';
import { forTests } from '../cluster/support/members.js';
import { sharedMember } from '../cluster/support/shared-member.js';

const { MAX_VALUE } = Long;
const decimals = (...texts: readonly string[]): BigDecimal[] =>
  texts.map((text) => BigDecimal.fromString(text));
const longs = (...numbers: readonly number[]): Long[] => numbers.map((value) => Long.fromNumber(value));

type NumberType = 'byte' | 'short' | 'integer' | 'long' | 'float' | 'double';
type Name = keyof typeof Aggregators;

/** What some aggregators give, worked out by hand; all of them are compared with the official client. */
type Given = Partial<Record<Name, unknown>>;

const WHOLE: Given = { integerSum: '130L', longSum: '130L', doubleSum: 130, integerAvg: 130 / 3 };
const REFUSED = 'IllegalArgumentError';
/** Sums of one type take no number that it cannot hold exactly. */
const BY_TYPE = ['doubleAvg', 'doubleSum', 'integerAvg', 'integerSum', 'longAvg', 'longSum'] as const;
const refused = Object.fromEntries(BY_TYPE.map((name) => [name, REFUSED])) as Given;

type Case = [what: string, values: readonly unknown[], given: Given, as?: NumberType];

const cases: Case[] = [
  ['byte', [1, 2, 127], { ...WHOLE, max: 127 }, 'byte'],
  ['short', [1, 2, 127], { ...WHOLE, max: 127 }, 'short'],
  ['integer', [1, 2, 127], { ...WHOLE, max: 127 }, 'integer'],
  [
    'integers whose sum is none',
    [2 ** 31 - 1, 1],
    { integerSum: '2147483648L', fixedPointSum: '2147483648L' },
    'integer',
  ],
  ['long', [1, 2, 127], { ...WHOLE, max: '127L' }, 'long'],
  ['float', [1.5, 2.25], { doubleSum: 3.75, floatingPointSum: 3.75, integerSum: REFUSED }, 'float'],
  ['double', [1.5, 2.25], { doubleSum: 3.75, fixedPointSum: '3L', longSum: REFUSED }],
  ['Long', longs(1, 4), { longSum: '5L', longAvg: 2.5, min: '1L' }],
  // Sums wrap around.
  ['Longs whose sum is none', [MAX_VALUE, ...longs(2)], { longSum: `${Long.MIN_VALUE.add(1).toString()}L` }],
  [
    'BigInteger',
    [1n, 2n, -5n],
    { ...refused, max: '2n', min: '-5n', numberAvg: -2 / 3, fixedPointSum: '-2L', floatingPointSum: -2 },
  ],
  // Members cut it to 64 bits.
  [
    'BigInteger of 71 bits',
    [2n ** 70n, 1n],
    { max: `${2n ** 70n}n`, fixedPointSum: '1L', floatingPointSum: 2 ** 70 },
  ],
  [
    'BigDecimal',
    decimals('1.5', '2.25', '-10'),
    { ...refused, max: '2.25m', min: '-10m', fixedPointSum: '-7L', floatingPointSum: -6.25 },
  ],
  [
    'BigDecimals that are equal by their worth',
    decimals('0.10', '0.1', '0.2', '0'),
    { floatingPointSum: 0.4, distinct: ['0.10m', '0.1m', '0.2m', '0m'] },
  ],
  [
    'a BigDecimal beyond 64 bits',
    decimals('1e30', '0.1'),
    { max: `1${'0'.repeat(30)}m`, floatingPointSum: 1e30 },
  ],
  [
    'numbers of four types',
    [1.5, 2n, ...decimals('2.5'), ...longs(7)],
    { count: '4L', numberAvg: 3.25, floatingPointSum: 13, fixedPointSum: '12L', max: 'ClassCastError' },
  ],
  ['texts', ['a', 'b', 'a'], { max: 'b', distinct: ['a', 'b'] }],
  ['flags', [true, false, true], { count: '3L' }],
  ['zero below zero', [1.5, -0, 4], { min: -0 }],
  ['doubles too great for a long', [1e300, 1e19], { doubleSum: 1e300 }],
  ['not a number', [Number.NaN, 1], { doubleSum: Number.NaN }],
  ['a number and a text', [1, 'one'], { count: '2L' }],
  [
    'nothing',
    [],
    { count: '0L', max: null, min: null, doubleAvg: null, longSum: '0L', doubleSum: 0, distinct: [] },
  ],
];

const real = sharedMember();
const embedded = forTests(
  () => startMember({ log: () => undefined }),
  (member) => member.stop(),
);

/** A number of any class of either client, as text that says its class. */
function shown(value: unknown): unknown {
  if (value instanceof Set)
    return Array.from(value as Set<unknown>, (each) => String(shown(each))).toSorted();
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return value;
  return (
    (value as Long).toString() +
    ({ Long: 'L', BigDecimal: 'm' }[value.constructor.name] ?? value.constructor.name)
  );
}

async function allOf(map: AnyMap, aggregators: object): Promise<Record<string, unknown>> {
  const results = Object.entries(aggregators as Record<Name, () => object>).map(async ([name, make]) => {
    try {
      return [name, shown(await map['aggregate'](make()))];
    } catch (error) {
      return [name, (error as Error).constructor.name];
    }
  });
  return Object.fromEntries(await Promise.all(results)) as Record<string, unknown>;
}

test.each<Case>(cases)(
  'all aggregators of %s, by both members',
  async (_what, values, given, as = 'double') => {
    const [byReal, byEmbedded] = await Promise.all(
      [real, embedded].map(async ({ address }) => {
        const clients = await connectBoth(address, { serialization: { defaultNumberType: as } });
        const { ours, official } = await sharedMap(clients);
        await ours['putAll'](values.map((value, i): [number, unknown] => [i, value]));
        const results = await allOf(ours, Aggregators);
        expect(results).toEqual(await allOf(official, hazelcast.Aggregators));
        return results;
      }),
    );
    expect(byReal).toMatchObject(given);
    expect(Object.keys(byReal)).toHaveLength(13);
    expect(byEmbedded).toEqual(byReal);
  },
);
