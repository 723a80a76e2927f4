import { FloorCounter, type ControlBlock } from '../ring/control-block.js';
import { copyBytes } from '../ring/copy-bytes.js';
import type { Counters } from '../ring/counters.js';
import { starve, takeParked } from '../ring/doorbell.js';
import { INSUFFICIENT_CAPACITY } from '../ring/layout.js';
import {
  COMPLETION_BODY_OFFSET,
  COMPLETION_GENERATION_OFFSET,
  COMPLETION_SLOT_OFFSET,
  CompletionKind,
  SPILL_BODY_LENGTH,
  SPILL_BUFFERS_OFFSET,
  SPILL_KIND_OFFSET,
  SPILL_LENGTH_OFFSET,
} from '../ring/records.js';
import type { RingProducer } from '../ring/ring-producer.js';
import { isAsciiText } from '../shared/is-ascii.js';
import { ownCopy } from '../shared/own-copy.js';
import { listBody } from './list-body.js';
import { SpillBudget } from './spill-budget.js';

/** How a thread reaches the caller's outside the rings. */
export interface CallerLink {
  /** Wakes the caller's thread. */
  signal(): void;
  /** Hands a buffer over; the caller takes it when it meets the `SPILL` record. */
  spill(buffer: ArrayBuffer): void;
}

interface HeldBack {
  readonly kind: number;
  readonly slot: number;
  readonly generation: number;
  readonly body: Buffer;
}

const FLOAT64_SCRATCH = new Float64Array(1);
const FLOAT64_WORDS = new Int32Array(FLOAT64_SCRATCH.buffer);
const LOW_WORD = 0xffff_ffffn;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Writes completions. One that finds the ring full waits here, in order, and the agent is asked to stop reading
 * (`isCongested`).
 */
export class CompletionWriter {
  readonly #producer: RingProducer;
  readonly #bytes: Buffer;
  readonly #words: Int32Array;
  readonly #link: CallerLink;
  readonly #counters: Counters;
  readonly #spills: SpillBudget;
  /** Bytes of the longest body that goes inline. */
  readonly longestBody: number;
  #heldBack: HeldBack[] = [];
  #unpublished = 0;

  /** @param maxSpilledBytes that the caller may have been handed outside the ring; past it, `isCongested`. */
  constructor(producer: RingProducer, link: CallerLink, control: ControlBlock, maxSpilledBytes: number) {
    this.#producer = producer;
    this.#bytes = producer.ring.bytes;
    this.#words = producer.ring.words;
    this.#link = link;
    this.#counters = control.floor;
    this.#spills = new SpillBudget(control, maxSpilledBytes);
    this.longestBody = producer.ring.maxPayloadLength - COMPLETION_BODY_OFFSET;
  }

  /** The caller does not read as fast as responses come: stop reading sockets until this is false again. */
  get isCongested(): boolean {
    return this.#heldBack.length > 0 || this.#spills.isSpent;
  }

  /** Counts a long response as handed over while it is still worked on. */
  retain(bytes: number): void {
    this.#spills.retain(bytes);
  }

  /** Ends what `retain` began: the response was handed over, or came to nothing. */
  release(bytes: number): void {
    this.#spills.release(bytes);
  }

  /** How often the caller slept when something was published. */
  get wakeupsSent(): number {
    return this.#counters.get(FloorCounter.WAKEUPS_SENT);
  }

  /** How often it was awake then. */
  get wakeupsSuppressed(): number {
    return this.#counters.get(FloorCounter.WAKEUPS_SUPPRESSED);
  }

  /** Something is held back for which there is room now. */
  get canFlush(): boolean {
    const oldest = this.#heldBack[0];
    return oldest !== undefined && this.#producer.hasRoomFor(COMPLETION_BODY_OFFSET + oldest.body.length);
  }

  /** Completions written and not yet visible to the caller. */
  get unpublished(): number {
    return this.#unpublished;
  }

  /** A completion without a body, whose kind is the whole result: `VOID`, `NULL`, `TRUE`, `FALSE`. */
  empty(kind: number, slot: number, generation: number): void {
    const offset = this.#claim(kind, slot, generation, 0);
    if (offset === INSUFFICIENT_CAPACITY) this.#holdBack(kind, slot, generation, NOTHING, 0, 0);
    else this.#commit();
  }

  /** A completion with a string, from its bytes in UTF-8. */
  text(slot: number, generation: number, from: Buffer, start: number, end: number): void {
    const kind = isAsciiText(from, start, end) ? CompletionKind.ASCII : CompletionKind.UTF8;
    this.body(kind, slot, generation, from, start, end);
  }

  number(slot: number, generation: number, value: number): void {
    FLOAT64_SCRATCH[0] = value;
    this.scalar(CompletionKind.FLOAT64, slot, generation, FLOAT64_WORDS[0], FLOAT64_WORDS[1]);
  }

  /** A bigint on the other side. @param value of 64 bits, with a sign. */
  bigint(slot: number, generation: number, value: bigint): void {
    this.scalar(CompletionKind.BIGINT, slot, generation, Number(value & LOW_WORD), Number(value >> 32n));
  }

  /**
   * A completion with strings or Buffers, and nulls: `TEXT_LIST` or `BYTES_LIST`.
   *
   * @param ranges two offsets from `start` for each element; the second is −1 for null
   */
  list(
    kind: typeof CompletionKind.TEXT_LIST | typeof CompletionKind.BYTES_LIST,
    slot: number,
    generation: number,
    from: Buffer,
    start: number,
    ranges: readonly number[],
  ): void {
    // Memory of its own: a long one is handed over as it is.
    const body = listBody(from, start, ranges);
    if (body.length > this.longestBody) this.handOverWhole(kind, slot, generation, [body.buffer]);
    else this.body(kind, slot, generation, body, 0, body.length);
  }

  /** Eight bytes in two words. @param high ignored by the reader for `INT32`. */
  scalar(kind: number, slot: number, generation: number, low: number, high: number): void {
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

  /** A completion with a body copied from `from[start, end)`; one too long for the ring spills. */
  body(kind: number, slot: number, generation: number, from: Buffer, start: number, end: number): void {
    const length = end - start;
    if (length > this.longestBody) {
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
  handOver(kind: number, slot: number, generation: number, from: Buffer, start: number, end: number): void {
    this.handOverWhole(kind, slot, generation, [ownCopy(from, start, end).buffer]);
  }

  /** A completion whose body is these buffers, which are the caller's from here on. */
  handOverWhole(kind: number, slot: number, generation: number, buffers: readonly ArrayBuffer[]): void {
    let length = 0;
    // SPILL first, then its record: the caller takes the next buffers from the port when it meets the record.
    for (const buffer of buffers) {
      length += buffer.byteLength;
      this.#link.spill(buffer);
    }
    this.#spills.handOver(length);
    if (length > this.longestBody) this.#counters.count(FloorCounter.SPILLS);
    const offset = this.#claim(CompletionKind.SPILL, slot, generation, SPILL_BODY_LENGTH);
    if (offset === INSUFFICIENT_CAPACITY) {
      const body = Buffer.allocUnsafe(SPILL_BODY_LENGTH);
      body.writeInt32LE(kind, SPILL_KIND_OFFSET - COMPLETION_BODY_OFFSET);
      body.writeInt32LE(buffers.length, SPILL_BUFFERS_OFFSET - COMPLETION_BODY_OFFSET);
      body.writeInt32LE(length, SPILL_LENGTH_OFFSET - COMPLETION_BODY_OFFSET);
      this.#heldBack.push({ kind: CompletionKind.SPILL, slot, generation, body });
      return;
    }
    const payload = offset - COMPLETION_BODY_OFFSET;
    this.#words[(payload + SPILL_KIND_OFFSET) >> 2] = kind;
    this.#words[(payload + SPILL_BUFFERS_OFFSET) >> 2] = buffers.length;
    this.#words[(payload + SPILL_LENGTH_OFFSET) >> 2] = length;
    this.#commit();
  }

  /** The call failed; `failure` becomes an error on the caller's side of the protocol. Of what JSON can carry. */
  error(slot: number, generation: number, failure: object): void {
    const text = Buffer.from(JSON.stringify(failure));
    this.body(CompletionKind.ERROR, slot, generation, text, 0, text.length);
  }

  /** No completion of a call, but something that happened: `CallerEvents.onEvent` gets it. @param number of 32 bits. */
  event(number: number, from: Buffer, start: number, end: number): void {
    this.body(CompletionKind.EVENT, number, 0, from, start, end);
  }

  /** A control message for the caller's half of the protocol; `AgentPort.sendControl` also sees to it that it leaves soon. */
  control(message: object): void {
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
    // STARVE, then look again: `isCongested` is asked after this. Behind what was held back, which may withdraw it.
    if (this.#spills.isSpent) this.#producer.declareStarved();
    const published = this.#unpublished;
    this.#unpublished = 0;
    if (!this.#producer.publish()) return published;
    if (takeParked(this.#producer)) {
      this.#counters.count(FloorCounter.WAKEUPS_SENT);
      this.#link.signal();
    } else {
      this.#counters.count(FloorCounter.WAKEUPS_SUPPRESSED);
    }
    this.#counters.set(FloorCounter.COMPLETIONS_HIGH_WATER, this.#producer.highWater);
    return published;
  }

  #claim(kind: number, slot: number, generation: number, bodyLength: number): number {
    // Nobody overtakes: while older completions wait, younger ones wait behind them.
    if (this.#heldBack.length > 0) return INSUFFICIENT_CAPACITY;
    return this.#claimUnordered(kind, slot, generation, bodyLength);
  }

  #claimUnordered(kind: number, slot: number, generation: number, bodyLength: number): number {
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

  #holdBack(kind: number, slot: number, generation: number, from: Buffer, start: number, end: number): void {
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
    // A publish above may have met a parked caller; the flush that called this only signals for its own.
    if (takeParked(this.#producer)) this.#link.signal();
  }
}
