import { describe, expect, it } from 'vitest';

import { MIN_CAPACITY, RECORD_HEADER_LENGTH } from '../../src/ring/layout.js';
import * as kinds from '../../src/ring/records.js';

describe.each([
  ['request', Object.values(kinds.RequestKind)],
  ['completion', Object.values(kinds.CompletionKind)],
])('kinds of %s records', (_name, values) => {
  it('are distinct and greater than 0, as the ring demands of record types', () => {
    expect(new Set(values).size).toBe(values.length);
    expect(values.every((kind) => Number.isInteger(kind) && kind > 0)).toBe(true);
    expect(Math.max(...values)).toBeLessThan(kinds.FIRST_PROTOCOL_KIND);
  });
});

describe('fields of a record', () => {
  it('of which the greatest generation and a byte make the greatest int32', () => {
    expect((kinds.MAX_GENERATION << 8) | 0xff).toBe(2 ** 31 - 1);
  });

  it('of requests are consecutive int32 words that end with the header', () => {
    const offsets = [
      kinds.REQUEST_SLOT_OFFSET,
      kinds.REQUEST_GENERATION_OFFSET,
      kinds.REQUEST_FLAGS_OFFSET,
      kinds.REQUEST_TIMEOUT_OFFSET,
      kinds.REQUEST_TARGET_OFFSET,
      kinds.REQUEST_LENGTH_OFFSET,
      kinds.REQUEST_HEADER_LENGTH,
    ];
    expect(offsets).toEqual([0, 4, 8, 12, 16, 20, 24]);
  });

  it('of completions leave the body 8-byte aligned, so that an int64 or float64 is read in place', () => {
    expect(kinds.COMPLETION_BODY_OFFSET % 8).toBe(0);
    expect(kinds.SPILL_BUFFERS_OFFSET).toBe(kinds.SPILL_KIND_OFFSET + 4);
    expect(kinds.SPILL_LENGTH_OFFSET).toBe(kinds.SPILL_BUFFERS_OFFSET + 4);
    expect(kinds.SPILL_BODY_LENGTH).toBe(kinds.SPILL_LENGTH_OFFSET + 4 - kinds.COMPLETION_BODY_OFFSET);
  });

  it('fit the longest inline record of the smallest ring', () => {
    const longest = MIN_CAPACITY / 8 - RECORD_HEADER_LENGTH;
    expect(kinds.REQUEST_HEADER_LENGTH).toBeLessThan(longest);
    expect(kinds.SPILL_LENGTH_OFFSET + 4).toBeLessThan(longest);
  });
});
