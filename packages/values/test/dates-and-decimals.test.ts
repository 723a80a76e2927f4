import * as fc from 'fast-check';
import { rounds, seedOf } from '@offloop/tools';
import { describe, expect, it } from 'vitest';

import { BigDecimal } from '../src/classes/big-decimal.js';
import { LocalDateTime } from '../src/classes/local-date-time.js';
import { LocalDate } from '../src/classes/local-date.js';
import { LocalTime } from '../src/classes/local-time.js';
import { OffsetDateTime } from '../src/classes/offset-date-time.js';
import { OURS, THEIRS } from './serialization/classes.js';
import {
  bigDecimal,
  localDate,
  localDateTime,
  localTime,
  offsetDateTime,
  toOfficial,
} from './serialization/samples.js';

const seed = seedOf('dates and decimals');
const runs = { seed, numRuns: rounds({ short: 500, full: 2000 }) };

type Class = (new (...args: never[]) => object) & Readonly<Record<string, unknown>>;

const pairs = (['BigDecimal', 'LocalDate', 'LocalTime', 'LocalDateTime', 'OffsetDateTime'] as const).map(
  // TRUSTED: they have static methods, too.
  (name) => [name, OURS[name] as Class, THEIRS[name] as Class] as const,
);

/** What a call gives, as text, or the class of what it throws. The official text leaves out the seconds of an offset. */
function outcome(call: () => unknown): string {
  try {
    return String(call()).replace(/([+-]\d\d:\d\d):\d\d$/, '$1');
  } catch (error) {
    return (error as Error).constructor.name;
  }
}

/** What comes of a call with each class: one outcome if they agree. */
function outcomes(call: (type: Class) => unknown, ours: Class, theirs: Class): string[] {
  return [...new Set([outcome(() => call(ours)), outcome(() => call(theirs))])];
}

/** Numbers about the limits of fields, and what is no field at all. */
const field = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -1, max: 61 }) },
  fc.constantFrom<unknown>(0, 28, 29, 30, 31, 32, 999_999_999, 1e9, -999_999_999, -1e9, 64_800, 64_801),
  fc.constantFrom<unknown>(NaN, 1.5, Infinity, '1', null, undefined),
);

/** Texts that are nearly a date, a time, or a number. */
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc
    .array(fc.constantFrom('0', '1', '9', '00', '.', '-', '+', 'e', 'E', ':', 'T', '12', '31'), {
      maxLength: 9,
    })
    .map((parts) => parts.join('')),
  fc.stringMatching(/^[+-]?\d{0,3}(\.\d{0,4})?([eE][+-]?\d{0,3})?$/),
  fc.stringMatching(/^-?\d{1,5}-[01]\d-[0-3]\d$/),
  fc.stringMatching(/^[0-2]\d:[0-6]\d:[0-6]\d(\.\d{1,11})?$/),
  fc.stringMatching(/^2\d{3}-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\d(\.\d{1,11})?$/),
  fc.stringMatching(/^2\d{3}-[01]\d-[0-3]\d[tT][0-2]\d:[0-6]\d:[0-6]\d([zZ]|\+[01]\d:[0-6]\d)$/),
);

describe.each(pairs)('%s', (name, ours, theirs) => {
  it('reads the texts that the official class reads, and refuses the others alike', () => {
    // What ours reads and theirs does not, on purpose: no zone, and offsets below zero.
    const isOurs = (given: string): boolean =>
      name === 'OffsetDateTime' &&
      outcome(() => (theirs['fromString'] as (t: string) => unknown)(given)) === 'RangeError';
    fc.assert(
      fc.property(text, (given) => {
        fc.pre(!isOurs(given));
        // The official toString takes a step for each zero.
        fc.pre(!/e[+-]?\d{5}/i.test(given));
        expect(
          outcomes((type) => (type['fromString'] as (value: string) => unknown)(given), ours, theirs),
        ).toHaveLength(1);
      }),
      runs,
    );
    for (const given of [null, undefined, 7, {}]) {
      expect(
        outcomes((type) => (type['fromString'] as (value: unknown) => unknown)(given), ours, theirs),
      ).toHaveLength(1);
    }
  });
});

describe.each(pairs.slice(1))('%s', (_, ours, theirs) => {
  const construct = (type: Class, args: readonly unknown[]): unknown => new type(...(args as never[]));

  it('takes and refuses what the official class does', () => {
    fc.assert(
      fc.property(fc.array(field, { minLength: 2, maxLength: 8 }), (args) => {
        expect(outcomes((type) => construct(type, args), ours, theirs)).toHaveLength(1);
        // Where there is no such method, it is missing in both.
        expect(
          outcomes((type) => (type['from'] as (...all: unknown[]) => unknown)(...args), ours, theirs),
        ).toHaveLength(1);
      }),
      runs,
    );
  });

  it('is made from a Date as the official class is', () => {
    const dates = fc.oneof(
      fc.date({ min: new Date(-2e13), max: new Date(2e13), noInvalidDate: true }),
      fc.constantFrom<unknown>(new Date(NaN), 7, null),
    );
    fc.assert(
      fc.property(dates, field, (date, offset) => {
        // Of two mistakes, each client names another.
        const isDate = date instanceof Date && !Number.isNaN(date.getTime());
        const given = isDate ? offset : 0;
        expect(
          outcomes(
            (type) => (type['fromDate'] as (...args: unknown[]) => unknown)(date, given),
            ours,
            theirs,
          ),
        ).toHaveLength(1);
      }),
      runs,
    );
  });
});

it('they have the texts of the official classes, and are read from them again', () => {
  const readers: ReadonlyArray<readonly [fc.Arbitrary<unknown>, (text: string) => unknown]> = [
    [localDate, (given) => LocalDate.fromString(given)],
    [localTime, (given) => LocalTime.fromString(given)],
    [localDateTime, (given) => LocalDateTime.fromString(given)],
    [offsetDateTime, (given) => OffsetDateTime.fromString(given)],
    [bigDecimal.filter(({ scale }) => Math.abs(scale) < 300), (given) => BigDecimal.fromString(given)],
  ];
  for (const [values, read] of readers) {
    fc.assert(
      fc.property(values, (value) => {
        const written = String(value);
        expect(outcome(() => written)).toBe(String(toOfficial(value)));
        expect(String(read(written))).toBe(written);
      }),
      runs,
    );
  }
});

it.each([
  [/^Invalid Date. February 29 as .*not a leap year/, [2021, 2, 29]],
  [/^Invalid Date. February/, [2020, 2, 30]],
  [/^Invalid Date. April/, [2021, 4, 31]],
  [/^Invalid Date. December/, [2021, 12, 32]],
] as const)(
  'a day that its month does not have is refused as officially: %s',
  (opening, [year, month, date]) => {
    const [, ours, theirs] = pairs.find(([name]) => name === 'LocalDate')!;
    for (const type of [ours, theirs] as unknown as (new (...args: number[]) => object)[]) {
      const make = (): object => new type(year, month, date);
      expect(make).toThrow(opening);
    }
  },
);

describe('BigDecimal', () => {
  it.each([
    ['0', 0n, 0],
    ['0.00', 0n, 2],
    ['-1.23E-12', -123n, 14],
    ['1234.5E-4', 12345n, 5],
    ['0E+7', 0n, -7],
    ['.5', 5n, 1],
    ['5.', 5n, 0],
    ['007', 7n, 0],
    ['1e00000000000000000000002', 1n, -2],
  ])('%s is %d with scale %d', (given, unscaledValue, scale) => {
    expect(BigDecimal.fromString(given)).toEqual(new BigDecimal(unscaledValue, scale));
  });

  it('with a scale that no text has room for throws rather than fill the memory', () => {
    expect(() => new BigDecimal(1n, -(2 ** 31)).toString()).toThrow(RangeError);
    expect(() => new BigDecimal(1n, 2 ** 31 - 1).toString()).toThrow(RangeError);
  });
});

describe('OffsetDateTime', () => {
  it.each([
    ['2020-01-01T00:00:00-05:00', -18_000],
    ['2020-01-01T00:00:00', 0],
    ['2020-01-01T00:00:00.5z', 0],
    ['2020-01-01T00:00:00+05:30:15', 19_815],
  ])('reads %s, which the official class does not', (given, offset) => {
    expect(OffsetDateTime.fromString(given).offsetSeconds).toBe(offset);
  });

  it.each([
    '2020-01-01T00:00:00+5:00',
    '2020-01-01T00:00:00+0500',
    '2020-01-01T00:00:00 Z?',
    '2020-01-01',
    '2020-01-01T00:00:00ZZ',
    '2020-01-01T00:00:00Z+01:00',
    '2020-01-01T00:00:00+01:00Z',
    '2020-01-01T00:00:00-02:00+01:00',
    '2020-01-01T00:00:00++02:30',
    '2020-01-01T00:00:00+-02:30',
    '2020-01-01T00:00:00-+02:30',
    '2020-01-01T00:00:00--02:30',
    '+2020-01-01T00:00:00+02:30',
  ])('refuses %s', (given) => {
    expect(() => OffsetDateTime.fromString(given)).toThrow(RangeError);
  });

  it('stands for the same moment in every zone', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true }),
        fc.integer({ min: -1080, max: 1080 }),
        (date, minutes) => {
          const shown = new Date(date.getTime() + minutes * 60_000);
          fc.pre(!Number.isNaN(shown.getTime()));
          const value = OffsetDateTime.from(
            shown.getUTCFullYear(),
            shown.getUTCMonth() + 1,
            shown.getUTCDate(),
            shown.getUTCHours(),
            shown.getUTCMinutes(),
            shown.getUTCSeconds(),
            shown.getUTCMilliseconds() * 1_000_000,
            minutes * 60,
          );
          expect(value.asDate()).toEqual(date);
        },
      ),
      runs,
    );
  });
});

it('LocalDateTime is the moment at which clocks here show it, in the years 0 to 99 too', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(-6.3e13), max: new Date(1e14), noInvalidDate: true }), (date) => {
      const shown = LocalDateTime.fromDate(date);
      expect(LocalDateTime.fromDate(shown.asDate())).toEqual(shown);
    }),
    runs,
  );
  expect(LocalDateTime.from(50, 6, 7, 8, 9, 10, 0).asDate().getFullYear()).toBe(50);
});
