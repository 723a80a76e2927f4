import { Predicates as Official } from 'hazelcast-client';
import { describe, expect, it } from 'vitest';

import { HazelcastSerializationError, IllegalArgumentError, UUID } from '@offloop/values';
import { Predicates, type Predicate, type PredicateFamily } from '../../src/query/predicates.js';
import { encode } from '../../../values/test/serialization/encode.js';
import { officialEncode } from '../../../values/test/serialization/official.js';

describe('the bytes of a predicate are those of the official client', () => {
  // The same calls on both families: what differs is whose predicates they are.
  it.each<[string, (family: PredicateFamily) => Predicate]>([
    ['sql', (p) => p.sql("age > 30 AND name LIKE 'Ž%'")],
    ['and', (p) => p.and(p.alwaysTrue(), p.sql('a'))],
    ['and of nothing', (p) => p.and()],
    ['between', (p) => p.between('age', 1, 2.5)],
    ['equal', (p) => p.equal('address.city', 'Brno')],
    ['equal to null', (p) => p.equal('this', null)],
    ['equal to an array', (p) => p.equal('this', [1, 2])],
    ['greaterThan', (p) => p.greaterThan('this', 5)],
    ['greaterEqual', (p) => p.greaterEqual('this', 5n)],
    ['lessThan', (p) => p.lessThan('this', new Date(0))],
    ['lessEqual', (p) => p.lessEqual('this', 'x')],
    ['like', (p) => p.like('name', 'a\\_%')],
    ['ilike', (p) => p.ilike('name', '_b%')],
    ['inPredicate', (p) => p.inPredicate('__key', 1, 'two', true, null)],
    ['inPredicate of nothing', (p) => p.inPredicate('__key')],
    ['instanceOf', (p) => p.instanceOf('java.lang.Double')],
    ['notEqual', (p) => p.notEqual('this', { a: 1 })],
    ['not', (p) => p.not(p.equal('this', 1))],
    ['or', (p) => p.or(p.not(p.and(p.alwaysFalse())), p.regex('name', '[a-z]+'))],
    ['regex', (p) => p.regex('name', 'ä?')],
    ['alwaysTrue', (p) => p.alwaysTrue()],
    ['alwaysFalse', (p) => p.alwaysFalse()],
  ])('%s', (_name, make) => {
    expect(encode(make(Predicates))).toEqual(officialEncode(make(Official)));
  });

  it('for every one it has, but for paging', () => {
    const theirs = Object.keys(Official).filter(
      (name) => typeof (Official as Record<string, unknown>)[name] === 'function',
    );
    expect([...Object.keys(Predicates), 'paging'].sort()).toEqual(
      expect.arrayContaining(theirs.filter((name) => /^[a-z]/.test(name) && name !== 'iterationTypeToId')),
    );
  });
});

describe('what is wrong is told', () => {
  it.each([
    () => Predicates.and([] as never),
    () => Predicates.or(Predicates.alwaysTrue(), null as never),
    () => Predicates.not('x' as never),
    () => Predicates.paging(5 as never, 1),
  ])('when other things than predicates are combined (%#)', (combine) => {
    expect(combine).toThrow(IllegalArgumentError);
  });

  it.each([
    Predicates.sql(5 as never),
    Predicates.equal(undefined as never, 1),
    Predicates.equal('this', () => undefined),
    Predicates.like('name', new UUID(0 as never, 0 as never) as never),
  ])('when a field or value cannot be written (%#)', (predicate) => {
    expect(() => encode(predicate)).toThrow(HazelcastSerializationError);
  });
});
