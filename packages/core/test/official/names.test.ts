import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as official from 'hazelcast-client';
import type * as Official from 'hazelcast-client';
import { expect, expectTypeOf, test } from 'vitest';

import * as ours from '../../src/index.js';
import type * as Ours from '../../src/index.js';
import { OURS_FOR_THEIRS, THEIRS_FOR_OURS } from './exceptions.js';
import type { Types } from './names.js';
import { declaredNames } from './support/declared-names.js';

type Fits<From, To> = [From] extends [To] ? true : false;

/** Members of `To` that `From` lacks, or has as something else. */
type UnfitMembers<From, To> = keyof {
  [M in keyof To & string as M extends keyof From ? (Fits<From[M], To[M]> extends true ? never : M) : M]: M;
};

/** The members that do not fit, as `Name.member`; the name alone where each does, but not the whole. */
type Unfit<Name extends string, From, To> =
  Fits<From, To> extends true
    ? never
    : [UnfitMembers<From, To>] extends [never]
      ? Name
      : string extends keyof To
        ? Name
        : `${Name}.${UnfitMembers<From, To>}`;

type InBoth<T, Other> = Pick<T, keyof T & keyof Other>;

type TypesForTheirs = { [N in keyof Types]: Unfit<N, Types[N][0], Types[N][1]> }[keyof Types];
type TheirsForOurs = {
  [N in keyof Types]: Unfit<N, Types[N][1], InBoth<Types[N][0], Types[N][1]>>;
}[keyof Types];

type Value = keyof typeof Official & keyof typeof Ours;

/** Static methods, and the members of namespaces; enums are compared by their values, below. */
type StaticsForTheirs = {
  [N in Value]: (typeof Official)[N] extends Record<string, string | number>
    ? never
    : Unfit<N, Omit<(typeof Ours)[N], 'prototype'>, Omit<(typeof Official)[N], 'prototype'>>;
}[Value];

type OursForTheirs = TypesForTheirs | StaticsForTheirs;
type Listed<Reasons extends Record<string, readonly string[]>> = Reasons[keyof Reasons][number];
type TheirsListed = Listed<typeof THEIRS_FOR_OURS>;
type OursListed = Listed<typeof OURS_FOR_THEIRS>;

test('ours fits where an official type is asked for, member by member, but for what is listed', () => {
  expectTypeOf<Exclude<OursForTheirs, OursListed>>().toBeNever();
  expectTypeOf<Exclude<OursListed, OursForTheirs>>().toBeNever();
});

test('an official one fits where ours is asked for, in the members of both, but for what is listed', () => {
  expectTypeOf<Exclude<TheirsForOurs, TheirsListed>>().toBeNever();
  expectTypeOf<Exclude<TheirsListed, TheirsForOurs>>().toBeNever();
});

type Arguments<C> = C extends new (...args: infer A) => unknown ? A : never;

/** Official constructors with arguments: those without any, as of events, are for the client alone. */
type UnfitConstructors = {
  [N in Value]: Arguments<(typeof Official)[N]> extends []
    ? never
    : Fits<Arguments<(typeof Official)[N]>, Arguments<(typeof Ours)[N]>> extends true
      ? never
      : N;
}[Value];

test('constructors take what the official ones take', () => {
  expectTypeOf<UnfitConstructors>().toBeNever();
});

test('the values of a generic record are of the types of its fields', () => {
  const { Fields, GenericRecords } = ours;
  GenericRecords.compact('t', { a: Fields.INT32, b: Fields.ARRAY_OF_STRING }, { a: 1, b: ['x', null] });
  // @ts-expect-error a value of another type than its field's
  expect(() => GenericRecords.compact('t', { a: Fields.INT32 }, { a: 'x' })).toThrow('field a');
});

const names = declaredNames();
const values = names
  .filter(({ isValue }) => isValue)
  .map(({ name }): [string, unknown, unknown] => [
    name,
    (official as Record<string, unknown>)[name],
    (ours as Record<string, unknown>)[name],
  ]);

test('every name of the official package is compared here', () => {
  const source = readFileSync(join(import.meta.dirname, 'names.ts'), 'utf8');
  const compared = Array.from(source.matchAll(/^ {2}(\w+): \[/gm), ([, name]) => name);
  const classes = values.filter(([, theirs]) => typeof theirs === 'function').map(([name]) => name);
  // Namespaces and the constant have no type; their values are compared.
  const others = ['Aggregators', 'Fields', 'Predicates', 'SEQUENCE_UNAVAILABLE'];
  expect(new Set([...compared, ...classes, ...others])).toEqual(new Set(names.map(({ name }) => name)));
  expect(names).toHaveLength(192);
});

test.each(values)('%s is exported at run time as officially', (_name, theirs, own) => {
  expect(typeof own).toBe(typeof theirs);
});

test.each(values.filter(([, theirs]) => isEnum(theirs)))(
  '%s has the official values',
  (_name, theirs, own) => {
    expect(own).toEqual(theirs);
  },
);

function isEnum(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    Object.values(value!).every((member) => typeof member !== 'function' && typeof member !== 'object')
  );
}

test('the page of deviations names every exception, by its reason, and nothing else', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/deviations.md'), 'utf8');
  const rowsOf = (heading: string): [string, string[]][] => {
    const [, section = ''] = page.split(`### ${heading}\n`);
    const rows = section
      .split(/^##/m, 1)
      .join('')
      .matchAll(/^\| ([^|-][^|]*?) +\| (`[^|]*`) *\|$/gm);
    return Array.from(rows, ([, reason = '', where = '']) => [reason, where.replaceAll('`', '').split(', ')]);
  };
  expect(rowsOf('Passing our objects to code typed for theirs')).toEqual(Object.entries(OURS_FOR_THEIRS));
  expect(rowsOf('Passing their objects to code typed for ours')).toEqual(Object.entries(THEIRS_FOR_OURS));
});
