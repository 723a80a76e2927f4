import { PARKED_INDEX } from './layout.js';
import type { RingConsumer } from './ring-consumer.js';
import type { RingProducer } from './ring-producer.js';

/**
 * When to wake the other thread: at most once a batch, and only if it sleeps.
 *
 * ```
 * consumer, ring empty:  parked := 1; is the ring still empty?  yes: sleep   no: parked := 0 and drain
 * producer, published:   parked = 1 and I am the one who takes it down?  yes: signal
 * ```
 *
 * Sequential consistency of `Atomics` leaves two outcomes: either the consumer's second look sees the new tail, or the
 * producer's look sees the flag. Both at once is harmless (a signal too many), neither is impossible. Lost wake-ups of
 * this shape are the commonest bug of their kind (io_uring 724cb4f9ec90, virtio 40ce7919d873).
 */

/** Called by the consumer. @returns true when it may sleep until the doorbell; false when records came meanwhile. */
export function park(consumer: RingConsumer): boolean {
  consumer.declareParked();
  // PARK, then look again: swapping these two lines loses a wake-up.
  if (consumer.isEmpty()) return true;
  consumer.clearParked();
  return false;
}

/** Called by the producer after `publish`. @returns true when the consumer slept: this call took its flag, so signal it. */
export function takeParked(producer: RingProducer): boolean {
  const words = producer.ring.words;
  return Atomics.load(words, PARKED_INDEX) === 1 && Atomics.exchange(words, PARKED_INDEX, 0) === 1;
}

/**
 * Called by the producer when the ring is full. It must have published before, and signalled if `takeParked` returned true: the
 * consumer makes no room while it sleeps on a batch it cannot see.
 *
 * @returns true when it must wait for the consumer to tell it; false when there is room now.
 */
export function starve(producer: RingProducer, payloadLength: number): boolean {
  producer.declareStarved();
  // STARVE, then look again: the mirror of `park`, and the same loss if swapped.
  if (!producer.hasRoomFor(payloadLength)) return true;
  producer.clearStarved();
  return false;
}
