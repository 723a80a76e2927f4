import { seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { BigNumber, parseBigNumber } from '../../src/query/big-numbers.js';
import { MemberError } from '../../src/calls/errors.js';

const seed = { seed: seedOf('big-numbers') };

const decimal = (unscaled: bigint, scale: number): BigNumber => new BigNumber('BigDecimal', unscaled, scale);
const big = fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n });
const scale = fc.integer({ min: -40, max: 40 });

describe('a big number', () => {
  it('is compared by its worth', () => {
    fc.assert(
      fc.property(big, scale, big, scale, (a, aScale, b, bScale) => {
        const exact = a * 10n ** BigInt(40 - aScale) - b * 10n ** BigInt(40 - bScale);
        const sign = Number(exact > 0n) - Number(exact < 0n);
        expect(Math.sign(decimal(a, aScale).compare(decimal(b, bScale)))).toBe(sign);
      }),
      seed,
    );
  });

  it('is read from its own text', () => {
    fc.assert(
      fc.property(big, fc.nat(40), (unscaled, digits) => {
        const number = decimal(unscaled, digits);
        expect(parseBigNumber(String(number), 'BigDecimal')?.equals(number)).toBe(true);
      }),
      seed,
    );
    const texts = ['', '.', 'x', '1.5', '1e5', '+7', '--1', '1e99999999999'];
    expect(texts.map((text) => parseBigNumber(text, 'BigInteger')?.unscaled)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      7n,
      undefined,
      undefined,
    ]);
  });

  it('of any scale is compared at once, and fills no memory', () => {
    const huge = decimal(1n, -(2 ** 31));
    const tiny = decimal(1n, 2 ** 31 - 1);
    expect(huge.compare(tiny)).toBeGreaterThan(0);
    expect(decimal(-1n, -(2 ** 31)).compare(tiny)).toBeLessThan(0);
    expect(decimal(0n, -(2 ** 31)).compare(decimal(0n, 5))).toBe(0);
    expect(tiny.toWhole()).toBe(0n);
    expect(() => huge.toWhole()).toThrow(MemberError);
    expect([huge.toNumber(), tiny.toNumber()]).toEqual([Infinity, 0]);
  });

  it('has the whole part that Java cuts it to', () => {
    const parts = ['-1.9', '0.999', '12.50', '1e3', '-0.1'].map((text) =>
      parseBigNumber(text, 'BigDecimal')?.toWhole(),
    );
    expect(parts).toEqual([-1n, 0n, 12n, 1000n, 0n]);
  });
});
