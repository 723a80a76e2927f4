import { describe, expect, test } from 'vitest';

import { Invalidations } from '../../../src/map/near-cache/invalidations.js';

const LIFE = { msb: 1n, lsb: 2n };
const NEXT_LIFE = { msb: 1n, lsb: 3n };
const PARTITION = 5;
const TOLERATED = 10;

/** Invalidations of which one partition is known, up to number 100; and whether its values went stale since the last look. */
function bench(): { invalidations: Invalidations; wentStale: () => boolean } {
  const invalidations = new Invalidations(TOLERATED);
  invalidations.learn(PARTITION, LIFE, 100n, true);
  let last = invalidations.generationOf(PARTITION);
  const wentStale = (): boolean => {
    const before = last;
    last = invalidations.generationOf(PARTITION);
    return last !== before;
  };
  return { invalidations, wentStale };
}

describe('values of a partition are fresh', () => {
  test('while one invalidation follows the other, and members have sent no more', () => {
    const { invalidations, wentStale } = bench();
    for (let sequence = 101n; sequence < 200n; sequence++) invalidations.hear(PARTITION, LIFE, sequence);
    invalidations.beginRepair();
    invalidations.learn(PARTITION, LIFE, 199n, false);
    expect(wentStale()).toBe(false);
  });

  test('while what members have sent is on its way, until they are asked again', () => {
    const { invalidations, wentStale } = bench();
    invalidations.learn(PARTITION, LIFE, 103n, false);
    expect(wentStale()).toBe(false);
    for (const sequence of [101n, 102n, 103n]) invalidations.hear(PARTITION, LIFE, sequence);
    invalidations.beginRepair();
    invalidations.learn(PARTITION, LIFE, 103n, false);
    expect(wentStale()).toBe(false);
  });

  test('when an invalidation comes twice, or late', () => {
    const { invalidations, wentStale } = bench();
    for (const sequence of [101n, 101n, 99n]) invalidations.hear(PARTITION, LIFE, sequence);
    invalidations.beginRepair();
    expect(wentStale()).toBe(false);
  });
});

describe('values of a partition are stale', () => {
  test('when the partition began its count anew', () => {
    const { invalidations, wentStale } = bench();
    invalidations.hear(PARTITION, NEXT_LIFE, 1n);
    expect(wentStale()).toBe(true);
    invalidations.learn(PARTITION, LIFE, 1n, false);
    expect(wentStale()).toBe(true);
  });

  test('when a number is lower after a break: from then on losses are found by it', () => {
    const { invalidations, wentStale } = bench();
    invalidations.learn(PARTITION, LIFE, 99n, false);
    expect(wentStale()).toBe(false);
    invalidations.learn(PARTITION, LIFE, 1n, true);
    expect(wentStale()).toBe(true);
    invalidations.learn(PARTITION, LIFE, 1n, true);
    invalidations.hear(PARTITION, LIFE, 2n);
    expect(wentStale()).toBe(false);
    invalidations.learn(PARTITION, LIFE, 3n, true);
    expect(wentStale()).toBe(true);
  });

  test('when a number is lower than was known before members were asked: its count began anew', () => {
    const { invalidations, wentStale } = bench();
    invalidations.hear(PARTITION, LIFE, 101n);
    invalidations.beginRepair();
    // It was sent while the answer was on its way.
    invalidations.hear(PARTITION, LIFE, 102n);
    expect(invalidations.learn(PARTITION, LIFE, 101n, false)).toBe(false);
    expect(wentStale()).toBe(false);
    invalidations.beginRepair();
    expect(invalidations.learn(PARTITION, LIFE, 3n, false)).toBe(true);
    expect(wentStale()).toBe(true);
    invalidations.hear(PARTITION, LIFE, 4n);
    invalidations.beginRepair();
    expect(invalidations.learn(PARTITION, LIFE, 4n, false)).toBe(false);
    expect(wentStale()).toBe(false);
  });

  test('at once when too many invalidations are missing, in all partitions together', () => {
    const { invalidations, wentStale } = bench();
    const other = PARTITION + 1;
    invalidations.learn(other, LIFE, 0n, true);
    const generation = invalidations.generationOf(other);
    invalidations.hear(PARTITION, LIFE, 101n + 5n);
    expect(wentStale()).toBe(false);
    invalidations.hear(other, LIFE, 1n + 5n);
    expect(wentStale()).toBe(true);
    expect(invalidations.generationOf(other)).not.toBe(generation);
  });

  test('at the next repair when few are missing', () => {
    const { invalidations, wentStale } = bench();
    invalidations.hear(PARTITION, LIFE, 102n);
    expect(wentStale()).toBe(false);
    invalidations.beginRepair();
    expect(wentStale()).toBe(true);
    invalidations.beginRepair();
    expect(wentStale()).toBe(false);
  });

  test('when what members had sent before the last repair is not there at this one', () => {
    const { invalidations, wentStale } = bench();
    invalidations.learn(PARTITION, LIFE, 102n, false);
    invalidations.hear(PARTITION, LIFE, 101n);
    invalidations.learn(PARTITION, LIFE, 102n, false);
    expect(wentStale()).toBe(true);
    invalidations.learn(PARTITION, LIFE, 102n, false);
    expect(wentStale()).toBe(false);
  });

  test('when a strict repair finds that members had sent more', () => {
    const { invalidations, wentStale } = bench();
    invalidations.learn(PARTITION, LIFE, 101n, true);
    expect(wentStale()).toBe(true);
  });

  test('and those of other partitions are not', () => {
    const { invalidations } = bench();
    invalidations.learn(7, LIFE, 1n, true);
    const generation = invalidations.generationOf(7);
    invalidations.learn(PARTITION, LIFE, 500n, true);
    expect(invalidations.generationOf(7)).toBe(generation);
  });
});
