import {
  copyBytes,
  INSUFFICIENT_CAPACITY,
  REQUEST_FLAGS_OFFSET,
  REQUEST_GENERATION_OFFSET,
  REQUEST_HEADER_LENGTH,
  REQUEST_SLOT_OFFSET,
  REQUEST_TARGET_OFFSET,
  REQUEST_TIMEOUT_OFFSET,
  REQUEST_WIRE_LENGTH_OFFSET,
  RequestFlag,
  RequestKind,
  starve,
  takeParked,
  type OneToOneRing,
  type RingProducer,
} from '@offloop/wire/ring';
import type { ToWorker } from '@offloop/workers';
import type { WritableBytes } from './frame-bytes.js';
import { RecordBuffers } from './record-buffers.js';
import { RequestQueue, type QueuedRequest } from './request-queue.js';
import type { SlotTable } from './slot-table.js';
import type { WorkerLink } from './worker-link.js';

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * The request half of a shard: records go into the ring, or, when it is full, into the queue behind it; what was written in
 * one tick is published together, under one bell.
 */
export class RequestSender {
  readonly producer: RingProducer;
  /** Longest wire message that goes inline, bytes. */
  readonly maxInlineLength: number;
  readonly #ring: OneToOneRing;
  readonly #slots: SlotTable;
  readonly #link: WorkerLink;
  readonly #onPublished: () => void;
  readonly #queue = new RequestQueue();
  readonly #buffers = new RecordBuffers();
  #flushScheduled = false;
  #ended = false;
  /** For `stats`. */
  operations = 0;
  wakeupsSent = 0;
  wakeupsSuppressed = 0;
  spilled = 0;

  /** @param onPublished runs after requests became visible to the agent. */
  constructor(ring: OneToOneRing, slots: SlotTable, link: WorkerLink, onPublished: () => void) {
    this.#ring = ring;
    this.#slots = slots;
    this.#link = link;
    this.#onPublished = onPublished;
    this.producer = ring.producer();
    this.maxInlineLength = ring.maxPayloadLength - REQUEST_HEADER_LENGTH;
  }

  /** Where the claims are. */
  get memory(): WritableBytes {
    return this.#ring;
  }

  /** Requests that wait for room in the ring. */
  get queued(): number {
    return this.#queue.length;
  }

  /**
   * Room in the request ring for a message of up to `length` bytes. While it is open no user code may run.
   *
   * @returns the offset for the wire bytes, or `INSUFFICIENT_CAPACITY`: then the request goes to `enqueue`.
   */
  claim(length: number): number {
    if (this.#queue.length > 0 || length > this.maxInlineLength) return INSUFFICIENT_CAPACITY;
    const offset = this.producer.tryClaim(RequestKind.INVOKE, REQUEST_HEADER_LENGTH + length);
    return offset === INSUFFICIENT_CAPACITY ? offset : offset + REQUEST_HEADER_LENGTH;
  }

  /** Ends the claim at `offset` (as `claim` returned it), whose wire message became `length` bytes long. */
  commit(
    offset: number,
    slot: number,
    flags: number,
    timeoutMillis: number,
    target: number,
    length: number,
  ): void {
    const words = this.#ring.words;
    const header = (offset - REQUEST_HEADER_LENGTH) >> 2;
    words[header + (REQUEST_SLOT_OFFSET >> 2)] = slot;
    words[header + (REQUEST_GENERATION_OFFSET >> 2)] = this.#slots.generationOf(slot);
    words[header + (REQUEST_FLAGS_OFFSET >> 2)] = flags;
    words[header + (REQUEST_TIMEOUT_OFFSET >> 2)] = timeoutMillis;
    words[header + (REQUEST_TARGET_OFFSET >> 2)] = target;
    words[header + (REQUEST_WIRE_LENGTH_OFFSET >> 2)] = length;
    this.producer.commit(REQUEST_HEADER_LENGTH + length);
    this.operations++;
    if (!this.#flushScheduled) this.#scheduleFlush();
  }

  /**
   * A buffer for a request that could not be claimed, with room for a message of up to `length` bytes behind
   * `REQUEST_HEADER_LENGTH` bytes for its header. It goes back by `enqueue`.
   */
  borrow(length: number): Buffer {
    const size = REQUEST_HEADER_LENGTH + length;
    // One that may spill is handed over with all that lies in it, so it lies in a buffer of its own.
    return length > this.maxInlineLength ? Buffer.allocUnsafeSlow(size) : this.#buffers.take(size);
  }

  /** Queues the message of `length` bytes that was written to a buffer from `borrow`. */
  enqueue(
    slot: number,
    flags: number,
    timeoutMillis: number,
    target: number,
    buffer: Buffer,
    length: number,
  ): void {
    const generation = this.#slots.generationOf(slot);
    const spills = length > this.maxInlineLength;
    const record = spills
      ? Buffer.alloc(REQUEST_HEADER_LENGTH)
      : buffer.subarray(0, REQUEST_HEADER_LENGTH + length);
    record.writeInt32LE(slot, REQUEST_SLOT_OFFSET);
    record.writeInt32LE(generation, REQUEST_GENERATION_OFFSET);
    record.writeInt32LE(flags, REQUEST_FLAGS_OFFSET);
    record.writeInt32LE(timeoutMillis, REQUEST_TIMEOUT_OFFSET);
    record.writeInt32LE(target, REQUEST_TARGET_OFFSET);
    record.writeInt32LE(length, REQUEST_WIRE_LENGTH_OFFSET);
    this.#queue.push({
      slot,
      generation,
      record,
      borrowed: spills ? undefined : buffer,
      spilled: spills ? buffer : undefined,
    });
    this.operations++;
    if (!this.#flushScheduled) this.#scheduleFlush();
  }

  /** Tells the agent that nobody waits for this call any more. */
  cancel(slot: number, generation: number): void {
    const record = Buffer.alloc(REQUEST_HEADER_LENGTH);
    record.writeInt32LE(slot, REQUEST_SLOT_OFFSET);
    record.writeInt32LE(generation, REQUEST_GENERATION_OFFSET);
    this.#pushRecord(RequestKind.CANCEL, record);
  }

  tell(message: ToWorker): void {
    const text = Buffer.from(JSON.stringify(message));
    if (text.length <= this.#ring.maxPayloadLength) this.#pushRecord(RequestKind.CONTROL, text);
    else this.#pushRecord(RequestKind.CONTROL_SPILLED, NOTHING, new Uint8Array(text).buffer);
  }

  /** Everything written in one tick goes out together, under one bell. */
  #scheduleFlush(): void {
    this.#flushScheduled = true;
    process.nextTick(() => {
      this.#flushScheduled = false;
      this.flush();
    });
  }

  /** Moves what waits into the ring and makes it visible. */
  flush(): void {
    if (this.#ended) return;
    this.#moveQueue();
    if (!this.producer.publish()) return;
    if (takeParked(this.producer)) this.ringAgent();
    else this.wakeupsSuppressed++;
    this.#onPublished();
  }

  /** Wakes the agent. */
  ringAgent(): void {
    this.wakeupsSent++;
    this.#link.ring();
  }

  /** Moves what waits into the ring, until it is full: then the agent will ring when there is room. */
  #moveQueue(): void {
    for (let next = this.#queue.peek(); next !== undefined; next = this.#queue.peek()) {
      if (!this.#slots.isPending(next.slot, next.generation)) {
        // Its promise was rejected while it waited here: the agent never saw it, so its slot is free at once.
        this.#slots.resolve(next.slot, undefined);
        this.#shiftQueue(next);
        continue;
      }
      if (!this.#move(next)) {
        this.producer.publish();
        if (starve(this.producer, next.record.length)) {
          // The agent may sleep with a full ring only if it has not seen these records yet.
          if (takeParked(this.producer)) this.ringAgent();
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
    const { record, spilled } = request;
    const kind = spilled === undefined ? RequestKind.INVOKE : RequestKind.INVOKE_SPILLED;
    const offset = this.producer.tryClaim(kind, record.length);
    if (offset === INSUFFICIENT_CAPACITY) return false;
    copyBytes(record, 0, record.length, this.#ring.bytes, offset);
    this.producer.commit();
    if (spilled !== undefined) {
      this.spilled++;
      // SPILL before the publish: the agent takes the next buffer from the port when it meets the record.
      this.#link.spill(spilled.buffer as ArrayBuffer);
    }
    return true;
  }

  #pushRecord(kind: RequestKind, payload: Buffer, spilled?: ArrayBuffer): void {
    const offset = this.producer.tryClaim(kind, payload.length);
    if (offset === INSUFFICIENT_CAPACITY) {
      // Rare and small; it may overtake queued calls, which is harmless: a cancelled call is skipped when its turn comes.
      setImmediate(() => {
        if (!this.#ended) this.#pushRecord(kind, payload, spilled);
      });
      return;
    }
    payload.copy(this.#ring.bytes, offset);
    this.producer.commit();
    if (spilled !== undefined) {
      this.spilled++;
      this.#link.spill(spilled);
    }
    if (!this.#flushScheduled) this.#scheduleFlush();
  }

  /** The agent is gone: nothing more goes out. */
  end(): void {
    this.#ended = true;
  }

  /**
   * Calls of a dead agent that go to the next one, in their order: those it cannot have seen (queued, or not yet
   * published), and of those it may have seen the ones that do no harm twice. To be asked once, after `end`.
   */
  salvage(): QueuedRequest[] {
    const saved: QueuedRequest[] = [];
    const { words, bytes } = this.#ring;
    const consumer = this.#ring.consumer();
    const save = (onlyRetryable: boolean): void => {
      consumer.drain({
        onRecord: (kind, offset, length) => {
          // The buffer of a spilled request went to the dead thread.
          if (kind !== RequestKind.INVOKE) return;
          const slot = words[(offset + REQUEST_SLOT_OFFSET) >> 2];
          const generation = words[(offset + REQUEST_GENERATION_OFFSET) >> 2];
          const flags = words[(offset + REQUEST_FLAGS_OFFSET) >> 2];
          if (onlyRetryable && (flags & RequestFlag.RETRYABLE) === 0) return;
          if (!this.#slots.isPending(slot, generation)) return;
          const record = Buffer.from(bytes.subarray(offset, offset + length));
          saved.push({ slot, generation, record, borrowed: undefined, spilled: undefined });
        },
      });
    };
    save(true);
    this.producer.publish();
    save(false);
    for (let next = this.#queue.peek(); next !== undefined; next = this.#queue.peek()) {
      if (this.#slots.isPending(next.slot, next.generation)) saved.push(next);
      this.#queue.shift();
    }
    return saved;
  }

  /** Takes over what the agent before this one left. */
  adopt(requests: readonly QueuedRequest[]): void {
    for (const request of requests) this.#queue.push(request);
    if (requests.length > 0 && !this.#flushScheduled) this.#scheduleFlush();
  }
}
