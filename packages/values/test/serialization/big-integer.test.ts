import { assert, bigInt, oneof, property } from 'fast-check';
import { expect, test } from 'vitest';
import { bigIntToBytes, bytesToBigInt } from '../../src/data/big-integer.js';
import { seedOf } from '@offloop/tools';

/** Two's complement as Java's `BigInteger.toByteArray` gives it: the end of each length that is read in a way of its own. */
const JAVA: readonly (readonly [string, bigint])[] = [
  ['00', 0n],
  ['7f', 127n],
  ['0080', 128n],
  ['80', -128n],
  ['ff7f', -129n],
  ['ff', -1n],
  ['7fffffff', 2n ** 31n - 1n],
  ['0080000000', 2n ** 31n],
  ['80000000', -(2n ** 31n)],
  ['ff7fffffff', -(2n ** 31n) - 1n],
  ['7fffffffffffffff', 2n ** 63n - 1n],
  ['8000000000000000', -(2n ** 63n)],
  ['008000000000000000', 2n ** 63n],
  ['ff7fffffffffffffff', -(2n ** 63n) - 1n],
];

test.each(JAVA)('%s is %s', (hex, value) => {
  // Other bytes around it.
  const bytes = Buffer.from(`a5${hex}5a`, 'hex');
  expect(bytesToBigInt(bytes, 1, bytes.length - 1)).toBe(value);
});

test('whatever is written is read', () => {
  const seed = seedOf('big integers');
  const numbers = oneof(
    bigInt(-(2n ** 70n), 2n ** 70n),
    bigInt(-(2n ** 200n), 2n ** 200n),
    bigInt(-300n, 300n),
  );
  assert(
    property(numbers, (value) => {
      const bytes = bigIntToBytes(value);
      expect(bytesToBigInt(bytes, 0, bytes.length)).toBe(value);
    }),
    { seed, numRuns: 2000 },
  );
});
