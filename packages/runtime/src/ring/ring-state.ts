import { HEAD_INDEX, PARKED_INDEX, STARVED_INDEX, TAIL_INDEX } from './layout.js';
import type { RingMemory } from './ring-memory.js';

/** What the shared words of a ring say at this moment. Both threads may ask, whatever its two ends do. */
export interface RingState {
  /** Bytes for records. */
  readonly capacity: number;
  /** How far the producer has published: a free-running int32, of which only the difference to `head` means anything. */
  readonly tail: number;
  /** How far the consumer has read. */
  readonly head: number;
  /** Bytes published and not read. */
  readonly pending: number;
  /** The consumer sleeps: a producer that publishes has to wake it. Parked with bytes pending is a lost wake-up, if it lasts. */
  readonly isParked: boolean;
  /** The producer waits for room: a consumer that makes some has to tell it. */
  readonly isStarved: boolean;
}

export function ringState({ words, capacity }: RingMemory): RingState {
  // HEAD first: it only grows, so that what is pending may be too much, and is never negative.
  const head = Atomics.load(words, HEAD_INDEX);
  const tail = Atomics.load(words, TAIL_INDEX);
  return {
    capacity,
    tail,
    head,
    pending: (tail - head) | 0,
    isParked: Atomics.load(words, PARKED_INDEX) === 1,
    isStarved: Atomics.load(words, STARVED_INDEX) === 1,
  };
}
