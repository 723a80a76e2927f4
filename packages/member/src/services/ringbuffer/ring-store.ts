import { illegalArgument, staleSequence } from '../../calls/errors.js';

interface Item {
  readonly data: Buffer;
  readonly expiresAt: number;
}

/** The items of one ring buffer, by their sequences. */
export class RingStore {
  readonly capacity: number;
  readonly #ttl: number;
  /** The item with sequence `s` is at `s % capacity`; slots nobody has reached yet are not there. */
  readonly #slots: (Item | undefined)[] = [];
  #head = 0;
  #tail = -1;

  /** @param ttl in ms; 0: items live until they are overwritten. */
  constructor(capacity: number, ttl: number) {
    this.capacity = capacity;
    this.#ttl = ttl;
  }

  /** Sequence of the oldest item; that behind the tail if there is none. */
  get head(): number {
    return this.#head;
  }

  /** Sequence of the newest item ever; -1 before the first. */
  get tail(): number {
    return this.#tail;
  }

  get size(): number {
    return this.#tail - this.#head + 1;
  }

  /** How many items can be added before one has to go that should have lived longer. */
  get remainingCapacity(): number {
    return this.#ttl === 0 ? this.capacity : this.capacity - this.size;
  }

  /** Adds an item in the oldest one's place, if there is no other. @returns its sequence. */
  add(data: Buffer, now: number): number {
    this.#tail += 1;
    if (this.size > this.capacity) this.#head += 1;
    const expiresAt = this.#ttl === 0 ? Infinity : now + this.#ttl;
    this.#slots[this.#tail % this.capacity] = { data, expiresAt };
    return this.#tail;
  }

  /** The item with a sequence from the head to the tail. */
  at(sequence: number): Buffer {
    return this.#slots[sequence % this.capacity]!.data;
  }

  /** Lets go of what has lived long enough. Members do so before each operation. */
  expire(now: number): void {
    while (this.#head <= this.#tail) {
      const slot = this.#head % this.capacity;
      if (this.#slots[slot]!.expiresAt > now) return;
      this.#slots[slot] = undefined;
      this.#head += 1;
    }
  }

  /** Throws `MemberError` unless there is an item with this sequence, or it is the next. */
  checkReadable(sequence: number): void {
    if (sequence > this.#tail + 1) {
      throw illegalArgument(`sequence:${sequence} is too large. The current tailSequence is:${this.#tail}`);
    }
    if (sequence < this.#head) {
      throw staleSequence(
        `sequence:${sequence} is too small and data store is disabled. ` +
          `The current headSequence is:${this.#head} tailSequence is:${this.#tail}`,
      );
    }
  }

  /** The nearest sequence that can be read, now or next. */
  clamp(sequence: number): number {
    return Math.min(Math.max(sequence, this.#head), this.#tail + 1);
  }
}
