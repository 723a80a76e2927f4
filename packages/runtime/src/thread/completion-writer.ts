import { FloorCounter, type ControlBlock } from '../ring/control-block.js';
import { copyBytes } from '../bytes/copy-bytes.js';
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
import { isAsciiText } from '../bytes/is-ascii.js';
import { ownCopy } from '../bytes/own-copy.js';
import { listBody } from './list-body.js';
import { SpillBudget } from './spill-budget.js';

/** A thread's way to the caller's thread outside the rings. */
export interface CallerPort {
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
 * Writes completions into the ring. While the ring is full they wait here, in order, and the agent is asked to stop reading
 * (`isCongested`).
 */
export class CompletionWriter {
  readonly #producer: RingProducer;
  readonly #bytes: Buffer;
  readonly #words: Int32Array;
  readonly #caller: CallerPort;
  readonly #counters: Counters;
  readonly #spills: SpillBudget;
  /** Bytes of the longest body that fits the ring; a longer one spills. */
  readonly longestBody: number;
  #heldBack: HeldBack[] = [];
  #unpublished = 0;

  /** @param maxSpilledBytes the most bytes that may wait for the caller outside the ring; past it `isCongested` is true. */
  constructor(producer: RingProducer, caller: CallerPort, control: ControlBlock, maxSpilledBytes: number) {
    this.#producer = producer;
    this.#bytes = producer.ring.bytes;
    this.#words = producer.ring.words;
    this.#caller = caller;
    this.#counters = control.floor;
    this.#spills = new SpillBudget(control, maxSpilledBytes);
    this.longestBody = producer.ring.maxPayloadLength - COMPLETION_BODY_OFFSET;
  }

  /** True while the caller reads slower than responses come. Stop reading sockets until it is false again. */
  get isCongested(): boolean {
    return this.#heldBack.length > 0 || this.#spills.isSpent;
  }

  /** Counts the bytes of a long response against `maxSpilledBytes` while it is still worked on. */
  retain(bytes: number): void {
    this.#spills.retain(bytes);
  }

  /** Takes back a `retain`, once the response was handed over or dropped. */
  release(bytes: number): void {
    this.#spills.release(bytes);
  }

  /** Number of times the caller slept when completions were published, and was woken. */
  get wakeupsSent(): number {
    return this.#counters.get(FloorCounter.WAKEUPS_SENT);
  }

  /** Number of times the caller was awake when completions were published. */
  get wakeupsSuppressed(): number {
    return this.#counters.get(FloorCounter.WAKEUPS_SUPPRESSED);
  }

  /** True if there is room now for a completion that was held back. */
  get canFlush(): boolean {
    const oldest = this.#heldBack[0];
    return oldest !== undefined && this.#producer.hasRoomFor(COMPLETION_BODY_OFFSET + oldest.body.length);
  }

  /** Number of completions written and not yet visible to the caller. */
  get unpublished(): number {
    return this.#unpublished;
  }

  /** Writes a completion without a body, whose kind is the whole result: `VOID`, `NULL`, `TRUE`, `FALSE`. */
  empty(kind: number, slot: number, generation: number): void {
    const offset = this.#claim(kind, slot, generation, 0);
    if (offset === INSUFFICIENT_CAPACITY) this.#holdBack(kind, slot, generation, NOTHING, 0, 0);
    else this.#commit();
  }

  /** Writes a completion with the string whose UTF-8 bytes are `from[start, end)`. */
  text(slot: number, generation: number, from: Buffer, start: number, end: number): void {
    const kind = isAsciiText(from, start, end) ? CompletionKind.ASCII : CompletionKind.UTF8;
    this.body(kind, slot, generation, from, start, end);
  }

  number(slot: number, generation: number, value: number): void {
    FLOAT64_SCRATCH[0] = value;
    this.scalar(CompletionKind.FLOAT64, slot, generation, FLOAT64_WORDS[0], FLOAT64_WORDS[1]);
  }

  /** Writes a completion with a bigint. @param value signed, of 64 bits. */
  bigint(slot: number, generation: number, value: bigint): void {
    this.scalar(CompletionKind.BIGINT, slot, generation, Number(value & LOW_WORD), Number(value >> 32n));
  }

  /**
   * Writes a completion with a list of strings or Buffers, and nulls: `TEXT_LIST` or `BYTES_LIST`.
   *
   * @param ranges two offsets from `start` for each element, its beginning and its end; an end of −1 means null
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

  /** Writes a completion with eight bytes, as two words. @param high not read for `INT32`. */
  scalar(kind: number, slot: number, generation: number, low: number, high: number): void {
    const offset = this.#claim(kind, slot, generation, 8);
    if (offset === INSUFFICIENT_CAPACITY) {
      const body = Buffer.allocUnsafe(8);
      // As words, which `writeInt32LE` would refuse to make of numbers from 2³¹ on.
      body.writeInt32LE(low | 0, 0);
      body.writeInt32LE(high | 0, 4);
      this.#heldBack.push({ kind, slot, generation, body });
      return;
    }
    this.#words[offset >> 2] = low;
    this.#words[(offset >> 2) + 1] = high;
    this.#commit();
  }

  /** Writes a completion with a body copied from `from[start, end)`; one too long for the ring spills. */
  body(kind: number, slot: number, generation: number, from: Buffer, start: number, end: number): void {
    const length = end - start;
    if (length > this.longestBody) return this.handOver(kind, slot, generation, from, start, end);
    const offset = this.#claim(kind, slot, generation, length);
    if (offset === INSUFFICIENT_CAPACITY) return this.#holdBack(kind, slot, generation, from, start, end);
    copyBytes(from, start, end, this.#bytes, offset);
    this.#commit();
  }

  /** Writes a completion whose body goes as a buffer of its own, however short, for a reader that passes it on as it is. */
  handOver(kind: number, slot: number, generation: number, from: Buffer, start: number, end: number): void {
    this.handOverWhole(kind, slot, generation, [ownCopy(from, start, end).buffer]);
  }

  /** Writes a completion whose body is these buffers. They are transferred to the caller. */
  handOverWhole(kind: number, slot: number, generation: number, buffers: readonly ArrayBuffer[]): void {
    let length = 0;
    // SPILL first, then its record: the caller takes the next buffers from the port when it meets the record.
    for (const buffer of buffers) {
      length += buffer.byteLength;
      this.#caller.spill(buffer);
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

  /** Completes a call with an error, which the caller's half of the protocol makes from `failure`. This travels as JSON. */
  error(slot: number, generation: number, failure: object): void {
    const text = Buffer.from(JSON.stringify(failure));
    this.body(CompletionKind.ERROR, slot, generation, text, 0, text.length);
  }

  /** Writes an event, which belongs to no call: `CallerEvents.onEvent` gets it. @param number any 32 bits. */
  event(number: number, from: Buffer, start: number, end: number): void {
    this.body(CompletionKind.EVENT, number, 0, from, start, end);
  }

  /** Writes a control message for the caller's half of the protocol. `AgentPort.sendControl` does so and asks for a duty cycle. */
  control(message: object): void {
    const text = Buffer.from(JSON.stringify(message));
    this.body(CompletionKind.CONTROL, 0, 0, text, 0, text.length);
  }

  /**
   * Writes the completions that were held back, makes all visible, and wakes the caller if it sleeps.
   *
   * @returns the number of completions that became visible.
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
      this.#caller.signal();
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
    if (takeParked(this.#producer)) this.#caller.signal();
  }
}
