import { WorkerCounter } from '@offloop/wire/ring';
import type { FromWorker, Resumption } from '@offloop/workers';
import {
  ClientNotActiveError,
  IllegalStateError,
  IndeterminateOperationStateError,
} from '../errors/hierarchy.js';
import { withoutStack } from '../errors/stack.js';
import type { CompletionReader } from './completion-reader.js';
import { RestartLimit } from './restart-limit.js';
import { Shard, type ShardEvents, type ShardOptions } from './shard.js';
import type { SlotTable } from './slot-table.js';
import type { ShardStats } from './stats.js';

export interface SuccessionEvents {
  onControl(message: FromWorker): void;
  onEvent(registration: number, bytes: Buffer, start: number, end: number): void;
  /** The agent died and another takes its place; connections and registrations are lost. */
  onRestart(error: Error): void;
  /** No agent, and none will come: everything in flight was rejected. */
  onEnd(error: Error | undefined): void;
}

/** The shard of the moment. One that dies is followed by another, as long as that does not happen again and again. */
export class ShardSuccession {
  readonly #options: ShardOptions;
  readonly #slots: SlotTable;
  readonly #reader: CompletionReader;
  readonly #events: SuccessionEvents;
  readonly #restarts = new RestartLimit();
  #current: Shard | undefined;
  #partitionCount = 0;
  /** The cluster last entered: a new worker goes on where the one before was. */
  #resumption: Resumption | null = null;
  #stopped = false;
  #ended: Promise<void>;
  #markEnded!: () => void;
  #epoch = 0;
  /** Figures of the shards before this one. */
  #rescuesBefore = 0;
  #operationsBefore = 0;

  constructor(options: ShardOptions, slots: SlotTable, reader: CompletionReader, events: SuccessionEvents) {
    this.#options = options;
    this.#slots = slots;
    this.#reader = reader;
    this.#events = events;
    this.#ended = new Promise((resolve) => {
      this.#markEnded = resolve;
    });
  }

  /** Undefined before the start and after the end. */
  get current(): Shard | undefined {
    return this.#current;
  }

  /** Whether it is to end, or has. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Counts those there have been: what was left with one is gone with it. */
  get epoch(): number {
    return this.#epoch;
  }

  /** 0 before the first connection. */
  get partitionCount(): number {
    return this.#partitionCount;
  }

  /** Throws where no thread can be started. */
  start(): Shard {
    const events: ShardEvents = {
      onControl: (message) => {
        if (message.type === 'connected') {
          const { candidate, clusterId, partitionCount } = message;
          this.#partitionCount = partitionCount;
          this.#resumption = { candidate, clusterId, partitionCount };
        }
        this.#events.onControl(message);
      },
      onEvent: (registration, bytes, start, end) => this.#events.onEvent(registration, bytes, start, end),
      onEnd: (error) => this.#onShardEnd(error),
    };
    const settings = { ...this.#options.settings, resumption: this.#resumption };
    return (this.#current = new Shard({ ...this.#options, settings }, this.#slots, this.#reader, events));
  }

  /** Closes connections and ends the agent; every call in flight is rejected with ClientNotActiveError. */
  async stop(graceMillis: number): Promise<void> {
    if (!this.#stopped) {
      this.#stopped = true;
      const shard = this.#current;
      if (shard !== undefined) {
        shard.sender.tell({ type: 'shutdown' });
        // An agent that does not end by itself is ended: shutdown must not hang on a worker that does.
        const patience = setTimeout(() => void shard.link.terminate(), graceMillis);
        await this.#ended;
        clearTimeout(patience);
      } else {
        // Its first agent could not be started: there is nobody to wait for.
        this.#markEnded();
      }
    }
    return this.#ended;
  }

  stats(): ShardStats[] {
    const shard = this.#current;
    if (shard === undefined) return [];
    const { control } = shard;
    return [
      {
        epoch: this.#epoch,
        operations: this.#operationsBefore + shard.sender.operations,
        inFlight: this.#slots.inFlight,
        inFlightBytes: this.#slots.inFlightBytes,
        queued: shard.sender.queued,
        bytesIn: control.counter(WorkerCounter.BYTES_IN),
        bytesOut: control.counter(WorkerCounter.BYTES_OUT),
        messagesIn: control.counter(WorkerCounter.MESSAGES_IN),
        reads: control.counter(WorkerCounter.READS),
        writes: control.counter(WorkerCounter.WRITES),
        wakeupsSent: shard.sender.wakeupsSent,
        wakeupsSuppressed: shard.sender.wakeupsSuppressed,
        callerWakeups: control.counter(WorkerCounter.WAKEUPS_SENT),
        callerWakeupsSuppressed: control.counter(WorkerCounter.WAKEUPS_SUPPRESSED),
        rescues: this.#rescuesBefore + shard.rescues + control.counter(WorkerCounter.RESCUES),
        spills: shard.sender.spilled + control.counter(WorkerCounter.SPILLS),
        packed: control.counter(WorkerCounter.PACKED),
        retries: control.counter(WorkerCounter.RETRIES),
        lateResponses: control.counter(WorkerCounter.LATE_RESPONSES),
        backupAcks: control.counter(WorkerCounter.BACKUP_ACKS),
        dutyCycles: control.counter(WorkerCounter.DUTY_CYCLES),
        connections: control.counter(WorkerCounter.CONNECTIONS),
        requestRingHighWater: shard.sender.producer.highWater,
        completionRingHighWater: control.counter(WorkerCounter.COMPLETIONS_HIGH_WATER),
        workerUtilization: shard.link.utilization(),
      },
    ];
  }

  #onShardEnd(error: Error | undefined): void {
    const shard = this.#current!;
    this.#operationsBefore += shard.sender.operations;
    this.#rescuesBefore += shard.rescues + shard.control.counter(WorkerCounter.RESCUES);
    if (this.#stopped) {
      this.#finish(() => new ClientNotActiveError('the client is shut down'), error);
      return;
    }
    const reason = error ?? new IllegalStateError('the worker closed by itself');
    if (!this.#restarts.allows()) {
      this.#stopped = true;
      this.#finish(() => died(reason), reason);
      return;
    }
    // A new life: fresh rings, so that nothing the dead thread left half-written is ever read.
    const saved = shard.sender.salvage();
    const savedSlots = new Set(saved.map((request) => request.slot));
    this.#rejectAll(() => died(reason), savedSlots);
    this.#epoch++;
    try {
      this.start().sender.adopt(saved);
    } catch (failure) {
      // A system that has no thread left to give: whoever waits must hear of it.
      this.#stopped = true;
      this.#finish(() => died(reason), failure as Error);
      return;
    }
    this.#events.onRestart(reason);
  }

  #finish(errorOf: () => Error, error: Error | undefined): void {
    this.#rejectAll(errorOf);
    this.#current = undefined;
    this.#markEnded();
    this.#events.onEnd(error);
  }

  #rejectAll(errorOf: () => Error, except: ReadonlySet<number> = new Set()): void {
    for (const slot of this.#slots.taken()) {
      if (!except.has(slot)) this.#slots.reject(slot, withoutStack(errorOf));
    }
  }
}

function died(reason: Error): Error {
  return new IndeterminateOperationStateError(
    `the worker thread died before the answer came, the operation may or may not have run: ${reason.message}`,
    reason,
  );
}
