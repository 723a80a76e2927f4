import { HEAD_INDEX, PARKED_INDEX, STARVED_INDEX, TAIL_INDEX } from './layout.js';
import type { RingMemory } from './ring-memory.js';

/** A snapshot of a ring's shared words, which either thread can take at any time. */
export interface RingState {
  /** Bytes for records. */
  readonly capacity: number;
  /** The position up to which the producer has published: a free-running int32; only its difference to `head` means anything. */
  readonly tail: number;
  /** The position up to which the consumer has read: a free-running int32. */
  readonly head: number;
  /** Bytes published and not read. */
  readonly pending: number;
  /** True while the consumer sleeps: a producer that publishes has to wake it. With bytes pending for long, a wake-up was lost. */
  readonly isParked: boolean;
  /** True while the producer waits for room: a consumer that makes some has to tell it. */
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
