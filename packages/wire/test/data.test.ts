import { describe, expect, it } from 'vitest';
import { ProtocolError, dataHash, textHash, murmur3, partitionIdOf } from '../src/index.js';
import { officialDataHash } from './support/official.js';

describe('murmur3', () => {
  it('hashes the same bytes alike wherever they lie', () => {
    const payload = Buffer.from('the same bytes');
    const here = murmur3(payload, 0, payload.length);
    for (let shift = 1; shift < 9; shift++) {
      const moved = Buffer.concat([Buffer.alloc(shift, 0xee), payload, Buffer.alloc(3, 0xdd)]);
      expect(murmur3(moved, shift, shift + payload.length)).toBe(here);
    }
  });
});

describe('the hash of Data', () => {
  it('is what the official client computes, for every length up to 39', () => {
    for (let length = 0; length < 40; length++) {
      const payload = Buffer.from(Array.from({ length }, (_, at) => at * 37 + length * 101));
      const data = Buffer.concat([Buffer.from('00000000fffffff5', 'hex'), payload]);
      expect(dataHash(data, 0, data.length)).toBe(officialDataHash(data));
    }
  });

  it('of a text is that of its serialized value', () => {
    const data = Buffer.from('00000000fffffff500000003c3a961', 'hex');
    expect(textHash('éa')).toBe(dataHash(data, 0, data.length));
  });

  it('is the stored one where there is one', () => {
    const data = Buffer.from('80000001fffffff5616263', 'hex');
    expect(dataHash(data, 0, data.length)).toBe(-2147483647);
    expect(officialDataHash(data)).toBe(-2147483647);
  });

  it('refuses data without room for its header, and a range outside the bytes', () => {
    expect(() => dataHash(Buffer.alloc(7), 0, 7)).toThrow(ProtocolError);
    expect(() => dataHash(Buffer.alloc(20), 12, 28)).toThrow(ProtocolError);
    expect(() => dataHash(Buffer.alloc(20), -1, 12)).toThrow(ProtocolError);
  });
});

describe('the partition of a hash', () => {
  it('is 0 for −2³¹, whatever the count', () => {
    for (const count of [1, 2, 271, 1999]) expect(partitionIdOf(-(2 ** 31), count)).toBe(0);
  });

  it('is the absolute value modulo the count', () => {
    expect(partitionIdOf(-1, 271)).toBe(1);
    expect(partitionIdOf(542, 271)).toBe(0);
    expect(partitionIdOf(-(2 ** 31) + 1, 271)).toBe((2 ** 31 - 1) % 271);
    expect(partitionIdOf(0, 271)).toBe(0);
  });
});
