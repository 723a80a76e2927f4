import type { MessagePort } from 'node:worker_threads';
import { setMaxListeners } from 'node:events';
import { copyBytes, REQUEST_HEADER_LENGTH, RequestFlag, WorkerCounter } from '@offloop/wire/ring';
import { encodeRequest, type MessageSpec, type RequestOf } from '@offloop/wire/protocol';
import type { FromWorker, Resumption, ToWorker } from '@offloop/workers';
import {
  CancellationError,
  ClientNotActiveError,
  IllegalStateError,
  IndeterminateOperationStateError,
  OperationTimeoutError,
} from '../errors/hierarchy.js';
import { BackpressureError, ClientOfflineError } from '../errors/own-errors.js';
import { withoutStack } from '../errors/stack.js';
import type { DataDecoder } from '../serialization/data-decoder.js';
import type { SerializationSettings } from '../serialization/settings.js';
import { timeoutOf, type CallOptions } from './call-options.js';
import { CompletionReader } from './completion-reader.js';
import { SLICE_MILLIS } from './drain-budget.js';
import type { ObjectOperation, Operation, PartOperation } from './operation.js';
import { PartAnswers, type PartSink } from './part-answers.js';
import type { PartRequest, PartRequests } from './part-requests.js';
import { EncoderStack, type LongField, type WireRequest } from './request-encoder.js';
import { RestartLimit } from './restart-limit.js';
import { Shard, type ShardEvents, type ShardOptions } from './shard.js';
import { SlotTable, type Reject, type Resolve } from './slot-table.js';
import type { ShardStats } from './stats.js';

export interface RuntimeLimits {
  /** Calls in flight. */
  readonly maxPendingCalls: number;
  /** Bytes of the requests of all calls in flight, queued ones among them. */
  readonly maxPendingBytes: number;
}

export interface RuntimeEvents {
  onControl(message: FromWorker): void;
  onEvent(registration: number, bytes: Buffer, start: number, end: number): void;
  /** The agent died and another takes its place; connections and registrations are lost. */
  onRestart(error: Error): void;
  /** No agent, and none will come: everything in flight was rejected. */
  onEnd(error: Error | undefined): void;
}

/** The target of a call that has none. */
const NO_TARGET = 0;

// One executor for all promises: a closure a call would be garbage of its own.
let resolveOfNext: Resolve;
let rejectOfNext: Reject;
const takeSettlers = (resolve: Resolve, reject: Reject): void => {
  resolveOfNext = resolve;
  rejectOfNext = reject;
};

/** The caller's side of the machine: slots, encoders, and the shard that carries the bytes; replaces a shard that died. */
export class Runtime {
  readonly #options: ShardOptions;
  readonly #limits: RuntimeLimits;
  readonly #events: RuntimeEvents;
  readonly #slots = new SlotTable();
  readonly #encoders: EncoderStack;
  readonly #reader: CompletionReader;
  readonly #preferredMember: (() => number | undefined) | undefined;
  readonly #restarts = new RestartLimit();
  #shard: Shard | undefined;
  #partitionCount = 0;
  /** The cluster last entered: a new worker goes on where the one before was. */
  #resumption: Resumption | null = null;
  #stopped = false;
  #ended: Promise<void>;
  #markEnded!: () => void;
  /** Figures of the shards before this one. */
  #epoch = 0;
  #rescuesBefore = 0;
  #operationsBefore = 0;

  /** @param preferredMember the tag of the member the next call goes to that is not for a partition, if one is preferred. */
  constructor(
    options: ShardOptions,
    limits: RuntimeLimits,
    serialization: SerializationSettings,
    decoder: DataDecoder,
    events: RuntimeEvents,
    preferredMember?: () => number | undefined,
  ) {
    this.#options = options;
    this.#limits = limits;
    this.#events = events;
    this.#encoders = new EncoderStack(serialization);
    this.#reader = new CompletionReader(decoder, serialization);
    this.#preferredMember = preferredMember;
    this.#ended = new Promise((resolve) => {
      this.#markEnded = resolve;
    });
  }

  start(): void {
    this.#startShard();
  }

  get inFlight(): number {
    return this.#slots.inFlight;
  }

  get partitionCount(): number {
    return this.#partitionCount;
  }

  /** Operations on a key: `value1` and `value2` are the frames behind the key, as the message has them. */
  invokeOnKey(
    operation: ObjectOperation,
    options: CallOptions | undefined,
    key: unknown,
    value1?: unknown,
    value2?: unknown,
    fixed0: LongField = 0,
    fixed1: LongField = 0,
    fixed2: LongField = 0,
    fixed3: LongField = 0,
  ): Promise<unknown> {
    const refusal = this.refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    const encoder = this.#encoders.push();
    try {
      const bound = encoder.prepare(operation, this.#partitionCount, key, value1, value2);
      encoder.setFixed(fixed0, fixed1, fixed2, fixed3);
      const promise = new Promise(takeSettlers);
      this.#send(operation, options, NO_TARGET, encoder, bound, resolveOfNext, rejectOfNext);
      return promise;
    } catch (error) {
      return Promise.reject(error);
    } finally {
      this.#encoders.pop();
    }
  }

  /**
   * One request a partition; the answers in the requests' order. Rejects as `PartAnswers` says.
   *
   * @param inSlices whether many may take several turns of the loop; otherwise all are sent in this tick.
   */
  invokeParts(
    { operation, requests }: PartRequests,
    options: CallOptions | undefined,
    inSlices: boolean,
  ): Promise<unknown[]> {
    const answers = new PartAnswers(requests.length);
    this.sendParts(operation, requests, options, inSlices, answers);
    return answers.all;
  }

  /** The same for one who takes the answers as they come. @param target what the operation's flags say. */
  sendParts(
    operation: PartOperation,
    requests: readonly PartRequest[],
    options: CallOptions | undefined,
    inSlices: boolean,
    answers: PartSink,
    target: number = NO_TARGET,
  ): void {
    const sendFrom = (first: number): void => {
      const until = performance.now() + SLICE_MILLIS;
      for (let part = first; part < requests.length; part++) {
        if (inSlices && part > first && performance.now() >= until) {
          setImmediate(sendFrom, part);
          return;
        }
        this.#sendPart(operation, options, target, requests[part], answers, part);
      }
    };
    sendFrom(0);
  }

  /** Any other message, by its table entry: to the owner of `partitionId`, or to any member (−1). */
  invoke<M extends MessageSpec>(
    operation: Operation & { readonly spec: M },
    values: RequestOf<M>,
    partitionId: number,
    options?: CallOptions,
  ): Promise<unknown> {
    const refusal = this.refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    try {
      const wire = encodeRequest(operation.spec, values, {
        correlationLow: 0,
        correlationHigh: 0,
        partitionId,
      });
      const timeout = timeoutOf(options, operation);
      const preferred = partitionId < 0 ? this.#preferredMember?.() : undefined;
      const flags = preferred === undefined ? operation.flags : operation.flags | RequestFlag.PREFERS;
      const target = preferred ?? NO_TARGET;
      // A load balancer is user code.
      const shard = this.#activeShard();
      const promise = new Promise(takeSettlers);
      const slot = this.#takeSlot(operation, wire.length, resolveOfNext, rejectOfNext);
      const offset = shard.sender.claim(wire.length);
      if (offset < 0) {
        const buffer = shard.sender.borrow(wire.length);
        copyBytes(wire, 0, wire.length, buffer, REQUEST_HEADER_LENGTH);
        shard.sender.enqueue(slot, flags, timeout, target, buffer, wire.length);
      } else {
        copyBytes(wire, 0, wire.length, shard.sender.ringBytes, offset);
        shard.sender.commit(offset, slot, flags, timeout, target, wire.length);
      }
      if (options !== undefined) this.#watchOptions(slot, options);
      return promise;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Sends a control message to the agent, in order with the calls; nothing once the client is shut down. */
  tell(message: ToWorker): void {
    if (!this.#stopped) this.#shard?.sender.tell(message);
  }

  /** Counts the workers there have been: what was left with one is gone with it. */
  get epoch(): number {
    return this.#epoch;
  }

  /** A compute thread will fetch answers from the worker of this epoch by this port. */
  serve(port: MessagePort): void {
    if (this.#shard === undefined) port.close();
    else this.#shard.link.serve(port);
  }

  /** Whether that many more calls and bytes would stay within the limits; for what is admitted as a unit. */
  checkRoom(calls: number, bytes: number): void {
    const wantedCalls = this.#slots.inFlight + calls;
    if (wantedCalls > this.#limits.maxPendingCalls) {
      throw BackpressureError.over('runtime.maxPendingCalls', this.#limits.maxPendingCalls, wantedCalls);
    }
    const wantedBytes = this.#slots.inFlightBytes + bytes;
    if (wantedBytes > this.#limits.maxPendingBytes) {
      throw BackpressureError.over('runtime.maxPendingBytes', this.#limits.maxPendingBytes, wantedBytes);
    }
  }

  /** Closes connections and ends the agent; every call in flight is rejected with ClientNotActiveError. */
  async stop(graceMillis: number): Promise<void> {
    if (!this.#stopped) {
      this.#stopped = true;
      const shard = this.#shard;
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
    const shard = this.#shard;
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

  /** Why no call can be made now, if so. */
  refusal(): Error | undefined {
    if (this.#stopped || this.#shard === undefined)
      return new ClientNotActiveError('the client is shut down');
    if (this.#partitionCount === 0) return new ClientOfflineError();
    return undefined;
  }

  #sendPart(
    operation: PartOperation,
    options: CallOptions | undefined,
    target: number,
    request: PartRequest,
    answers: PartSink,
    part: number,
  ): void {
    const reject: Reject = (error) => answers.fail(part, error);
    try {
      const refusal = this.refusal();
      if (refusal !== undefined) throw refusal;
      const resolve: Resolve = (answer) => answers.answer(part, answer);
      this.#send(operation, options, target, request, request.length, resolve, reject);
    } catch (error) {
      reject(error);
    }
  }

  /** @param bound most bytes of the wire message. Throws where the call was not admitted. */
  #send(
    operation: Operation,
    options: CallOptions | undefined,
    target: number,
    request: WireRequest,
    bound: number,
    resolve: Resolve,
    reject: Reject,
  ): void {
    // User code has run: it may have shut the client down, or worse.
    const shard = this.#activeShard();
    const timeout = options === undefined ? 0 : timeoutOf(options, operation);
    const slot = this.#takeSlot(operation, bound, resolve, reject);
    const offset = shard.sender.claim(bound);
    if (offset < 0) {
      const buffer = shard.sender.borrow(bound);
      const end = request.write(buffer, undefined, REQUEST_HEADER_LENGTH);
      shard.sender.enqueue(slot, operation.flags, timeout, target, buffer, end - REQUEST_HEADER_LENGTH);
    } else {
      let end: number;
      try {
        end = request.write(shard.sender.ringBytes, shard.sender.ringWords, offset);
      } catch (error) {
        // No claim may stay open: it would fail every later call.
        shard.sender.producer.abort();
        this.#slots.reject(slot, error);
        return;
      }
      shard.sender.commit(offset, slot, operation.flags, timeout, target, end - offset);
    }
    if (options !== undefined) this.#watchOptions(slot, options);
  }

  #activeShard(): Shard {
    if (this.#shard === undefined) throw new ClientNotActiveError('the client is shut down');
    return this.#shard;
  }

  #takeSlot(operation: Operation, bytes: number, resolve: Resolve, reject: Reject): number {
    const slots = this.#slots;
    if (
      slots.inFlight >= this.#limits.maxPendingCalls ||
      slots.inFlightBytes + bytes > this.#limits.maxPendingBytes
    ) {
      this.checkRoom(1, bytes);
    }
    return slots.take(resolve, reject, operation, bytes);
  }

  #watchOptions(slot: number, { timeout, signal }: CallOptions): void {
    const generation = this.#slots.generationOf(slot);
    const abandon = (error: Error): void => {
      if (!this.#slots.isPending(slot, generation)) return;
      this.#slots.abandon(slot, error);
      this.#shard?.sender.cancel(slot, generation);
    };
    const onAbort = (): void => abandon(new CancellationError('the call was aborted', signal?.reason));
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            // A blocked loop reaches its timers first: an answer that is already here wins.
            this.#shard?.onExpiry(slot, generation);
            abandon(new OperationTimeoutError(`no answer within ${timeout} ms`));
          }, timeout);
    if (signal !== undefined) {
      // One signal for a thousand calls is everyday use, which Node.js 20 would report as a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', onAbort, { once: true });
    }
    this.#slots.onSettled(slot, () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  }

  #startShard(): Shard {
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
    return (this.#shard = new Shard({ ...this.#options, settings }, this.#slots, this.#reader, events));
  }

  #onShardEnd(error: Error | undefined): void {
    const shard = this.#shard!;
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
      this.#startShard().sender.adopt(saved);
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
    this.#shard = undefined;
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
