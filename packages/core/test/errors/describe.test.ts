import { expect, test } from 'vitest';

import { describe as described, describeError, describeNumber } from '@offloop/values';

class Foo {
  a = 1;
  b = 2;
  c = 3;
}

test.each<[unknown, string]>([
  [undefined, 'undefined'],
  [null, 'null'],
  ['', 'an empty string'],
  ['a', 'a string of 1 character'],
  ['hello world!', 'a string of 12 characters'],
  [17, 'a number'],
  [true, 'a boolean'],
  [17n, 'a bigint'],
  [Symbol('s'), 'a symbol'],
  [function secret() {}, 'a function'],
  [[1, 2], 'an array of 2 elements'],
  [{}, 'an object'],
  [{ a: 1 }, 'an object with 1 property'],
  [new Foo(), 'an object of class Foo with 3 properties'],
  [Object.create(null), 'an object'],
  [new Map([[1, 2]]), 'an object of class Map with 1 element'],
  [new (class extends Set {})([1, 2]), 'an object with 2 elements'],
  [Buffer.alloc(12), 'an object of class Buffer with 12 bytes'],
  [new ArrayBuffer(8), 'an object of class ArrayBuffer with 8 bytes'],
  [new Date(0), 'an object of class Date'],
  [Object.assign(new RangeError('x'), { y: 1 }), 'an object of class RangeError'],
  [{ constructor: { name: 'Secret' } }, 'an object with 1 property'],
  [Object.create({ constructor: Foo }), 'an object'],
])('%o is described as %s', (value, text) => {
  expect(described(value)).toBe(text);
});

test('no code of a value’s own runs when it is described', () => {
  const trap = (): never => {
    throw new Error('ran');
  };
  const every = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, trap]));
  expect(described(new Proxy({}, every))).toBe('a proxy');
  expect(described(Object.create(new Proxy({}, every)))).toBe('an object');
  expect(
    described({
      get a() {
        return trap();
      },
      toString: trap,
      toJSON: trap,
    }),
  ).toBe('an object with 3 properties');
});

test('numbers that were given for a number are shown', () => {
  expect([-1, NaN, '7', 7n].map(describeNumber)).toEqual([
    '-1',
    'NaN',
    'a string of 1 character',
    'a bigint',
  ]);
});

test('an error is described by its class and code', () => {
  class SecretError extends Error {}
  expect(describeError(new TypeError('secret'))).toBe('TypeError');
  expect(describeError(Object.assign(new SecretError('secret'), { code: 'E_X' }))).toBe('SecretError (E_X)');
  expect(describeError(Object.assign(new Error('secret'), { name: 'secret', code: 'a secret' }))).toBe(
    'Error',
  );
  expect(describeError('secret')).toBe('a string of 6 characters');
});
