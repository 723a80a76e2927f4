import { seedOf } from '@offloop/tools';
import { messages, TypeId } from '@offloop/wire';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MemberError } from '../../src/calls/errors.js';
import { QueryEntry } from '../../src/query/attribute.js';
import { javaPattern, likePattern } from '../../src/query/patterns.js';
import { conditionOfSql } from '../../src/query/sql.js';
import { ValueReader } from '../../src/query/value-reader.js';
import { asData, int } from '../../src/query/value-writer.js';
import { data } from '../support/data.js';
import { connected, start } from '../support/harness.js';
import { RemoteError } from '../support/raw-client.js';

const seed = { seed: seedOf('queries') };

const text = (value: string): Buffer => Buffer.concat([int(Buffer.byteLength(value)), Buffer.from(value)]);
const typed = (type: number, payload: Buffer): Buffer => Buffer.concat([int(type), payload]);
const string = (value: string): Buffer => typed(TypeId.STRING, text(value));

/** An object of a class that members have. */
const identified = (factoryId: number, classId: number, ...fields: Buffer[]): Buffer =>
  typed(
    TypeId.IDENTIFIED_DATA_SERIALIZABLE,
    Buffer.concat([Buffer.of(1), int(factoryId), int(classId), ...fields]),
  );
const equal = (name: string, value: string): Buffer => identified(-20, 3, text(name), string(value));
const json = (value: unknown): Buffer => asData(typed(TypeId.JSON, text(JSON.stringify(value))));

const reader = new ValueReader({ find: () => undefined });
const entry = new QueryEntry(data('k'), json({ a: 1, b: { c: 'x' }, on: true, list: [1, [2, 3]] }), reader);

describe('SQL', () => {
  it.each([
    ['a = 1', true],
    ["b.c = 'x'", true],
    ['a = 1 AND NOT on', false],
    ['a = 2 OR (on AND a <> 3)', true],
    ['not not a = 1', true],
    ['a NOT BETWEEN 2 AND 3', true],
    ["b.c LIKE '%' and a in (1,2)", true],
    ["b.c = 'it''s'", false],
    ['nothing = null', true],
    ['list[1][0] = 2', true],
    ['list[any] > 0 AND a=1', true],
  ])('%s', (clause, matches) => {
    expect(conditionOfSql(clause)(entry)).toBe(matches);
  });

  it.each([
    '',
    'a =',
    "a = 'x",
    '(a = 1',
    'a = 1)',
    'a BETWEEN 1',
    'a IN 1',
    'AND',
    '= 1',
    `${'('.repeat(300)}a`,
  ])('refuses %s', (clause) => {
    expect(() => conditionOfSql(clause)(entry)).toThrow(MemberError);
  });
});

describe('patterns', () => {
  it('of LIKE take all but their two marks as they are', () => {
    expect(likePattern('a.b%_', false).test('a.bcd')).toBe(true);
    expect(likePattern('a.b', false).test('axb')).toBe(false);
    expect(likePattern('100\\%', false).test('100%')).toBe(true);
    expect(likePattern('100\\%', false).test('1000')).toBe(false);
    expect(likePattern('ÄB%', true).test('äbc\nd')).toBe(true);
  });

  it('of expressions are for the whole text', () => {
    expect(javaPattern('a|b').test('ab')).toBe(false);
    expect(() => javaPattern('(')).toThrow(MemberError);
  });
});

describe('a member under damaged queries', () => {
  const predicates = [
    equal('a', '1'),
    identified(-20, 1, int(2), equal('a', '1'), equal('b.c', 'x')),
    identified(-20, 0, text("a = 1 OR b.c LIKE 'x%'")),
    identified(-20, 7, text('__key'), int(2), string('k'), string('l')),
    identified(-20, 2, text('a'), string('5'), string('1')),
    identified(-20, 12, text('b.c'), text('[a-z]')),
    identified(-20, 8, text('java.lang.String')),
  ];
  const values = [
    json({ a: 1, b: { c: 'x' } }),
    json([[[[1]]]]),
    data('text'),
    asData(typed(TypeId.DOUBLE, Buffer.alloc(8))),
    asData(
      typed(
        TypeId.PORTABLE,
        Buffer.concat([int(1), int(1), int(0), int(40), int(1), int(32), Buffer.alloc(12)]),
      ),
    ),
    asData(typed(TypeId.COMPACT, Buffer.alloc(12))),
  ];
  const damage = fc.record({
    predicate: fc.constantFrom(...predicates),
    value: fc.constantFrom(...values),
    bytes: fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 3 }),
    cut: fc.nat(20),
  });

  it('answers each of them, and never fails itself', async () => {
    const member = await start();
    const client = await connected(member);
    const name = 'm';
    const damagedData = (bytes: Buffer, places: readonly [number, number][], cut: number): Buffer => {
      const copy = Buffer.from(bytes.subarray(0, cut > 10 ? bytes.length : bytes.length - cut));
      // The type of a key or a value is a client's own to choose; here it stays.
      for (const [at, byte] of places) if (at + 8 < copy.length) copy[at + 8] = byte;
      return copy;
    };
    const settles = async (call: Promise<unknown>): Promise<void> => {
      await call.catch((error: unknown) => {
        if (!(error instanceof RemoteError)) throw error;
      });
    };
    const property = fc.asyncProperty(damage, async ({ predicate, value, bytes, cut }) => {
      const asked = damagedData(asData(predicate), bytes, cut);
      await client.call(messages.map.set, {
        name,
        key: data('k'),
        value: damagedData(value, bytes.toReversed(), 20),
        threadId: 1n,
        ttl: 0n,
      });
      await settles(client.call(messages.map.keySetWithPredicate, { name, predicate: asked }));
      await settles(client.call(messages.map.project, { name, projection: asked }));
      await settles(client.call(messages.map.aggregate, { name, aggregator: asked }));
      const max = asData(identified(-29, 14, text('a'), int(0)));
      await settles(client.call(messages.map.aggregate, { name, aggregator: max }));
      await client.call(messages.map.size, { name });
    });
    await fc.assert(property, { numRuns: 300, ...seed });
    expect(member.logged.filter((line) => line.startsWith('error'))).toEqual([]);
  });
});
