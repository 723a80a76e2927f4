import { describe, expect, it } from 'vitest';

import * as kinds from '../../src/ring/record-kinds.js';
import { RECORD_HEADER_LENGTH, MIN_CAPACITY } from '../../src/ring/layout.js';

const { attemptOf, correlationHigh, generationOf, MAX_ATTEMPT, MAX_GENERATION } = kinds;

const GENERATIONS = [0, 1, 255, 256, 65_535, 2 ** 22, MAX_GENERATION - 1, MAX_GENERATION];
const ATTEMPTS = [0, 1, 2, 127, 128, 254, MAX_ATTEMPT];

/** The correlation id as the protocol sees it: a signed 64-bit little-endian integer of two words. */
function asInt64(high: number, low: number): bigint {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32LE(low, 0);
  bytes.writeInt32LE(high, 4);
  return bytes.readBigInt64LE();
}

describe('the high word of a correlation id', () => {
  it.each(GENERATIONS)('gives generation %i and every attempt back', (generation) => {
    for (const attempt of ATTEMPTS) {
      const high = correlationHigh(generation, attempt);
      expect([generationOf(high), attemptOf(high)]).toEqual([generation, attempt]);
    }
  });

  it('differs between any two of generation and attempt', () => {
    const highs = GENERATIONS.flatMap((generation) =>
      ATTEMPTS.map((attempt) => correlationHigh(generation, attempt)),
    );
    expect(new Set(highs).size).toBe(GENERATIONS.length * ATTEMPTS.length);
  });

  it('makes an id that is never −1 nor negative, whatever the slot', () => {
    for (const slot of [0, 1, kinds.INTERNAL_SLOT_BASE, 0x7fffffff, -1]) {
      for (const generation of GENERATIONS) {
        for (const attempt of ATTEMPTS) {
          expect(asInt64(correlationHigh(generation, attempt), slot)).toBeGreaterThanOrEqual(0n);
        }
      }
    }
  });

  it('survives the member, which returns it as eight bytes', () => {
    const bytes = Buffer.alloc(8);
    bytes.writeInt32LE(correlationHigh(MAX_GENERATION, MAX_ATTEMPT), 4);
    const high = bytes.readInt32LE(4);
    expect(generationOf(high)).toBe(MAX_GENERATION);
    expect(attemptOf(high)).toBe(MAX_ATTEMPT);
  });
});

describe.each([
  ['request', Object.values(kinds.RequestKind)],
  ['completion', Object.values(kinds.CompletionKind)],
])('kinds of %s records', (_name, values) => {
  it('are distinct and greater than 0, as the ring demands of record types', () => {
    expect(new Set(values).size).toBe(values.length);
    expect(values.every((kind) => Number.isInteger(kind) && kind > 0)).toBe(true);
  });
});

describe('fields of a record', () => {
  it('of requests are consecutive int32 words that end with the header', () => {
    const offsets = [
      kinds.REQUEST_SLOT_OFFSET,
      kinds.REQUEST_GENERATION_OFFSET,
      kinds.REQUEST_FLAGS_OFFSET,
      kinds.REQUEST_TIMEOUT_OFFSET,
      kinds.REQUEST_TARGET_OFFSET,
      kinds.REQUEST_WIRE_LENGTH_OFFSET,
      kinds.REQUEST_HEADER_LENGTH,
    ];
    expect(offsets).toEqual([0, 4, 8, 12, 16, 20, 24]);
  });

  it('of completions leave the body 8-byte aligned, so that an int64 or float64 is read in place', () => {
    expect(kinds.COMPLETION_BODY_OFFSET % 8).toBe(0);
    expect(kinds.SPILL_LENGTH_OFFSET).toBe(kinds.SPILL_KIND_OFFSET + 4);
  });

  it('fit the longest inline record of the smallest ring', () => {
    const longest = MIN_CAPACITY / 8 - RECORD_HEADER_LENGTH;
    expect(kinds.REQUEST_HEADER_LENGTH).toBeLessThan(longest);
    expect(kinds.SPILL_LENGTH_OFFSET + 4).toBeLessThan(longest);
  });

  it('use a bit of its own for each request flag', () => {
    const flags = Object.values(kinds.RequestFlag);
    expect(flags.every((flag) => flag > 0 && (flag & (flag - 1)) === 0)).toBe(true);
    expect(new Set(flags).size).toBe(flags.length);
  });
});
