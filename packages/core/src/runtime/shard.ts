import {
  COMPLETION_GENERATION_OFFSET,
  COMPLETION_SLOT_OFFSET,
  CompletionKind,
  ControlBlock,
  copyBytes,
  INSUFFICIENT_CAPACITY,
  OneToOneRing,
  park,
  REQUEST_FLAGS_OFFSET,
  REQUEST_GENERATION_OFFSET,
  REQUEST_HEADER_LENGTH,
  REQUEST_SLOT_OFFSET,
  REQUEST_TARGET_OFFSET,
  REQUEST_TIMEOUT_OFFSET,
  REQUEST_WIRE_LENGTH_OFFSET,
  RequestFlag,
  RequestKind,
  SPILL_KIND_OFFSET,
  SPILL_LENGTH_OFFSET,
  starve,
  takeParked,
  type RecordHandler,
  type RingConsumer,
  type RingProducer,
} from '@offloop/wire/ring';
import {
  Linger,
  parkAtOnce,
  RingWatchdog,
  type WaitStrategy,
  type FromWorker,
  type ShardSettings,
  type ToWorker,
  type WireError,
} from '@offloop/workers';
import { errorFromMember, errorFromWire } from '../errors/rebuild.js';
import { IllegalStateError } from '../errors/hierarchy.js';
import type { CompletionReader } from './completion-reader.js';
import { DrainBudget } from './drain-budget.js';
import { RecordBuffers } from './record-buffers.js';
import { RequestQueue, type QueuedRequest } from './request-queue.js';
import type { SlotTable } from './slot-table.js';
import { InlineLink, ThreadLink, type LinkEvents, type WorkerLink } from './worker-link.js';

export interface ShardOptions {
  readonly settings: ShardSettings;
  /** Whether the agent has a thread of its own. */
  readonly threaded: boolean;
  readonly name: string;
  /** Microseconds this thread looks on before it parks; 0: it parks at once. */
  readonly callerLingerMicros: number;
  /** Bytes, powers of two. */
  readonly requestRingBytes: number;
  readonly completionRingBytes: number;
}

export interface ShardEvents {
  onControl(message: FromWorker): void;
  /** An event message of a listener's registration; `bytes` are valid until this returns. */
  onEvent(registration: number, bytes: Buffer, start: number, end: number): void;
  /** The agent is gone, after its last completions were delivered; undefined when it closed as asked. */
  onEnd(error: Error | undefined): void;
}

/**
 * The caller's end of one shard and one life ("epoch") of its agent: fresh rings, the queue behind the request ring, the
 * drain of completions. When the agent dies, this object is discarded with its memory and another takes its place.
 *
 * ```
 *   call → encode → claim ──────────→ request ring → agent → sockets
 *             └→ queue (ring full) ──────┘               │
 *   promise ← decode ← drain, bounded ← completion ring ←┘
 * ```
 */
export class Shard implements RecordHandler, LinkEvents {
  readonly producer: RingProducer;
  /** Longest wire message that goes inline, bytes. */
  readonly maxInlineLength: number;
  readonly #requests: OneToOneRing;
  readonly #completions: OneToOneRing;
  readonly #consumer: RingConsumer;
  readonly #control: ControlBlock;
  readonly #link: WorkerLink;
  readonly #slots: SlotTable;
  readonly #reader: CompletionReader;
  readonly #events: ShardEvents;
  readonly #queue = new RequestQueue();
  readonly #buffers = new RecordBuffers();
  readonly #budget = new DrainBudget();
  readonly #waitStrategy: WaitStrategy;
  readonly #watchdog: RingWatchdog;
  #flushScheduled = false;
  #drainScheduled = false;
  #draining = false;
  #ended = false;
  /** For `stats`. */
  operations = 0;
  wakeupsSent = 0;
  wakeupsSuppressed = 0;
  rescues = 0;
  spilled = 0;

  constructor(options: ShardOptions, slots: SlotTable, reader: CompletionReader, events: ShardEvents) {
    this.#slots = slots;
    this.#reader = reader;
    this.#events = events;
    this.#requests = OneToOneRing.create(options.requestRingBytes);
    this.#completions = OneToOneRing.create(options.completionRingBytes);
    this.#control = ControlBlock.create();
    this.producer = this.#requests.producer();
    this.#consumer = this.#completions.consumer();
    this.maxInlineLength = this.#requests.maxPayloadLength - REQUEST_HEADER_LENGTH;
    // Parked from the start: the first completion rings.
    park(this.#consumer);
    const memory = {
      control: this.#control.buffer,
      requests: this.#requests.buffer,
      completions: this.#completions.buffer,
    };
    this.#link = options.threaded
      ? new ThreadLink(memory, options.settings, options.name, this)
      : new InlineLink(memory, options.settings, this);
    this.#waitStrategy = options.callerLingerMicros > 0 ? new Linger(options.callerLingerMicros) : parkAtOnce;
    this.#watchdog = new RingWatchdog(
      this.#consumer,
      () => {
        this.rescues++;
        this.onBell();
      },
      // A hung process must not hold its locks because its worker lives: this is the sign that the loop still turns.
      () => this.#control.bumpLiveness(),
    );
  }

  get control(): ControlBlock {
    return this.#control;
  }

  get link(): WorkerLink {
    return this.#link;
  }

  get queued(): number {
    return this.#queue.length;
  }

  /** Bytes of completions that wait for this thread. */
  get completionsPending(): number {
    return this.#consumer.pending;
  }

  // --- requests --------------------------------------------------------------------------------------------------

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

  get ringBytes(): Buffer {
    return this.#requests.bytes;
  }

  /** Ends the claim at `offset` (as `claim` returned it), whose wire message became `length` bytes long. */
  commit(offset: number, slot: number, flags: number, timeoutMillis: number, length: number): void {
    const words = this.#requests.words;
    const header = (offset - REQUEST_HEADER_LENGTH) >> 2;
    words[header + (REQUEST_SLOT_OFFSET >> 2)] = slot;
    words[header + (REQUEST_GENERATION_OFFSET >> 2)] = this.#slots.generationOf(slot);
    words[header + (REQUEST_FLAGS_OFFSET >> 2)] = flags;
    words[header + (REQUEST_TIMEOUT_OFFSET >> 2)] = timeoutMillis;
    words[header + (REQUEST_TARGET_OFFSET >> 2)] = 0;
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
  enqueue(slot: number, flags: number, timeoutMillis: number, buffer: Buffer, length: number): void {
    const generation = this.#slots.generationOf(slot);
    const spills = length > this.maxInlineLength;
    const record = spills
      ? Buffer.alloc(REQUEST_HEADER_LENGTH)
      : buffer.subarray(0, REQUEST_HEADER_LENGTH + length);
    record.writeInt32LE(slot, REQUEST_SLOT_OFFSET);
    record.writeInt32LE(generation, REQUEST_GENERATION_OFFSET);
    record.writeInt32LE(flags, REQUEST_FLAGS_OFFSET);
    record.writeInt32LE(timeoutMillis, REQUEST_TIMEOUT_OFFSET);
    record.writeInt32LE(0, REQUEST_TARGET_OFFSET);
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
    this.#pushRecord(RequestKind.CONTROL, Buffer.from(JSON.stringify(message)));
  }

  // --- completions -----------------------------------------------------------------------------------------------

  onBell(): void {
    if (!this.#draining && !this.#ended) this.#drainSlice();
  }

  onRecord(kind: number, offset: number, length: number): void {
    const { words, bytes } = this.#completions;
    if (kind === CompletionKind.CONTROL) {
      const text = bytes.toString('utf8', offset + 8, offset + length);
      this.#events.onControl(JSON.parse(text) as FromWorker);
      return;
    }
    const slot = words[(offset + COMPLETION_SLOT_OFFSET) >> 2];
    if (kind === CompletionKind.EVENT) {
      this.#events.onEvent(slot, bytes, offset + 8, offset + length);
      return;
    }
    const generation = words[(offset + COMPLETION_GENERATION_OFFSET) >> 2];
    // A spilled body leaves its port even when nobody waits for it, or the next spill would be taken for it.
    const spilled = kind === CompletionKind.SPILL ? this.#takeSpilled(offset) : undefined;
    if (!this.#slots.holds(slot, generation)) return;
    this.#complete(kind, slot, offset, length, spilled);
  }

  #complete(kind: number, slot: number, offset: number, length: number, spilled: Buffer | undefined): void {
    const slots = this.#slots;
    let value: unknown;
    try {
      if (kind === CompletionKind.ERROR) {
        slots.reject(slot, rebuild(this.#completions.bytes.toString('utf8', offset + 8, offset + length)));
        return;
      }
      value =
        spilled === undefined
          ? this.#reader.read(kind, this.#completions, offset, length, slots.operationOf(slot))
          : this.#readSpilled(offset, spilled, slot);
    } catch (error) {
      // A record that cannot be handled fails its own call only.
      slots.reject(slot, error);
      return;
    }
    slots.resolve(slot, value);
  }

  #takeSpilled(offset: number): Buffer {
    const length = this.#completions.words[(offset + SPILL_LENGTH_OFFSET) >> 2];
    const buffer = this.#link.takeSpilled();
    if (buffer === undefined || buffer.byteLength !== length) {
      throw new IllegalStateError(
        `a spill of ${length} bytes was announced, the port holds ${buffer?.byteLength ?? 'none'}`,
      );
    }
    return Buffer.from(buffer);
  }

  #readSpilled(offset: number, spilled: Buffer, slot: number): unknown {
    const kind = this.#completions.words[(offset + SPILL_KIND_OFFSET) >> 2];
    return this.#reader.readBytes(kind, spilled, 0, spilled.length, this.#slots.operationOf(slot));
  }

  #drainSlice(): void {
    let completed = 0;
    this.#draining = true;
    try {
      this.#consumer.clearParked();
      this.#budget.begin();
      let drained: number;
      do {
        drained = this.#consumer.drain(this, this.#budget.batch);
        completed += drained;
      } while (drained === this.#budget.batch && !this.#budget.isSpent());
      if (this.#consumer.takeStarved()) this.#ringAgent();
    } finally {
      this.#draining = false;
    }
    if (this.#queue.length > 0) this.#flush();
    this.#wait(completed, 0);
  }

  /** @param completed calls completed, and @param begun calls begun, since the last time. */
  #wait(completed: number, begun: number): void {
    if (this.#waitStrategy.keepLooking(completed, begun, this.#slots.inFlight) || !park(this.#consumer)) {
      this.#scheduleDrain();
    }
  }

  /** After a slice the loop is given back: whoever else waits for it comes first. */
  #scheduleDrain(): void {
    if (this.#drainScheduled || this.#ended) return;
    this.#drainScheduled = true;
    setImmediate(() => {
      this.#drainScheduled = false;
      this.onBell();
    });
  }

  // --- publishing ------------------------------------------------------------------------------------------------

  /** Everything written in one tick goes out together, under one bell. */
  #scheduleFlush(): void {
    this.#flushScheduled = true;
    process.nextTick(() => {
      this.#flushScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#ended) return;
    this.#moveQueue();
    if (!this.producer.publish()) return;
    if (takeParked(this.producer)) this.#ringAgent();
    else this.wakeupsSuppressed++;
    if (this.#waitStrategy !== parkAtOnce && !this.#drainScheduled) this.#wait(0, 1);
  }

  #ringAgent(): void {
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
          if (takeParked(this.producer)) this.#ringAgent();
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
    copyBytes(record, 0, record.length, this.#requests.bytes, offset);
    this.producer.commit();
    if (spilled !== undefined) {
      this.spilled++;
      // SPILL before the publish: the agent takes the next buffer from the port when it meets the record.
      this.#link.spill(spilled.buffer as ArrayBuffer);
    }
    return true;
  }

  #pushRecord(kind: RequestKind, payload: Buffer): void {
    const offset = this.producer.tryClaim(kind, payload.length);
    if (offset === INSUFFICIENT_CAPACITY) {
      // Rare and small; it may overtake queued calls, which is harmless: a cancelled call is skipped when its turn comes.
      setImmediate(() => {
        if (!this.#ended) this.#pushRecord(kind, payload);
      });
      return;
    }
    payload.copy(this.#requests.bytes, offset);
    this.producer.commit();
    if (!this.#flushScheduled) this.#scheduleFlush();
  }

  // --- the end ---------------------------------------------------------------------------------------------------

  onEnd(error: Error | undefined): void {
    if (this.#ended) return;
    // What the agent had published is true, whatever became of it.
    while (!this.#consumer.isEmpty()) this.#consumer.drain(this);
    this.#ended = true;
    this.#watchdog.stop();
    this.#events.onEnd(error);
  }

  /**
   * Calls of a dead agent that go to the next one, in their order: those it cannot have seen (queued, or not yet
   * published), and of those it may have seen the ones that do no harm twice. To be asked once, after `onEnd`.
   */
  salvage(): QueuedRequest[] {
    const saved: QueuedRequest[] = [];
    const { words, bytes } = this.#requests;
    const consumer = this.#requests.consumer();
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

function rebuild(text: string): Error {
  const wire = JSON.parse(text) as WireError;
  return wire.remote === undefined ? errorFromWire(wire) : errorFromMember(wire.remote);
}
