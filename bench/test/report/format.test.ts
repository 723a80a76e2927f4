import { describe, expect, it } from 'vitest';
import { formatComparison, formatNumber, formatSummary } from '../../src/report/format.js';
import { compare } from '../../src/stats.js';

const ratios = (...values: number[]) => compare(values.map((candidate) => ({ baseline: 1, candidate })));

describe('formatting', () => {
  it.each([
    [0, '0'],
    [0.012345, '0.0123'],
    [12.345, '12.3'],
    [123.45, '123'],
    [1234.5, '1,235'],
    [123_456, '123,500'],
  ])('writes %d as %s', (value, text) => expect(formatNumber(value)).toBe(text));

  it('gives quartiles from three runs on', () => {
    expect(formatSummary({ runs: 2, median: 5, low: 4, high: 6 })).toBe('5');
    expect(formatSummary({ runs: 3, median: 5, low: 4, high: 6 })).toBe('5 (4–6)');
    expect(formatSummary(null)).toBe('–');
  });

  it('says in words what the interval does not decide', () => {
    expect(formatComparison(ratios(0.9, 1.1, 1), { better: 'higher' })).toMatch(/no difference$/);
    expect(formatComparison(ratios(9), { better: 'higher' })).toBe('9.00× (one pair)');
    expect(formatComparison(null, { better: 'higher' })).toBe('–');
  });
});
