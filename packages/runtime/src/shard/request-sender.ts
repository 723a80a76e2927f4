import { CallHeader, readCallHeader, writeCallHeader, writeQueuedHeader } from '../ring/call-header.js';
import { copyBytes } from '../bytes/copy-bytes.js';
import { starve, takeParked } from '../ring/doorbell.js';
import { INSUFFICIENT_CAPACITY } from '../ring/layout.js';
import type { OneToOneRing } from '../ring/one-to-one-ring.js';
import {
  REPEATABLE_FLAG,
  REQUEST_GENERATION_OFFSET,
  REQUEST_HEADER_LENGTH,
  REQUEST_SLOT_OFFSET,
  RequestKind,
} from '../ring/records.js';
import type { RingProducer } from '../ring/ring-producer.js';
import { nextTick } from '../shared/clock.js';
import { Fifo } from '../shared/fifo.js';
import { ownCopy } from '../bytes/own-copy.js';
import type { WritableBytes } from '../bytes/writable-bytes.js';
import type { AgentHost } from './agent-host.js';
import { RecordBuffers } from './record-buffers.js';
import { isCall, type QueuedRequest } from './queued-request.js';
import type { SlotTable } from './slot-table.js';

const NOTHING: Buffer = Buffer.alloc(0);
/** Stands for the slot in a record that is not a call. */
const NO_SLOT = -1;

/**
 * The request half of a shard: records go into the ring, or, when it is full, into the queue behind it; what was written in
 * one tick is published together, under one signal.
 */
export class RequestSender {
  readonly producer: RingProducer;
  /** Longest message that goes inline, bytes. */
  readonly maxInlineLength: number;
  readonly #ring: OneToOneRing;
  readonly #slots: SlotTable<unknown>;
  readonly #host: AgentHost;
  readonly #onPublished: () => void;
  /** Nobody overtakes a request that waits here. It holds bytes, never arguments. */
  readonly #queue = new Fifo<QueuedRequest>();
  readonly #buffers = new RecordBuffers();
  #flushScheduled = false;
  #ended = false;
  /** Number of calls begun. */
  operations = 0;
  wakeupsSent = 0;
  wakeupsSuppressed = 0;
  spilled = 0;

  /** @param onPublished runs after requests became visible to the agent. */
  constructor(ring: OneToOneRing, slots: SlotTable<unknown>, host: AgentHost, onPublished: () => void) {
    this.#ring = ring;
    this.#slots = slots;
    this.#host = host;
    this.#onPublished = onPublished;
    this.producer = ring.producer();
    this.maxInlineLength = ring.maxPayloadLength - REQUEST_HEADER_LENGTH;
  }

  /** The memory that claims lie in. */
  get memory(): WritableBytes {
    return this.#ring;
  }

  /** Number of requests that wait for room in the ring. */
  get queued(): number {
    return this.#queue.length;
  }

  /** True while requests wait although there is room, and no flush is scheduled. */
  get isLeftBehind(): boolean {
    const oldest = this.#queue.peek();
    return oldest !== undefined && !this.#flushScheduled && this.producer.hasRoomFor(oldest.record.length);
  }

  /**
   * Claims room in the request ring for a message of up to `length` bytes. While the claim is open no user code may run.
   *
   * @returns the offset for the message, or `INSUFFICIENT_CAPACITY`: then the request goes to `enqueue`.
   */
  claim(length: number): number {
    if (this.#queue.length > 0 || length > this.maxInlineLength) return INSUFFICIENT_CAPACITY;
    const offset = this.producer.tryClaim(RequestKind.INVOKE, REQUEST_HEADER_LENGTH + length);
    return offset === INSUFFICIENT_CAPACITY ? offset : offset + REQUEST_HEADER_LENGTH;
  }

  /** Commits the claim at `offset` (as `claim` returned it). */
  commit(offset: number, header: Readonly<CallHeader>): void {
    writeCallHeader(header, this.#ring.words, offset - REQUEST_HEADER_LENGTH);
    this.producer.commit(REQUEST_HEADER_LENGTH + header.length);
    this.operations++;
    if (!this.#flushScheduled) this.#scheduleFlush();
  }

  /**
   * Takes a buffer for a request that could not be claimed, with room for a message of up to `length` bytes behind
   * `REQUEST_HEADER_LENGTH` bytes for its header. It goes back by `request`.
   */
  borrow(length: number): Buffer {
    const size = REQUEST_HEADER_LENGTH + length;
    // One that may spill is handed over with all that lies in it, so it lies in a buffer of its own.
    return length > this.maxInlineLength ? Buffer.allocUnsafeSlow(size) : this.#buffers.take(size);
  }

  /** Makes the request whose message was written to a buffer from `borrow`; it goes to `enqueue`. */
  request(header: Readonly<CallHeader>, buffer: Buffer): QueuedRequest {
    const { slot, generation, length } = header;
    const spills = length > this.maxInlineLength;
    const record = spills
      ? Buffer.alloc(REQUEST_HEADER_LENGTH)
      : buffer.subarray(0, REQUEST_HEADER_LENGTH + length);
    writeQueuedHeader(header, record);
    this.operations++;
    return {
      kind: spills ? RequestKind.INVOKE_SPILLED : RequestKind.INVOKE,
      slot,
      generation,
      record,
      borrowed: spills ? undefined : buffer,
      spilled: spills ? buffer : undefined,
    };
  }

  /** Queues a request behind those that wait already. */
  enqueue(request: QueuedRequest): void {
    this.#queue.push(request);
    if (!this.#flushScheduled) this.#scheduleFlush();
  }

  /** Tells the agent that nobody waits for this call any more. */
  cancel(slot: number, generation: number): void {
    const record = Buffer.alloc(REQUEST_HEADER_LENGTH);
    record.writeInt32LE(slot, REQUEST_SLOT_OFFSET);
    record.writeInt32LE(generation, REQUEST_GENERATION_OFFSET);
    // Behind its call, if that still waits: nobody tries again and again while the ring is full.
    this.#sendOrQueue(RequestKind.CANCEL, record);
  }

  /** Sends a control message to the agent, in order with the calls. */
  sendControl(message: object): void {
    const text = Buffer.from(JSON.stringify(message));
    const spills = text.length > this.#ring.maxPayloadLength;
    // Calls that wait for room must not be overtaken, nor must an older message.
    if (spills) this.#sendOrQueue(RequestKind.CONTROL_SPILLED, NOTHING, ownCopy(text, 0, text.length));
    else this.#sendOrQueue(RequestKind.CONTROL, text);
  }

  /** Tells the agent to settle every call and end. */
  shutDown(): void {
    const request = requestOf(RequestKind.SHUTDOWN, NOTHING);
    // Overtakes all that waits for room.
    if (!this.#move(request)) this.#queue.putFirst(request);
    if (!this.#flushScheduled) this.#scheduleFlush();
  }

  /** Everything written in one tick goes out together, under one signal. */
  #scheduleFlush(): void {
    this.#flushScheduled = true;
    nextTick(() => {
      this.#flushScheduled = false;
      this.flush();
    });
  }

  /** Moves waiting requests into the ring and makes them visible. */
  flush(): void {
    if (this.#ended) return;
    this.#moveQueue();
    if (!this.producer.publish()) return;
    if (takeParked(this.producer)) this.signal();
    else this.wakeupsSuppressed++;
    this.#onPublished();
  }

  /** Wakes the agent. */
  signal(): void {
    this.wakeupsSent++;
    this.#host.signal();
  }

  /** Moves what waits into the ring, until it is full: then the thread will signal when there is room. */
  #moveQueue(): void {
    for (let next = this.#queue.peek(); next !== undefined; next = this.#queue.peek()) {
      if (isCall(next) && !this.#slots.isPending(next.slot, next.generation)) {
        // The call's promise was rejected while the request waited here: the agent never saw it, so the slot is free at once.
        this.#slots.resolve(next.slot, undefined);
        this.#shiftQueue(next);
        continue;
      }
      if (!this.#move(next)) {
        this.producer.publish();
        if (starve(this.producer, next.record.length)) {
          // The agent may sleep with a full ring only if it has not seen these records yet.
          if (takeParked(this.producer)) this.signal();
          return;
        }
        continue;
      }
      this.#shiftQueue(next);
    }
  }

  #shiftQueue({ borrowed }: QueuedRequest): void {
    this.#queue.shift();
    if (borrowed !== undefined) this.#buffers.give(borrowed);
  }

  #move(request: QueuedRequest): boolean {
    const { kind, record, spilled } = request;
    const offset = this.producer.tryClaim(kind, record.length);
    if (offset === INSUFFICIENT_CAPACITY) return false;
    copyBytes(record, 0, record.length, this.#ring.bytes, offset);
    this.producer.commit();
    if (spilled !== undefined) {
      this.spilled++;
      // SPILL before the publish: the agent takes the next buffer from the port when it meets the record.
      this.#host.spill(spilled.buffer as ArrayBuffer);
    }
    return true;
  }

  /** Sends a record that is not a call, in order with those that wait for room. */
  #sendOrQueue(kind: RequestKind, record: Buffer, spilled?: Buffer): void {
    const request = requestOf(kind, record, spilled);
    if (this.#queue.length > 0 || !this.#move(request)) this.#queue.push(request);
    if (!this.#flushScheduled) this.#scheduleFlush();
  }

  /** Sends nothing more: the agent is gone. */
  end(): void {
    this.#ended = true;
  }

  /**
   * Returns the calls of a dead agent that go to the next one, in their order: those it cannot have seen (queued, or not yet
   * published), and the repeatable ones among those it may have seen. To be called once, after `end`.
   */
  salvage(): QueuedRequest[] {
    const saved: QueuedRequest[] = [];
    const { words, bytes } = this.#ring;
    const consumer = this.#ring.consumer();
    const header = new CallHeader();
    const save = (onlyRepeatable: boolean): void => {
      consumer.drain({
        onRecord: (kind, offset, length) => {
          // The buffer of a spilled request went to the dead thread.
          if (kind !== RequestKind.INVOKE) return;
          readCallHeader(header, words, offset);
          const { slot, generation, flags } = header;
          if (onlyRepeatable && (flags & REPEATABLE_FLAG) === 0) return;
          if (!this.#slots.isPending(slot, generation)) return;
          const record = Buffer.from(bytes.subarray(offset, offset + length));
          saved.push({ kind, slot, generation, record, borrowed: undefined, spilled: undefined });
        },
      });
    };
    save(true);
    this.producer.publish();
    save(false);
    for (let next = this.#queue.peek(); next !== undefined; next = this.#queue.peek()) {
      if (isCall(next) && this.#slots.isPending(next.slot, next.generation)) saved.push(next);
      this.#queue.shift();
    }
    return saved;
  }

  /** Queues the requests that the agent before this one left. */
  adopt(requests: readonly QueuedRequest[]): void {
    for (const request of requests) this.enqueue(request);
  }
}

function requestOf(kind: RequestKind, record: Buffer, spilled?: Buffer): QueuedRequest {
  return { kind, slot: NO_SLOT, generation: 0, record, borrowed: undefined, spilled };
}
