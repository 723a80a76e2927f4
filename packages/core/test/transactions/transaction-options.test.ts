import { IllegalArgumentError } from '@offloop/values';
import { describe, expect, test } from 'vitest';

import { checkedOptions, type TransactionOptions } from '../../src/transactions/transaction-options.js';

const LONGEST = 2 ** 31 - 1;

describe('the options of a transaction', () => {
  test('have the defaults of Java’s client', () => {
    const defaults = { timeoutMillis: 120_000, durability: 1, typeId: 2 };
    expect(checkedOptions()).toEqual(defaults);
    expect(checkedOptions({})).toEqual(defaults);
    expect(checkedOptions({ timeoutMillis: undefined, durability: undefined, type: undefined })).toEqual(
      defaults,
    );
  });

  test('are taken as they are within their limits', () => {
    expect(checkedOptions({ timeoutMillis: 1, durability: 0, type: 'ONE_PHASE' })).toEqual({
      timeoutMillis: 1,
      durability: 0,
      typeId: 1,
    });
    expect(checkedOptions({ timeoutMillis: LONGEST, durability: LONGEST, type: 'TWO_PHASE' })).toEqual({
      timeoutMillis: LONGEST,
      durability: LONGEST,
      typeId: 2,
    });
  });

  test.each<[what: string, options: unknown, message: RegExp]>([
    ['no object', 5, /^options must be \{ timeoutMillis, durability, type \}, got/],
    ['null', null, /^options must be/],
    ['an unknown one', { timeout: 5 }, /unknown option.*timeoutMillis, durability and type/],
    ['a timeout of 0', { timeoutMillis: 0 }, /^timeoutMillis must be a whole number from 1 to 2147483647/],
    ['a timeout that is too long', { timeoutMillis: LONGEST + 1 }, /^timeoutMillis must be/],
    ['a timeout with a fraction', { timeoutMillis: 1.5 }, /^timeoutMillis must be/],
    ['a timeout that is a text', { timeoutMillis: '5' }, /^timeoutMillis must be/],
    ['a negative durability', { durability: -1 }, /^durability must be a whole number from 0 to 2147483647/],
    ['a durability with a fraction', { durability: 0.5 }, /^durability must be/],
    ['a type that there is not', { type: 'LOCAL' }, /^type must be 'TWO_PHASE' or 'ONE_PHASE'/],
    ['a type that is null', { type: null }, /^type must be/],
  ])('are refused with what is accepted: %s', (_, options, message) => {
    const check = (): unknown => checkedOptions(options as TransactionOptions);
    expect(check).toThrow(IllegalArgumentError);
    expect(check).toThrow(message);
  });

  test('are refused without a word of the value', () => {
    const secret = { type: 'secret', timeoutMillis: 5 };
    expect(() => checkedOptions(secret as unknown as TransactionOptions)).not.toThrow(/secret/);
    expect(() => checkedOptions({ secret: 5 } as TransactionOptions)).not.toThrow(/secret/);
  });
});
