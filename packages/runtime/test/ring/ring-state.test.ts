import { expect, test } from 'vitest';

import { park, starve } from '../../src/ring/doorbell.js';
import { HEAD_INDEX, INSUFFICIENT_CAPACITY, TAIL_INDEX } from '../../src/ring/layout.js';
import { OneToOneRing } from '../../src/ring/one-to-one-ring.js';
import { ringState } from '../../src/ring/ring-state.js';

test('the state of a ring tells its positions and flags, and what is pending also across their wrap', () => {
  const ring = OneToOneRing.create(1024);
  ring.words[HEAD_INDEX] = ring.words[TAIL_INDEX] = 2 ** 31 - 16;
  const producer = ring.producer();
  const consumer = ring.consumer();
  expect(ringState(ring)).toEqual({
    capacity: 1024,
    tail: 2 ** 31 - 16,
    head: 2 ** 31 - 16,
    pending: 0,
    isParked: false,
    isStarved: false,
  });
  expect(park(consumer)).toBe(true);
  while (producer.tryClaim(1, 120) !== INSUFFICIENT_CAPACITY) producer.commit();
  producer.publish();
  expect(starve(producer, 120)).toBe(true);
  const full = ringState(ring);
  expect(full).toMatchObject({ head: 2 ** 31 - 16, isParked: true, isStarved: true });
  expect(full.pending).toBe(producer.used);
  expect(full.tail).toBeLessThan(0);
  consumer.drain({ onRecord: () => undefined });
  expect(ringState(ring).pending).toBe(0);
});
