import {
  COMPLETION_BODY_OFFSET,
  COMPLETION_GENERATION_OFFSET,
  COMPLETION_SLOT_OFFSET,
  CompletionKind,
  copyBytes,
  INSUFFICIENT_CAPACITY,
  SPILL_KIND_OFFSET,
  SPILL_LENGTH_OFFSET,
  starve,
  takeParked,
  WorkerCounter,
  type ControlBlock,
  type RingProducer,
} from '@offloop/wire/ring';
import type { FromWorker, WireError } from './control.js';
import { ownCopy } from './own-copy.js';

/** How the worker reaches the caller's thread outside the ring. */
export interface CallerLink {
  /** Wakes the caller's thread. */
  ring(): void;
  /** Hands a buffer over; the caller takes it when it meets the `SPILL` record. */
  spill(buffer: ArrayBuffer): void;
}

interface HeldBack {
  readonly kind: CompletionKind;
  readonly slot: number;
  readonly generation: number;
  readonly body: Buffer;
}

const NOTHING: Buffer = Buffer.alloc(0);
const SPILL_BODY_LENGTH = 8;

/** Writes completions; what finds the ring full waits here, in order, and its readers are asked to stop (`isCongested`). */
export class CompletionWriter {
  readonly #producer: RingProducer;
  readonly #bytes: Buffer;
  readonly #words: Int32Array;
  readonly #link: CallerLink;
  readonly #counters: ControlBlock;
  /** Bytes of the longest body that goes inline. */
  readonly longestBody: number;
  #heldBack: HeldBack[] = [];
  #unpublished = 0;

  constructor(producer: RingProducer, link: CallerLink, counters: ControlBlock) {
    this.#producer = producer;
    this.#bytes = producer.ring.bytes;
    this.#words = producer.ring.words;
    this.#link = link;
    this.#counters = counters;
    this.longestBody = producer.ring.maxPayloadLength - COMPLETION_BODY_OFFSET;
  }

  /** The caller does not read as fast as the members answer: stop reading sockets until this is false again. */
  get isCongested(): boolean {
    return this.#heldBack.length > 0;
  }

  /** Completions written and not yet visible to the caller. */
  get unpublished(): number {
    return this.#unpublished;
  }

  /** A completion that is its kind alone. */
  bare(kind: CompletionKind, slot: number, generation: number): void {
    const offset = this.#claim(kind, slot, generation, 0);
    if (offset === INSUFFICIENT_CAPACITY) this.#holdBack(kind, slot, generation, NOTHING, 0, 0);
    else this.#commit();
  }

  /** @param high ignored by the reader for `INT32`. */
  scalar(kind: CompletionKind, slot: number, generation: number, low: number, high: number): void {
    const offset = this.#claim(kind, slot, generation, 8);
    if (offset === INSUFFICIENT_CAPACITY) {
      const body = Buffer.allocUnsafe(8);
      body.writeInt32LE(low, 0);
      body.writeInt32LE(high, 4);
      this.#heldBack.push({ kind, slot, generation, body });
      return;
    }
    this.#words[offset >> 2] = low;
    this.#words[(offset >> 2) + 1] = high;
    this.#commit();
  }

  /** A JSON value that was packed. */
  packed(slot: number, generation: number, record: Buffer): void {
    this.#counters.count(WorkerCounter.PACKED);
    this.body(CompletionKind.PACKED, slot, generation, record, 0, record.length);
  }

  /** A completion with a body copied from `from[start, end)`; one too long for the ring spills. */
  body(
    kind: CompletionKind,
    slot: number,
    generation: number,
    from: Buffer,
    start: number,
    end: number,
  ): void {
    const length = end - start;
    if (length > this.longestBody) {
      this.#counters.count(WorkerCounter.SPILLS);
      this.handOver(kind, slot, generation, from, start, end);
      return;
    }
    const offset = this.#claim(kind, slot, generation, length);
    if (offset === INSUFFICIENT_CAPACITY) {
      this.#holdBack(kind, slot, generation, from, start, end);
      return;
    }
    copyBytes(from, start, end, this.#bytes, offset);
    this.#commit();
  }

  /** A completion whose body goes as a buffer of its own, however short: for a reader that passes it on as it is. */
  handOver(
    kind: CompletionKind,
    slot: number,
    generation: number,
    from: Buffer,
    start: number,
    end: number,
  ): void {
    // SPILL first, then its record: the caller takes the next buffer from the port when it meets the record.
    this.#link.spill(ownCopy(from, start, end).buffer);
    this.#announceSpill(kind, slot, generation, end - start);
  }

  /** A list in two buffers, which are the caller's from here on. */
  handOverList(slot: number, generation: number, table: ArrayBuffer, message: ArrayBuffer): void {
    this.#counters.count(WorkerCounter.SPILLS);
    const length = table.byteLength;
    this.#link.spill(table);
    this.#link.spill(message);
    this.#announceSpill(CompletionKind.LIST, slot, generation, length);
  }

  #announceSpill(kind: CompletionKind, slot: number, generation: number, length: number): void {
    const offset = this.#claim(CompletionKind.SPILL, slot, generation, SPILL_BODY_LENGTH);
    if (offset === INSUFFICIENT_CAPACITY) {
      const body = Buffer.allocUnsafe(SPILL_BODY_LENGTH);
      body.writeInt32LE(kind, 0);
      body.writeInt32LE(length, 4);
      this.#heldBack.push({ kind: CompletionKind.SPILL, slot, generation, body });
      return;
    }
    this.#words[(offset - COMPLETION_BODY_OFFSET + SPILL_KIND_OFFSET) >> 2] = kind;
    this.#words[(offset - COMPLETION_BODY_OFFSET + SPILL_LENGTH_OFFSET) >> 2] = length;
    this.#commit();
  }

  error(slot: number, generation: number, error: WireError): void {
    const text = Buffer.from(JSON.stringify(error));
    this.body(CompletionKind.ERROR, slot, generation, text, 0, text.length);
  }

  control(message: FromWorker): void {
    const text = Buffer.from(JSON.stringify(message));
    this.body(CompletionKind.CONTROL, 0, 0, text, 0, text.length);
  }

  /**
   * Writes what had been held back, makes everything visible, and wakes the caller if it sleeps.
   *
   * @returns the completions that became visible.
   */
  flush(): number {
    if (this.#heldBack.length > 0) this.#writeHeldBack();
    const published = this.#unpublished;
    this.#unpublished = 0;
    if (!this.#producer.publish()) return published;
    if (takeParked(this.#producer)) {
      this.#counters.count(WorkerCounter.WAKEUPS_SENT);
      this.#link.ring();
    } else {
      this.#counters.count(WorkerCounter.WAKEUPS_SUPPRESSED);
    }
    this.#counters.set(WorkerCounter.COMPLETIONS_HIGH_WATER, this.#producer.highWater);
    return published;
  }

  #claim(kind: CompletionKind, slot: number, generation: number, bodyLength: number): number {
    // Nobody overtakes: while older completions wait, younger ones wait behind them.
    if (this.#heldBack.length > 0) return INSUFFICIENT_CAPACITY;
    return this.#claimUnordered(kind, slot, generation, bodyLength);
  }

  #claimUnordered(kind: CompletionKind, slot: number, generation: number, bodyLength: number): number {
    const offset = this.#producer.tryClaim(kind, COMPLETION_BODY_OFFSET + bodyLength);
    if (offset === INSUFFICIENT_CAPACITY) return offset;
    this.#words[(offset + COMPLETION_SLOT_OFFSET) >> 2] = slot;
    this.#words[(offset + COMPLETION_GENERATION_OFFSET) >> 2] = generation;
    return offset + COMPLETION_BODY_OFFSET;
  }

  #commit(): void {
    this.#unpublished++;
    this.#producer.commit();
  }

  #holdBack(
    kind: CompletionKind,
    slot: number,
    generation: number,
    from: Buffer,
    start: number,
    end: number,
  ): void {
    this.#heldBack.push({ kind, slot, generation, body: Buffer.from(from.subarray(start, end)) });
  }

  #writeHeldBack(): void {
    let written = 0;
    for (const { kind, slot, generation, body } of this.#heldBack) {
      let offset = this.#claimUnordered(kind, slot, generation, body.length);
      if (offset === INSUFFICIENT_CAPACITY) {
        // What is in the ring must be visible before this side waits for the caller to make room.
        this.#producer.publish();
        if (starve(this.#producer, COMPLETION_BODY_OFFSET + body.length)) break;
        offset = this.#claimUnordered(kind, slot, generation, body.length);
        if (offset === INSUFFICIENT_CAPACITY) break;
      }
      copyBytes(body, 0, body.length, this.#bytes, offset);
      this.#commit();
      written++;
    }
    if (written > 0) this.#heldBack.splice(0, written);
    // A publish above may have met a parked caller; the flush that called us only rings for its own.
    if (takeParked(this.#producer)) this.#link.ring();
  }
}
