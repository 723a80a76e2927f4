import {
  alignRecord,
  HEAD_INDEX,
  INSUFFICIENT_CAPACITY,
  PADDING_TYPE,
  RECORD_HEADER_LENGTH,
  RECORDS_OFFSET,
  STARVED_INDEX,
  TAIL_INDEX,
} from './layout.js';
import type { RingMemory } from './ring-memory.js';

/** No claim is open. */
const NO_CLAIM = -1;

/** The producing end of a ring: claim, write, commit (or abort), and publish once a batch. */
export class RingProducer {
  readonly ring: RingMemory;
  readonly #words: Int32Array;
  readonly #capacity: number;
  readonly #mask: number;
  /** Position of the next record: ahead of the published tail by what the batch holds so far. */
  #position: number;
  #published: number;
  /** The consumer's head as last seen. It only grows, so a stale copy is merely pessimistic. */
  #cachedHead: number;
  #claimStart = NO_CLAIM;
  #claimType = 0;
  #claimLength = 0;
  /** Position to fall back to on abort: before the padding that the claim may have needed. */
  #claimBase = 0;
  #highWater = 0;

  constructor(ring: RingMemory) {
    this.ring = ring;
    this.#words = ring.words;
    this.#capacity = ring.capacity;
    this.#mask = ring.capacity - 1;
    this.#position = this.#published = Atomics.load(ring.words, TAIL_INDEX);
    this.#cachedHead = Atomics.load(ring.words, HEAD_INDEX);
  }

  /** Bytes of committed records that the consumer has not given back yet, as far as this side knows. */
  get used(): number {
    return (this.#position - this.#cachedHead) | 0;
  }

  /** The most bytes ever in use, as seen at a publish. */
  get highWater(): number {
    return this.#highWater;
  }

  get hasUnpublished(): boolean {
    return this.#position !== this.#published;
  }

  /** True from a successful `tryClaim` to its `commit` or `abort`; nothing that could claim again may run in between. */
  get isClaimOpen(): boolean {
    return this.#claimStart !== NO_CLAIM;
  }

  /**
   * Reserves room for a record with up to `length` payload bytes.
   *
   * @param type greater than 0.
   * @returns the payload's offset in `ring.bytes` (8-byte aligned), or `INSUFFICIENT_CAPACITY`.
   * @throws RangeError when the payload could never go inline, Error when a claim is open.
   */
  tryClaim(type: number, length: number): number {
    if (this.#claimStart !== NO_CLAIM) throw new Error('a claim is already open: commit or abort it first');
    if (type <= 0) throw new RangeError(`record type must be greater than 0, got ${type}`);
    // Written so that NaN fails too: it would be stored as length 0, which the consumer takes for corruption.
    if (!(length >= 0 && length <= this.ring.maxPayloadLength))
      throw new RangeError(`payload of ${length} bytes, the longest inline is ${this.ring.maxPayloadLength}`);
    const position = this.#position;
    const required = alignRecord(length + RECORD_HEADER_LENGTH);
    const toEnd = this.#capacity - (position & this.#mask);
    const padding = required > toEnd ? toEnd : 0;
    if (!this.#hasRoom(position, padding + required)) return INSUFFICIENT_CAPACITY;

    let start = position;
    if (padding !== 0) {
      const at = (RECORDS_OFFSET + (position & this.#mask)) >> 2;
      this.#words[at] = padding;
      this.#words[at + 1] = PADDING_TYPE;
      start = (position + padding) | 0;
    }
    this.#claimBase = position;
    this.#position = start;
    this.#claimStart = RECORDS_OFFSET + (start & this.#mask);
    this.#claimType = type;
    this.#claimLength = length;
    return this.#claimStart + RECORD_HEADER_LENGTH;
  }

  /**
   * Ends the claim; the record goes out with the next `publish`.
   *
   * @param length payload bytes really used, at most what was claimed. The rest is given back: nothing behind the
   *   record is visible yet, so a claim may be as large as the worst case and shrink here.
   */
  commit(length: number = this.#claimLength): void {
    const start = this.#claimStart;
    if (start === NO_CLAIM) throw new Error('commit without a claim');
    if (!(length >= 0 && length <= this.#claimLength))
      throw new RangeError(`commit of ${length} bytes, claimed were ${this.#claimLength}`);
    const recordLength = length + RECORD_HEADER_LENGTH;
    const at = start >> 2;
    this.#words[at] = recordLength;
    this.#words[at + 1] = this.#claimType;
    this.#position = (this.#position + alignRecord(recordLength)) | 0;
    this.#claimStart = NO_CLAIM;
  }

  /** Gives the claim back as if it had never been made. */
  abort(): void {
    if (this.#claimStart === NO_CLAIM) throw new Error('abort without a claim');
    this.#position = this.#claimBase;
    this.#claimStart = NO_CLAIM;
  }

  /** Makes every committed record visible to the consumer. @returns whether there was anything to publish. */
  publish(): boolean {
    const position = this.#position;
    if (this.#claimStart !== NO_CLAIM) throw new Error('publish while a claim is open');
    if (position === this.#published) return false;
    this.#raiseHighWater(position);
    this.#published = position;
    // PUBLISH: the records above are plain stores; this one makes them visible to the consumer. Must stay last.
    Atomics.store(this.#words, TAIL_INDEX, position);
    return true;
  }

  /** Sets the flag that this side waits for room. Look again with `hasRoomFor` after this, before waiting. */
  declareStarved(): void {
    Atomics.store(this.#words, STARVED_INDEX, 1);
  }

  /** Takes the flag of `declareStarved` back, when room was found after all. */
  clearStarved(): void {
    Atomics.store(this.#words, STARVED_INDEX, 0);
  }

  /** Returns true if a record with `length` payload bytes finds room now; reads the consumer's head afresh. */
  hasRoomFor(length: number): boolean {
    const required = alignRecord(length + RECORD_HEADER_LENGTH);
    const toEnd = this.#capacity - (this.#position & this.#mask);
    return this.#hasRoom(this.#position, required > toEnd ? toEnd + required : required);
  }

  #raiseHighWater(position: number): void {
    if (((position - this.#cachedHead) | 0) <= this.#highWater) return;
    // Elsewhere the cached head is refreshed only when the ring looks full: taken at its word, any traffic would in time
    // raise the mark to the capacity.
    this.#cachedHead = Atomics.load(this.#words, HEAD_INDEX);
    this.#highWater = Math.max(this.#highWater, (position - this.#cachedHead) | 0);
  }

  #hasRoom(position: number, required: number): boolean {
    // int32 arithmetic: right across the overflow of either position, since they differ by at most the capacity.
    if (((position - this.#cachedHead) | 0) + required <= this.#capacity) return true;
    this.#cachedHead = Atomics.load(this.#words, HEAD_INDEX);
    return ((position - this.#cachedHead) | 0) + required <= this.#capacity;
  }
}
