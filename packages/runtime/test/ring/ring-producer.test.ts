import { describe, expect, it } from 'vitest';

import { INSUFFICIENT_CAPACITY, RECORDS_OFFSET, TAIL_INDEX } from '../../src/ring/layout.js';
import { fill, offer, offerBytes, receive, ringAt } from './support/rings.js';

const CAPACITY = 1024;
const LONGEST = CAPACITY / 8 - 8;

describe('claiming', () => {
  it('gives the payload an 8-byte aligned offset, whatever the lengths before it', () => {
    const { producer } = ringAt(0);
    for (let length = 0; length < 24; length++) {
      const offset = producer.tryClaim(1, length);
      expect(offset % 8).toBe(0);
      producer.commit();
    }
  });

  it('uses the ring to its last byte without padding when a record ends exactly at the wrap', () => {
    const { producer, consumer } = ringAt(CAPACITY - 64);
    const offset = producer.tryClaim(1, 56);
    expect(offset).toBe(RECORDS_OFFSET + CAPACITY - 64 + 8);
    producer.commit();
    producer.publish();
    expect(producer.used).toBe(64);
    expect(receive(consumer)).toHaveLength(1);
  });

  it('lets a record without payload take the last 8 bytes', () => {
    const { producer, consumer } = ringAt(CAPACITY - 8);
    expect(producer.tryClaim(7, 0)).toBe(RECORDS_OFFSET + CAPACITY);
    producer.commit();
    producer.publish();
    expect(producer.used).toBe(8);
    expect(receive(consumer)).toEqual([{ type: 7, text: '' }]);
  });

  it.each([8, 16, 56])('pads the last %i bytes when the record does not fit there', (left) => {
    const { producer, consumer } = ringAt(CAPACITY - left);
    expect(producer.tryClaim(3, 60)).toBe(RECORDS_OFFSET + 8);
    producer.ring.bytes.write('w'.repeat(60), RECORDS_OFFSET + 8, 'latin1');
    producer.commit();
    producer.publish();
    expect(producer.used).toBe(left + 72);
    expect(receive(consumer)).toEqual([{ type: 3, text: 'w'.repeat(60) }]);
    expect(consumer.isEmpty()).toBe(true);
  });

  it('finds room for the longest payload in an empty ring, wherever the wrap falls', () => {
    for (let start = 0; start < CAPACITY; start += 8) {
      const { producer, consumer } = ringAt(start);
      expect(offer(producer, 1, 'l'.repeat(LONGEST))).toBe(true);
      producer.publish();
      expect(receive(consumer)).toEqual([{ type: 1, text: 'l'.repeat(LONGEST) }]);
    }
  });

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

  it('throws while another claim is open, and leaves that one alone', () => {
    const { producer, consumer } = ringAt(0);
    producer.ring.bytes.write('mine', producer.tryClaim(1, 4), 'latin1');
    expect(() => producer.tryClaim(2, 4)).toThrow('a claim is already open');
    producer.commit();
    producer.publish();
    expect(receive(consumer)).toEqual([{ type: 1, text: 'mine' }]);
  });
});

describe('a full ring', () => {
  it('is filled to the last byte by an exact fit', () => {
    const { producer, consumer } = ringAt(0);
    fill(producer, CAPACITY - 40);
    expect(offerBytes(producer, 40)).toBe(true);
    producer.publish();
    expect(producer.used).toBe(CAPACITY);
    expect(consumer.pending).toBe(CAPACITY);
  });

  it('answers INSUFFICIENT_CAPACITY to 8 bytes more than there is room for', () => {
    const { producer } = ringAt(0);
    fill(producer, CAPACITY - 40);
    expect(producer.tryClaim(1, 33)).toBe(INSUFFICIENT_CAPACITY);
    expect(producer.hasRoomFor(33)).toBe(false);
    expect(producer.hasRoomFor(32)).toBe(true);
    expect(producer.tryClaim(1, 32)).not.toBe(INSUFFICIENT_CAPACITY);
  });

  it('counts the padding a record would need', () => {
    // 24 bytes to the wrap and 64 bytes of room behind it: 64 + 24 is too little for a record of 72.
    const { producer, consumer } = ringAt(CAPACITY - 24 - (CAPACITY - 88));
    fill(producer, CAPACITY - 88);
    expect(producer.hasRoomFor(64)).toBe(false);
    expect(producer.tryClaim(1, 64)).toBe(INSUFFICIENT_CAPACITY);
    expect(producer.hasRoomFor(56)).toBe(true);
    expect(offer(producer, 1, 'p'.repeat(56))).toBe(true);
    producer.publish();
    expect(producer.used).toBe(CAPACITY);
    expect(receive(consumer).at(-1)).toEqual({ type: 1, text: 'p'.repeat(56) });
  });

  it('is left as it was by a claim that found no room', () => {
    const { ring, producer } = ringAt(CAPACITY - 128);
    fill(producer, CAPACITY - 8);
    const before = Buffer.from(ring.bytes);
    expect(producer.tryClaim(1, 16)).toBe(INSUFFICIENT_CAPACITY);
    expect(producer.isClaimOpen).toBe(false);
    expect(producer.hasUnpublished).toBe(false);
    expect(before.equals(ring.bytes)).toBe(true);
  });

  it('has room again after the drain, not before', () => {
    const { producer, consumer } = ringAt(0);
    fill(producer, CAPACITY);
    const inside: boolean[] = [];
    consumer.drain({ onRecord: () => inside.push(producer.hasRoomFor(0)) });
    expect(inside).toEqual(Array<boolean>(8).fill(false));
    expect(producer.hasRoomFor(LONGEST)).toBe(true);
  });
});

describe('committing', () => {
  it('fewer bytes than were claimed gives the rest back', () => {
    const { producer, consumer } = ringAt(0);
    const offset = producer.tryClaim(1, 100);
    producer.ring.bytes.write('short', offset, 'latin1');
    producer.commit(5);
    expect(producer.used).toBe(16);
    expect(producer.tryClaim(2, 1)).toBe(offset + 16);
    producer.ring.bytes.write('n', offset + 16, 'latin1');
    producer.commit();
    producer.publish();
    expect(receive(consumer)).toEqual([
      { type: 1, text: 'short' },
      { type: 2, text: 'n' },
    ]);
  });

  it('zero bytes makes a record without payload', () => {
    const { producer, consumer } = ringAt(0);
    producer.tryClaim(4, LONGEST);
    producer.commit(0);
    producer.publish();
    expect(receive(consumer)).toEqual([{ type: 4, text: '' }]);
  });

  it('fewer bytes, behind padding, still starts at the beginning of the ring', () => {
    const { producer, consumer } = ringAt(CAPACITY - 48);
    expect(producer.tryClaim(1, 100)).toBe(RECORDS_OFFSET + 8);
    producer.ring.bytes.write('s', RECORDS_OFFSET + 8, 'latin1');
    producer.commit(1);
    producer.publish();
    expect(producer.used).toBe(48 + 16);
    expect(receive(consumer)).toEqual([{ type: 1, text: 's' }]);
  });

  it.each([9, -1, Number.NaN])('%d of 8 claimed bytes throws and leaves the claim open', (length) => {
    const { producer } = ringAt(0);
    producer.tryClaim(1, 8);
    expect(() => producer.commit(length)).toThrow(
      new RangeError(`commit of ${length} bytes, claimed were 8`),
    );
    expect(producer.isClaimOpen).toBe(true);
  });

  it('without a claim throws', () => {
    const { producer } = ringAt(0);
    expect(() => producer.commit()).toThrow('commit without a claim');
    offer(producer, 1, 'once');
    expect(() => producer.commit()).toThrow('commit without a claim');
  });
});

describe('aborting', () => {
  it('leaves no trace of the claim', () => {
    const { producer, consumer } = ringAt(0);
    offer(producer, 1, 'kept');
    const offset = producer.tryClaim(2, 64);
    producer.ring.bytes.fill(0xff, offset, offset + 64);
    producer.abort();
    expect(producer.used).toBe(16);
    expect(producer.tryClaim(3, 4)).toBe(offset);
    producer.ring.bytes.write('next', offset, 'latin1');
    producer.commit();
    producer.publish();
    expect(receive(consumer)).toEqual([
      { type: 1, text: 'kept' },
      { type: 3, text: 'next' },
    ]);
  });

  it('takes back the padding too, so that a shorter record still goes in front of the wrap', () => {
    const { producer, consumer } = ringAt(CAPACITY - 32);
    expect(producer.tryClaim(1, 100)).toBe(RECORDS_OFFSET + 8);
    producer.abort();
    expect(producer.hasUnpublished).toBe(false);
    expect(producer.publish()).toBe(false);
    expect(producer.tryClaim(2, 24)).toBe(RECORDS_OFFSET + CAPACITY - 24);
    producer.ring.bytes.write('t'.repeat(24), RECORDS_OFFSET + CAPACITY - 24, 'latin1');
    producer.commit();
    producer.publish();
    expect(receive(consumer)).toEqual([{ type: 2, text: 't'.repeat(24) }]);
  });

  it('without a claim throws', () => {
    const { producer } = ringAt(0);
    expect(() => producer.abort()).toThrow('abort without a claim');
  });
});

describe('publishing', () => {
  it('shows nothing before and the whole batch at once', () => {
    const { ring, producer, consumer } = ringAt(0);
    for (const text of ['a', 'b', 'c']) {
      offer(producer, 1, text);
      expect(ring.words[TAIL_INDEX]).toBe(0);
      expect(consumer.isEmpty()).toBe(true);
      expect(receive(consumer)).toEqual([]);
    }
    expect(producer.hasUnpublished).toBe(true);
    expect(producer.publish()).toBe(true);
    expect(producer.hasUnpublished).toBe(false);
    expect(receive(consumer).map((record) => record.text)).toEqual(['a', 'b', 'c']);
  });

  it('says false and stores nothing when there is nothing new', () => {
    const { producer } = ringAt(0);
    expect(producer.publish()).toBe(false);
    offer(producer, 1, 'one');
    expect(producer.publish()).toBe(true);
    expect(producer.publish()).toBe(false);
  });

  it('is refused while a claim is open', () => {
    const { ring, producer } = ringAt(0);
    offer(producer, 1, 'committed');
    producer.tryClaim(1, 8);
    expect(() => producer.publish()).toThrow('publish while a claim is open');
    expect(ring.words[TAIL_INDEX]).toBe(0);
    producer.abort();
    expect(producer.publish()).toBe(true);
  });
});

describe('the high-water mark', () => {
  it('is the most bytes in use at any publish', () => {
    const { producer, consumer } = ringAt(0);
    fill(producer, 256);
    receive(consumer);
    fill(producer, 512);
    receive(consumer);
    fill(producer, 128);
    expect(producer.highWater).toBe(512);
  });

  it('does not climb with the traffic when every batch is drained at once', () => {
    const { producer, consumer } = ringAt(0);
    for (let i = 0; i < 200; i++) {
      fill(producer, 64);
      receive(consumer);
    }
    expect(producer.highWater).toBe(64);
  });

  it('counts batches that the consumer has not taken yet', () => {
    const { producer } = ringAt(0);
    fill(producer, 64);
    fill(producer, 64);
    expect(producer.highWater).toBe(128);
  });
});
