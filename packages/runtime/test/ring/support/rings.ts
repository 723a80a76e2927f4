import { HEAD_INDEX, INSUFFICIENT_CAPACITY, TAIL_INDEX } from '../../../src/ring/layout.js';
import { OneToOneRing } from '../../../src/ring/one-to-one-ring.js';
import type { RingConsumer } from '../../../src/ring/ring-consumer.js';
import type { RingProducer } from '../../../src/ring/ring-producer.js';

export interface Ends {
  readonly ring: OneToOneRing;
  readonly producer: RingProducer;
  readonly consumer: RingConsumer;
}

/** What a handler was given, copied out. Payloads are latin1 text, which `expect` prints better than bytes. */
export interface Received {
  readonly type: number;
  readonly text: string;
}

/**
 * An empty ring both of whose positions are `position` (a multiple of 8, any size: it is cut to int32), as if that many
 * bytes had already gone through.
 */
export function ringAt(position: number, capacity: number = 1024): Ends {
  const ring = OneToOneRing.create(capacity);
  ring.words[TAIL_INDEX] = position | 0;
  ring.words[HEAD_INDEX] = position | 0;
  return { ring, producer: ring.producer(), consumer: ring.consumer() };
}

/** Claims, writes and commits; does not publish. @returns false when there was no room. */
export function offer(producer: RingProducer, type: number, text: string): boolean {
  const offset = producer.tryClaim(type, text.length);
  if (offset === INSUFFICIENT_CAPACITY) return false;
  producer.ring.bytes.write(text, offset, 'latin1');
  producer.commit();
  return true;
}

/** Offers a record that takes exactly `bytes` of the ring, header included. */
export function offerBytes(producer: RingProducer, bytes: number): boolean {
  return offer(producer, 1, 'x'.repeat(bytes - 8));
}

/** Takes up `bytes` of the ring with records of at most an eighth of it, and publishes them. */
export function fill(producer: RingProducer, bytes: number): void {
  const longest = producer.ring.capacity / 8;
  for (let left = bytes; left > 0; left -= Math.min(left, longest)) {
    if (!offerBytes(producer, Math.min(left, longest)))
      throw new Error(`no room for the last ${left} of ${bytes}`);
  }
  producer.publish();
}

/** Drains into a list. */
export function receive(consumer: RingConsumer, limit?: number): Received[] {
  const received: Received[] = [];
  const bytes = consumer.ring.bytes;
  const handler = {
    onRecord(type: number, offset: number, length: number): void {
      received.push({ type, text: bytes.toString('latin1', offset, offset + length) });
    },
  };
  const handled = limit === undefined ? consumer.drain(handler) : consumer.drain(handler, limit);
  if (handled !== received.length) throw new Error(`drain said ${handled}, handed over ${received.length}`);
  return received;
}
