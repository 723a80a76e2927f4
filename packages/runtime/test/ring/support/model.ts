import type { Received } from './rings.js';

/** What an operation answers when the contract says that it throws. */
export const REFUSED = 'refused';
export type Refused = typeof REFUSED;

/** A ring as a random test sees it: the real one and the model answer the same questions, and must answer alike. */
export interface RingUnderTest {
  /** @returns where the payload starts, bytes from the first record, or undefined when there is no room. */
  claim(type: number, length: number): number | undefined | Refused;
  /** Writes `text` into the open claim and commits that much of it. */
  commit(text: string): true | Refused;
  abort(): true | Refused;
  publish(): boolean | Refused;
  hasRoomFor(length: number): boolean;
  drain(limit: number): readonly Received[];
  /** Drains with a handler that throws at the record of this index. */
  drainThrowingAt(index: number): readonly Received[];
  readonly isEmpty: boolean;
  readonly isClaimOpen: boolean;
}

interface Claim {
  readonly start: number;
  readonly type: number;
}
type Entry = Received & { readonly end: number };

/** What the ring should do, in arrays and unbounded numbers: no shared memory, no int32, no cached positions. */
export class RingModel implements RingUnderTest {
  readonly #capacity: number;
  readonly #batch: Entry[] = [];
  readonly #published: Entry[] = [];
  #claim: Claim | undefined;
  #next: number;
  #head: number;

  constructor(capacity: number, position: number) {
    this.#capacity = capacity;
    this.#next = this.#head = position;
  }

  claim(type: number, length: number): number | undefined | Refused {
    if (this.#claim !== undefined || length > this.#capacity / 8 - 8) return REFUSED;
    if (!this.hasRoomFor(length)) return undefined;
    this.#claim = { start: this.#startOf(length), type };
    return (this.#claim.start % this.#capacity) + 8;
  }

  commit(text: string): true | Refused {
    if (this.#claim === undefined) return REFUSED;
    this.#next = this.#claim.start + sizeOf(text.length);
    this.#batch.push({ type: this.#claim.type, text, end: this.#next });
    this.#claim = undefined;
    return true;
  }

  abort(): true | Refused {
    if (this.#claim === undefined) return REFUSED;
    this.#claim = undefined;
    return true;
  }

  publish(): boolean | Refused {
    if (this.#claim !== undefined) return REFUSED;
    const batch = this.#batch.splice(0);
    this.#published.push(...batch);
    return batch.length > 0;
  }

  hasRoomFor(length: number): boolean {
    return this.#startOf(length) + sizeOf(length) - this.#head <= this.#capacity;
  }

  drain(limit: number): readonly Received[] {
    const taken = this.#published.splice(0, limit);
    this.#head = taken.at(-1)?.end ?? this.#head;
    return taken.map(({ type, text }) => ({ type, text }));
  }

  drainThrowingAt(index: number): readonly Received[] {
    return this.drain(index + 1);
  }

  get isEmpty(): boolean {
    return this.#published.length === 0;
  }

  get isClaimOpen(): boolean {
    return this.#claim !== undefined;
  }

  /** A record never lies across the end of the ring: it moves to the next lap instead. */
  #startOf(length: number): number {
    const toEnd = this.#capacity - (this.#next % this.#capacity);
    return sizeOf(length) > toEnd ? this.#next + toEnd : this.#next;
  }
}

function sizeOf(length: number): number {
  return Math.ceil((length + 8) / 8) * 8;
}
