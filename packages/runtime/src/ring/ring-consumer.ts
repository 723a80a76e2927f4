import {
  alignRecord,
  HEAD_INDEX,
  PADDING_TYPE,
  PARKED_INDEX,
  RECORD_HEADER_LENGTH,
  RECORDS_OFFSET,
  STARVED_INDEX,
  TAIL_INDEX,
} from './layout.js';
import type { RingMemory } from './ring-memory.js';

/** Receives the records of a drain. It must copy what it keeps of a record: the bytes are the producer's again after the drain. */
export interface RecordHandler {
  /** @param offset of the payload in `ring.bytes`, 8-byte aligned. @param length of the payload, bytes. */
  onRecord(type: number, offset: number, length: number): void;
}

/** The consuming end of a ring. */
export class RingConsumer {
  readonly ring: RingMemory;
  readonly #words: Int32Array;
  readonly #capacity: number;
  readonly #mask: number;
  #position: number;
  #draining = false;
  #limit = 0;

  constructor(ring: RingMemory) {
    this.ring = ring;
    this.#words = ring.words;
    this.#capacity = ring.capacity;
    this.#mask = ring.capacity - 1;
    this.#position = Atomics.load(ring.words, HEAD_INDEX);
  }

  /** The position up to which this side has read: a free-running int32. */
  get position(): number {
    return this.#position;
  }

  isEmpty(): boolean {
    return Atomics.load(this.#words, TAIL_INDEX) === this.#position;
  }

  /** Bytes published and not yet consumed. */
  get pending(): number {
    return (Atomics.load(this.#words, TAIL_INDEX) - this.#position) | 0;
  }

  /**
   * Hands at most `limit` records to the handler, and none that is published after the call began: a producer that
   * keeps producing cannot hold the consumer here.
   *
   * A handler that throws ends the drain; its record counts as consumed, and the error goes to the caller.
   *
   * @returns the number of records handled (padding is not one).
   */
  drain(handler: RecordHandler, limit: number = Number.MAX_SAFE_INTEGER): number {
    if (this.#draining) throw new Error('drain called from inside a drain of the same ring');
    // ACQUIRE: every record up to this tail was written before it was stored.
    const tail = Atomics.load(this.#words, TAIL_INDEX);
    let position = this.#position;
    if (tail === position) return 0;
    const words = this.#words;
    let handled = 0;
    this.#limit = limit;
    this.#draining = true;
    try {
      while (position !== tail && handled < this.#limit) {
        const offset = position & this.#mask;
        const start = RECORDS_OFFSET + offset;
        const length = words[start >> 2];
        const type = words[(start >> 2) + 1];
        // A record reaches neither past the published tail nor past the end of the ring, or the handler would read
        // stale bytes, or memory that is not the ring's.
        if (
          length < RECORD_HEADER_LENGTH ||
          length > ((tail - position) | 0) ||
          length > this.#capacity - offset
        ) {
          throw new Error(
            `corrupt ring: record of ${length} bytes at position ${position}, tail ${tail}, capacity ${this.#capacity}`,
          );
        }
        position = (position + alignRecord(length)) | 0;
        if (type === PADDING_TYPE) continue;
        handled++;
        handler.onRecord(type, start + RECORD_HEADER_LENGTH, length - RECORD_HEADER_LENGTH);
      }
    } finally {
      this.#draining = false;
      this.#position = position;
      // RELEASE: the producer may overwrite these records from here on. Must come after the last handler call.
      Atomics.store(words, HEAD_INDEX, position);
    }
    return handled;
  }

  /** Called by the handler: ends the drain with the present record. */
  cutDrain(): void {
    this.#limit = 0;
  }

  /** Sets the flag that this side sleeps. Look again with `isEmpty` after this, before sleeping. */
  declareParked(): void {
    Atomics.store(this.#words, PARKED_INDEX, 1);
  }

  /** Takes the flag of `declareParked` back, when awake for another reason. */
  clearParked(): void {
    // A plain look first: the flag is nearly always down, and a load leaves the line shared between the caches.
    if (Atomics.load(this.#words, PARKED_INDEX) !== 0) Atomics.store(this.#words, PARKED_INDEX, 0);
  }

  /** Returns true if the producer waits for room and this side must tell it. Takes the flag, so that it is told once. */
  takeStarved(): boolean {
    return (
      Atomics.load(this.#words, STARVED_INDEX) === 1 && Atomics.exchange(this.#words, STARVED_INDEX, 0) === 1
    );
  }
}
