import { describe, expect, it } from 'vitest';
import { createDataset } from '../../src/load/values.js';

describe('the values of a cell', () => {
  it.each([3, 4, 1024])('all differ and are printable ASCII of %i bytes', (bytes) => {
    const { keys, values } = createDataset(1, 64, 8, bytes);
    const all = values.flat();
    expect(new Set(keys).size).toBe(64);
    expect(new Set(all).size).toBe(512);
    for (const value of all) {
      expect(value).toHaveLength(bytes);
      expect(value).toMatch(/^[ -~]*$/);
    }
  });

  it('are the same for both sides of a pair, which share a seed, and others for another pair', () => {
    expect(createDataset(9, 2, 2, 100)).toEqual(createDataset(9, 2, 2, 100));
    expect(createDataset(9, 2, 2, 100)).not.toEqual(createDataset(8, 2, 2, 100));
  });

  it('are refused where their tag has no room', () => {
    expect(() => createDataset(1, 1, 1, 2)).toThrow(RangeError);
    expect(() => createDataset(1, 46_657, 1, 10)).toThrow(RangeError);
  });
});
