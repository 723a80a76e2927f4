import { MAX_GENERATION, SLOT_LIMIT } from '@offloop/runtime/ring';
import { describe, expect, it } from 'vitest';

import { attemptOf, correlationHigh, generationOf, MAX_ATTEMPT } from '../../src/invocations/correlation.js';

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
    for (const slot of [0, 1, SLOT_LIMIT, 0x7fffffff, -1]) {
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
