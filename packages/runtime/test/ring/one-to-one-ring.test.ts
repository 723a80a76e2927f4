import { describe, expect, it } from 'vitest';

import {
  CAPACITY_INDEX,
  LAYOUT_VERSION,
  LINE_LENGTH,
  MAGIC_INDEX,
  MAX_CAPACITY,
  MIN_CAPACITY,
  RECORDS_OFFSET,
  VERSION_INDEX,
} from '../../src/ring/layout.js';
import * as layout from '../../src/ring/layout.js';
import { OneToOneRing } from '../../src/ring/one-to-one-ring.js';
import { fill, receive, ringAt } from './support/rings.js';

describe('creating a ring', () => {
  it.each([1024, 2048, 65_536, 2 ** 20])('takes %i bytes of capacity', (capacity) => {
    const ring = OneToOneRing.create(capacity);
    expect(ring.capacity).toBe(capacity);
    expect(ring.maxPayloadLength).toBe(capacity / 8 - 8);
    expect(ring.buffer.byteLength).toBe(RECORDS_OFFSET + capacity);
  });

  it.each([0, -1024, 512, 1023, 1025, 3000, 1024.5, Number.NaN, MAX_CAPACITY * 2, Infinity])(
    'refuses a capacity of %d and names what it accepts',
    (capacity) => {
      expect(() => OneToOneRing.create(capacity)).toThrow(
        new RangeError(
          `ring capacity must be a power of two from ${MIN_CAPACITY} to ${MAX_CAPACITY}, got ${capacity}`,
        ),
      );
    },
  );

  it('gives every shared word a line of its own, apart from the records', () => {
    const words = [layout.TAIL_INDEX, layout.HEAD_INDEX, layout.PARKED_INDEX, layout.STARVED_INDEX];
    const lines = new Set(
      [MAGIC_INDEX, ...words, RECORDS_OFFSET / 4].map((index) => (index * 4) / LINE_LENGTH),
    );
    expect(lines.size).toBe(6);
    expect([...lines].every(Number.isInteger)).toBe(true);
  });
});

describe('attaching to a ring', () => {
  it('goes on where a former producer and a former consumer stopped', () => {
    const { ring, producer, consumer } = ringAt(2 ** 31 - 128);
    fill(producer, 1000);
    receive(consumer, 3);
    const successor = OneToOneRing.attach(ring.buffer);
    expect(successor.consumer().pending).toBe(1000 - 3 * 128);
    expect(successor.producer().used).toBe(1000 - 3 * 128);
  });

  it.each([0, 4, 639, 640, RECORDS_OFFSET + MIN_CAPACITY - 1])('refuses a buffer of %i bytes', (length) => {
    expect(() => OneToOneRing.attach(new SharedArrayBuffer(length))).toThrow(`not a ring: ${length} bytes`);
  });

  it('refuses a buffer that does not start with the magic', () => {
    const { ring } = ringAt(0);
    ring.words[MAGIC_INDEX] = 0xbad;
    expect(() => OneToOneRing.attach(ring.buffer)).toThrow(
      'not a ring: it starts with 0xbad, not 0x4f464c52',
    );
  });

  it('refuses another layout version', () => {
    const { ring } = ringAt(0);
    ring.words[VERSION_INDEX] = LAYOUT_VERSION + 1;
    expect(() => OneToOneRing.attach(ring.buffer)).toThrow(`ring layout version ${LAYOUT_VERSION + 1}`);
  });

  it.each([0, -1024, 1000, 512, 2048, 2 ** 30])(
    'refuses a header that says %i for 1024 bytes',
    (capacity) => {
      const { ring } = ringAt(0);
      ring.words[CAPACITY_INDEX] = capacity;
      expect(() => OneToOneRing.attach(ring.buffer)).toThrow(
        `ring says capacity ${capacity} but its buffer has ${RECORDS_OFFSET + 1024} bytes`,
      );
    },
  );
});
