import { describe, expect, it } from 'vitest';

import { fill, offer, offerBytes, receive, ringAt } from './support/rings.js';

// What any sequence of claims, commits, aborts and publishes does is in `one-to-one-ring.model.test.ts`.

const CAPACITY = 1024;
const LONGEST = CAPACITY / 8 - 8;

describe('claiming', () => {
  it.each([LONGEST + 1, 2 ** 31, -1, Number.NaN])(
    'throws for %d bytes, which can never go inline',
    (length) => {
      const { producer } = ringAt(0);
      expect(() => producer.tryClaim(1, length)).toThrow(
        new RangeError(`payload of ${length} bytes, the longest inline is ${LONGEST}`),
      );
      expect(producer.isClaimOpen).toBe(false);
    },
  );

  it.each([0, -1, -5])('throws for the type %i, which is reserved', (type) => {
    const { producer } = ringAt(0);
    expect(() => producer.tryClaim(type, 8)).toThrow(`record type must be greater than 0, got ${type}`);
  });
});

it('a ring is filled to the last byte by an exact fit', () => {
  const { producer, consumer } = ringAt(0);
  fill(producer, CAPACITY - 40);
  expect(producer.used).toBe(CAPACITY - 40);
  expect(offerBytes(producer, 40)).toBe(true);
  producer.publish();
  expect(producer.used).toBe(CAPACITY);
  expect(consumer.pending).toBe(CAPACITY);
});

it('a full ring has room again after the drain, not before', () => {
  const { producer, consumer } = ringAt(0);
  fill(producer, CAPACITY);
  const inside: boolean[] = [];
  consumer.drain({ onRecord: () => inside.push(producer.hasRoomFor(0)) });
  expect(inside).toEqual(Array<boolean>(8).fill(false));
  expect(producer.hasRoomFor(LONGEST)).toBe(true);
});

it.each([9, -1, Number.NaN])(
  'a commit of %d of 8 claimed bytes throws and leaves the claim open',
  (length) => {
    const { producer } = ringAt(0);
    producer.tryClaim(1, 8);
    expect(() => producer.commit(length)).toThrow(
      new RangeError(`commit of ${length} bytes, claimed were 8`),
    );
    expect(producer.isClaimOpen).toBe(true);
  },
);

it('what is committed or aborted is unpublished until it is published, and then no more', () => {
  const { producer } = ringAt(CAPACITY - 32);
  // Padding that is taken back is nothing to publish.
  producer.tryClaim(1, 100);
  producer.abort();
  expect([producer.hasUnpublished, producer.used]).toEqual([false, 0]);
  offer(producer, 1, 'one');
  expect(producer.hasUnpublished).toBe(true);
  producer.publish();
  expect(producer.hasUnpublished).toBe(false);
});

it('the high-water mark is the most bytes in use at any publish', () => {
  const { producer, consumer } = ringAt(0);
  for (const bytes of [256, 512, 128]) {
    fill(producer, bytes);
    receive(consumer);
  }
  expect(producer.highWater).toBe(512);
  fill(producer, 384);
  fill(producer, 256);
  expect(producer.highWater).toBe(640);
});
