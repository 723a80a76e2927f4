import { describe, expect, it } from 'vitest';

import { HEAD_INDEX, RECORDS_OFFSET, TAIL_INDEX } from '../../src/ring/layout.js';
import { offer, receive, ringAt, type Ends } from './support/rings.js';

// What any sequence of drains does, throwing ones among them, is in `one-to-one-ring.model.test.ts`.

const CAPACITY = 1024;

function withRecords(...texts: string[]): Ends {
  const ends = ringAt(0);
  for (const text of texts) offer(ends.producer, 1, text);
  ends.producer.publish();
  return ends;
}

describe('draining', () => {
  it('ends at the record whose handler cuts it, and the next drain goes on behind that', () => {
    const { ring, consumer } = withRecords('1', '2', '3');
    const seen: string[] = [];
    const onRecord = (_type: number, offset: number, length: number): void => {
      const text = ring.bytes.toString('latin1', offset, offset + length);
      seen.push(text);
      if (text === '2') consumer.cutDrain();
    };
    expect(consumer.drain({ onRecord })).toBe(2);
    expect(seen).toEqual(['1', '2']);
    expect(consumer.drain({ onRecord })).toBe(1);
    expect(seen).toEqual(['1', '2', '3']);
  });

  it('ends at the tail it saw first, even when the handler makes the producer publish more', () => {
    const { producer, consumer } = withRecords('1', '2');
    const seen: number[] = [];
    const handled = consumer.drain({
      onRecord(type) {
        seen.push(type);
        offer(producer, 9, 'more');
        producer.publish();
      },
    });
    expect(handled).toBe(2);
    expect(seen).toEqual([1, 1]);
    expect(receive(consumer)).toEqual([
      { type: 9, text: 'more' },
      { type: 9, text: 'more' },
    ]);
  });

  it('gives space back once, after the last handler', () => {
    const { ring, consumer } = withRecords('a', 'b', 'c');
    const heads: (number | undefined)[] = [];
    consumer.drain({ onRecord: () => heads.push(ring.words[HEAD_INDEX]) });
    expect(heads).toEqual([0, 0, 0]);
    expect(ring.words[HEAD_INDEX]).toBe(48);
  });

  it('from inside a drain is refused, and the ring works on afterwards', () => {
    const { consumer } = withRecords('a', 'b');
    expect(() => consumer.drain({ onRecord: () => void receive(consumer) })).toThrow(
      'drain called from inside a drain of the same ring',
    );
    expect(receive(consumer)).toEqual([{ type: 1, text: 'b' }]);
  });
});

describe('a corrupt ring', () => {
  const MAX_INT32 = 0x7fffffff;

  it.each([0, 1, 7, -1, -8, -MAX_INT32, -MAX_INT32 - 1, 25, 1025, MAX_INT32, MAX_INT32 - 7])(
    'whose record of 24 bytes says %i throws without calling the handler',
    (length) => {
      const { ring, consumer } = withRecords('sixteen bytes...');
      ring.words[RECORDS_OFFSET / 4] = length;
      const seen: number[] = [];
      const drain = (): number => consumer.drain({ onRecord: (type) => seen.push(type) });
      expect(drain).toThrow(`corrupt ring: record of ${length} bytes at position 0`);
      expect(drain).toThrow('corrupt ring');
      expect(seen).toEqual([]);
    },
  );

  it('whose record reaches over the end of the buffer throws, though that much was published', () => {
    const { ring, producer, consumer } = ringAt(CAPACITY - 24);
    offer(producer, 1, 'sixteen bytes...');
    offer(producer, 1, 'behind the wrap');
    producer.publish();
    ring.words[(RECORDS_OFFSET + CAPACITY - 24) / 4] = 40;
    expect(() => receive(consumer)).toThrow('corrupt ring: record of 40 bytes');
  });

  it('whose padding says more than there is left throws', () => {
    const { ring, producer, consumer } = ringAt(CAPACITY - 24);
    offer(producer, 1, 'longer than sixteen bytes');
    producer.publish();
    ring.words[(RECORDS_OFFSET + CAPACITY - 24) / 4] = 32;
    expect(() => receive(consumer)).toThrow('corrupt ring: record of 32 bytes');
  });

  it.each([4, 23, -8, CAPACITY + 24])(
    'whose tail is off by %i throws before it reads past its records',
    (off) => {
      const { ring, consumer } = withRecords('sixteen bytes...');
      ring.words[TAIL_INDEX] = 24 + off;
      const seen: number[] = [];
      // Memory behind the published record is zero, so going on after it ends there too, at the latest.
      expect(() => consumer.drain({ onRecord: (_type, offset) => seen.push(offset) })).toThrow(
        'corrupt ring',
      );
      expect(seen.length).toBeLessThanOrEqual(1);
    },
  );

  it('hands over what came before the corrupt record', () => {
    const { ring, consumer } = withRecords('good', 'bad');
    ring.words[(RECORDS_OFFSET + 16) / 4] = 3;
    const seen: number[] = [];
    expect(() => consumer.drain({ onRecord: (_type, _offset, length) => seen.push(length) })).toThrow(
      'corrupt ring: record of 3 bytes at position 16, tail 32',
    );
    expect(seen).toEqual([4]);
    expect(ring.words[HEAD_INDEX]).toBe(16);
  });
});
