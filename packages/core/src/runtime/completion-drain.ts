import {
  COMPLETION_BODY_OFFSET,
  COMPLETION_GENERATION_OFFSET,
  COMPLETION_SLOT_OFFSET,
  CompletionKind,
  park,
  SPILL_KIND_OFFSET,
  SPILL_LENGTH_OFFSET,
  type OneToOneRing,
  type RecordHandler,
  type RingConsumer,
} from '@offloop/wire/ring';
import { ProtocolError as WireProtocolError } from '@offloop/wire/protocol';
import { parkAtOnce, type FromWorker, type WaitStrategy, type WireError } from '@offloop/workers';
import { IllegalStateError } from '../errors/hierarchy.js';
import { ProtocolError } from '../errors/own-errors.js';
import { errorFromMember, errorFromWire } from '../errors/rebuild.js';
import { releaseStack, withoutStack } from '../errors/stack.js';
import type { CompletionReader } from './completion-reader.js';
import { DrainBudget, Share } from './drain-budget.js';
import { ListQueue } from './list-queue.js';
import type { RequestSender } from './request-sender.js';
import type { SlotTable } from './slot-table.js';
import type { WorkerLink } from './worker-link.js';

/** Milliseconds for which a turn of the loop is taken as proof that it turns; after them the next look waits for one. */
const TURN_MILLIS = 1;

/** Bytes. A batch of shorter records fits a slice, whatever they hold: 4 KB of JSON take some 25 µs. */
const LONG_RECORD = 4096;

export interface CompletionEvents {
  onControl(message: FromWorker): void;
  /** An event message of a listener's registration; `bytes` are valid until this returns. */
  onEvent(registration: number, bytes: Buffer, start: number, end: number): void;
}

/**
 * The completion half of a shard: woken by the bell, it drains in slices, settles promises, and parks when the ring is
 * empty.
 */
export class CompletionDrain implements RecordHandler {
  readonly consumer: RingConsumer;
  readonly #ring: OneToOneRing;
  readonly #slots: SlotTable;
  readonly #reader: CompletionReader;
  readonly #link: WorkerLink;
  readonly #sender: RequestSender;
  readonly #waitStrategy: WaitStrategy;
  readonly #events: CompletionEvents;
  readonly #lists: ListQueue;
  readonly #budget = new DrainBudget();
  #drainScheduled = false;
  /** `performance.now()` of the last slice that began with a turn of the loop. */
  #turned = 0;
  #draining = false;
  #ended = false;

  constructor(
    ring: OneToOneRing,
    slots: SlotTable,
    reader: CompletionReader,
    link: WorkerLink,
    sender: RequestSender,
    waitStrategy: WaitStrategy,
    events: CompletionEvents,
  ) {
    this.#ring = ring;
    this.#slots = slots;
    this.#lists = new ListQueue(slots);
    this.#reader = reader;
    this.#link = link;
    this.#sender = sender;
    this.#waitStrategy = waitStrategy;
    this.#events = events;
    this.consumer = ring.consumer();
    // Parked from the start: the first completion rings, unless it was there before.
    if (!park(this.consumer)) this.#scheduleDrain();
  }

  /** There are completions, or there is room for requests. */
  onBell(): void {
    this.#drainSlice(Share.OWN);
  }

  /** A call is about to be given up: if its answer is here, it is taken now, with all that came before it. */
  onExpiry(slot: number, generation: number): void {
    while (
      !this.#ended &&
      !this.#draining &&
      !this.consumer.isEmpty() &&
      this.#slots.isPending(slot, generation)
    ) {
      this.#drainSlice(Share.ALL);
    }
  }

  /** Requests were published: their answers may be near. */
  onPublished(): void {
    if (this.#waitStrategy !== parkAtOnce && !this.#drainScheduled) this.#wait(0, 1);
  }

  /** The agent is gone: what it had published is true, whatever became of it. */
  end(): void {
    while (!this.consumer.isEmpty()) this.consumer.drain(this);
    this.#lists.finish();
    this.#ended = true;
  }

  onRecord(kind: number, offset: number, length: number): void {
    const { words, bytes } = this.#ring;
    const slot = words[(offset + COMPLETION_SLOT_OFFSET) >> 2];
    const generation = words[(offset + COMPLETION_GENERATION_OFFSET) >> 2];
    if (kind === CompletionKind.SPILL) {
      this.#onSpill(slot, generation, offset);
      this.#cutWhenSpent();
    } else if (kind === CompletionKind.CONTROL || kind === CompletionKind.EVENT) {
      this.#tell(kind, slot, bytes, offset + COMPLETION_BODY_OFFSET, offset + length);
    } else if (this.#slots.holds(slot, generation)) {
      this.#complete(kind, slot, offset, length);
      if (length >= LONG_RECORD) this.#cutWhenSpent();
    }
  }

  /** Ends the slice after a record that took its time: a batch of such would hold the loop many times as long. */
  #cutWhenSpent(): void {
    if (this.#budget.isSpent()) this.consumer.cutDrain();
  }

  #tell(kind: number, slot: number, bytes: Buffer, start: number, end: number): void {
    if (kind === CompletionKind.EVENT) {
      this.#events.onEvent(slot, bytes, start, end);
      // User code ran: a slow listener must not hold the loop for a whole batch of events.
      this.#cutWhenSpent();
    } else this.#events.onControl(JSON.parse(bytes.toString('utf8', start, end)) as FromWorker);
  }

  #complete(kind: number, slot: number, offset: number, length: number): void {
    const slots = this.#slots;
    let value: unknown;
    try {
      if (kind === CompletionKind.ERROR) {
        slots.reject(slot, rebuild(this.#ring.bytes, offset + COMPLETION_BODY_OFFSET, offset + length));
        return;
      }
      value = this.#reader.read(kind, this.#ring, offset, length, slots.operationOf(slot));
    } catch (error) {
      // A record that cannot be handled fails its own call only.
      slots.reject(
        slot,
        releaseStack(error instanceof WireProtocolError ? new ProtocolError(error.message, error) : error),
      );
      return;
    }
    slots.resolve(slot, value);
  }

  /** A record of any kind whose body was too long for the ring. */
  #onSpill(slot: number, generation: number, offset: number): void {
    const slots = this.#slots;
    const kind = this.#ring.words[(offset + SPILL_KIND_OFFSET) >> 2];
    // The body leaves its port even when nobody waits for it, or the next spill would be taken for it.
    const buffer = this.#link.takeSpilled();
    // A list has two: its table, whose length is in the record, and the message.
    const message = kind === CompletionKind.LIST ? this.#link.takeSpilled() : undefined;
    const isCall = kind !== CompletionKind.CONTROL && kind !== CompletionKind.EVENT;
    if (isCall && !slots.holds(slot, generation)) return;
    let value: unknown;
    try {
      const body = checkedSpill(buffer, this.#ring.words[(offset + SPILL_LENGTH_OFFSET) >> 2]);
      if (!isCall) {
        this.#tell(kind, slot, body, 0, body.length);
        return;
      }
      if (kind === CompletionKind.ERROR) {
        slots.reject(slot, rebuild(body, 0, body.length));
        return;
      }
      if (message !== undefined) {
        const result = this.#reader.longList(body, Buffer.from(message), slots.operationOf(slot));
        this.#lists.add(slot, generation, result);
        return;
      }
      value = this.#reader.readBytes(kind, body, 0, body.length, slots.operationOf(slot));
    } catch (error) {
      if (!isCall) throw error;
      slots.reject(slot, releaseStack(error));
      return;
    }
    slots.resolve(slot, value);
  }

  #drainSlice(share: Share): void {
    if (this.#draining || this.#ended) return;
    let completed = 0;
    const budget = this.#budget;
    this.#draining = true;
    try {
      this.consumer.clearParked();
      budget.begin(share);
      if (share === Share.EQUAL) this.#turned = budget.begun;
      let batch: number;
      let drained: number;
      do {
        batch = budget.batch;
        drained = this.consumer.drain(this, batch);
        completed += drained;
      } while (budget.take(drained) && drained === batch);
      budget.end();
      if (this.consumer.takeStarved()) this.#sender.ringAgent();
    } finally {
      this.#draining = false;
    }
    if (this.#sender.queued > 0) this.#sender.flush();
    this.#wait(completed, 0);
  }

  /** @param completed calls completed, and @param begun calls begun, since the last time. */
  #wait(completed: number, begun: number): void {
    const looksOn = this.#waitStrategy.keepLooking(completed, begun, this.#slots.inFlight);
    // Answers came: the next ones are looked for when the loop has turned. Bells come by a message port, which Node empties
    // before the loop goes on: a caller who works on each answer finds the next bell there, and its loop stands still.
    const looksAgain = completed > 0 && !this.#isDone();
    if (looksOn || looksAgain || !park(this.consumer)) this.#scheduleDrain();
  }

  /** Nothing more can come before a call is made, and the loop is known to turn. */
  #isDone(): boolean {
    return this.#slots.inFlight === 0 && this.#budget.begun - this.#turned < TURN_MILLIS;
  }

  /** After a slice the loop is given back: whoever else waits for it comes first. */
  #scheduleDrain(): void {
    if (this.#drainScheduled || this.#ended) return;
    this.#drainScheduled = true;
    setImmediate(() => {
      this.#drainScheduled = false;
      this.#drainSlice(Share.EQUAL);
    });
  }
}

function checkedSpill(buffer: ArrayBuffer | undefined, length: number): Buffer {
  if (buffer === undefined || buffer.byteLength !== length) {
    throw new IllegalStateError(
      `a spill of ${length} bytes was announced, the port holds ${buffer?.byteLength ?? 'none'}`,
    );
  }
  return Buffer.from(buffer);
}

function rebuild(bytes: Buffer, start: number, end: number): Error {
  const wire = JSON.parse(bytes.toString('utf8', start, end)) as WireError;
  return withoutStack(() => (wire.remote === undefined ? errorFromWire(wire) : errorFromMember(wire.remote)));
}
