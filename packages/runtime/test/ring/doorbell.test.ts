import { describe, expect, it } from 'vitest';

import { park, starve, takeParked } from '../../src/ring/doorbell.js';
import { PARKED_INDEX, STARVED_INDEX } from '../../src/ring/layout.js';
import { fill, offer, receive, ringAt } from './support/rings.js';

describe('parking', () => {
  it('on an empty ring succeeds and leaves the flag up', () => {
    const { ring, consumer } = ringAt(0);
    expect(park(consumer)).toBe(true);
    expect(ring.words[PARKED_INDEX]).toBe(1);
  });

  it('on a ring with records is refused and leaves the flag down', () => {
    const { ring, producer, consumer } = ringAt(0);
    fill(producer, 16);
    expect(park(consumer)).toBe(false);
    expect(ring.words[PARKED_INDEX]).toBe(0);
  });

  it('is not prevented by records that nobody has published', () => {
    const { producer, consumer } = ringAt(0);
    offer(producer, 1, 'later');
    expect(park(consumer)).toBe(true);
  });

  it('is answered by exactly one bell, however many batches follow', () => {
    const { producer, consumer } = ringAt(0);
    park(consumer);
    const bells: boolean[] = [];
    for (let i = 0; i < 4; i++) {
      fill(producer, 16);
      bells.push(takeParked(producer));
    }
    expect(bells).toEqual([true, false, false, false]);
  });

  it('again after a drain asks for a bell again', () => {
    const { producer, consumer } = ringAt(0);
    for (let i = 0; i < 3; i++) {
      expect(park(consumer)).toBe(true);
      fill(producer, 16);
      expect(takeParked(producer)).toBe(true);
      expect(receive(consumer)).toHaveLength(1);
    }
  });

  it('can be taken back by a consumer that woke for another reason', () => {
    const { producer, consumer } = ringAt(0);
    park(consumer);
    consumer.clearParked();
    fill(producer, 16);
    expect(takeParked(producer)).toBe(false);
  });
});

describe('a bell', () => {
  it('is not asked for by a consumer that is awake', () => {
    const { producer } = ringAt(0);
    fill(producer, 16);
    expect(takeParked(producer)).toBe(false);
  });
});

describe('starving', () => {
  it('on a full ring succeeds and leaves the flag up until the consumer takes it, once', () => {
    const { ring, producer, consumer } = ringAt(0);
    fill(producer, 1024);
    expect(starve(producer, 8)).toBe(true);
    expect(ring.words[STARVED_INDEX]).toBe(1);
    receive(consumer, 1);
    expect(consumer.takeStarved()).toBe(true);
    expect(consumer.takeStarved()).toBe(false);
    expect(producer.hasRoomFor(8)).toBe(true);
  });

  it('is refused when there is room, also room that this side had not noticed', () => {
    const { ring, producer, consumer } = ringAt(0);
    fill(producer, 1024);
    receive(consumer);
    expect(starve(producer, 120)).toBe(false);
    expect(ring.words[STARVED_INDEX]).toBe(0);
    expect(consumer.takeStarved()).toBe(false);
  });

  it('goes on while the room given back is too little for the record that waits', () => {
    const { producer, consumer } = ringAt(0);
    for (let i = 0; i < 64; i++) offer(producer, 1, '12345678');
    producer.publish();
    expect(starve(producer, 100)).toBe(true);
    receive(consumer, 1);
    expect(consumer.takeStarved()).toBe(true);
    expect(starve(producer, 100)).toBe(true);
    receive(consumer, 6);
    expect(consumer.takeStarved()).toBe(true);
    expect(starve(producer, 100)).toBe(false);
  });

  it('is not asked about by a producer that has room', () => {
    const { consumer } = ringAt(0);
    expect(consumer.takeStarved()).toBe(false);
  });
});
