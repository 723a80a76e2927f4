import { illegalArgument, staleSequence } from '../../calls/errors.js';

interface Item {
  readonly data: Buffer;
  readonly expiresAt: number;
}

/** The items of one ring buffer, by sequence. */
export class RingStore {
  readonly capacity: number;
  readonly #ttl: number;
  /** The item with sequence `s` is at index `s % capacity`. */
  readonly #slots: (Item | undefined)[] = [];
  #head = 0;
  #tail = -1;

  /** @param ttl lifetime of an item in ms; 0: until it is overwritten. */
  constructor(capacity: number, ttl: number) {
    this.capacity = capacity;
    this.#ttl = ttl;
  }

  /** Sequence of the oldest item; `tail + 1` if there is none. */
  get head(): number {
    return this.#head;
  }

  /** Sequence of the last item added, even if it has expired; -1 if there never was one. */
  get tail(): number {
    return this.#tail;
  }

  get size(): number {
    return this.#tail - this.#head + 1;
  }

  /** Number of items that can be added before one is overwritten that has not expired; the capacity if items do not expire. */
  get remainingCapacity(): number {
    return this.#ttl === 0 ? this.capacity : this.capacity - this.size;
  }

  /** Adds an item, in place of the oldest if the ring buffer is full. Returns its sequence. */
  add(data: Buffer, now: number): number {
    this.#tail += 1;
    if (this.size > this.capacity) this.#head += 1;
    const expiresAt = this.#ttl === 0 ? Infinity : now + this.#ttl;
    this.#slots[this.#tail % this.capacity] = { data, expiresAt };
    return this.#tail;
  }

  /** Returns the item with this sequence, which must be from `head` to `tail`. */
  at(sequence: number): Buffer {
    return this.#slots[sequence % this.capacity]!.data;
  }

  /** Removes expired items. Members do so before each operation. */
  expire(now: number): void {
    while (this.#head <= this.#tail) {
      const slot = this.#head % this.capacity;
      if (this.#slots[slot]!.expiresAt > now) return;
      this.#slots[slot] = undefined;
      this.#head += 1;
    }
  }

  /** Throws `MemberError` unless the sequence is from `head` to `tail + 1`. */
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

  /** Returns the nearest sequence from `head` to `tail + 1`. */
  clamp(sequence: number): number {
    return Math.min(Math.max(sequence, this.#head), this.#tail + 1);
  }
}
