import { setMaxListeners } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { copyBytes, REQUEST_HEADER_LENGTH, RequestFlag } from '@offloop/wire/ring';
import { encodeRequest, type MessageSpec, type RequestOf } from '@offloop/wire/protocol';
import type { ToWorker } from '@offloop/workers';
import { CancellationError, ClientNotActiveError, OperationTimeoutError } from '../errors/hierarchy.js';
import { BackpressureError, ClientOfflineError } from '../errors/own-errors.js';
import type { DataDecoder } from '../serialization/data-decoder.js';
import type { SerializationSettings } from '../serialization/settings.js';
import { timeoutOf, type CallOptions } from './call-options.js';
import { CompletionReader } from './completion-reader.js';
import { SLICE_MILLIS } from './drain-budget.js';
import { writable } from './frame-bytes.js';
import type { ObjectOperation, Operation, PartOperation } from './operation.js';
import { PartAnswers, type PartSink } from './part-answers.js';
import type { PartRequest, PartRequests } from './part-requests.js';
import { EncoderStack, type LongField, type WireRequest } from './request-encoder.js';
import type { Shard, ShardOptions } from './shard.js';
import { ShardSuccession, type SuccessionEvents } from './shard-succession.js';
import { SlotTable, type Reject, type Resolve } from './slot-table.js';
import type { ShardStats } from './stats.js';

export interface RuntimeLimits {
  /** Calls in flight. */
  readonly maxPendingCalls: number;
  /** Bytes of the requests of all calls in flight, queued ones among them. */
  readonly maxPendingBytes: number;
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

/** The caller's side of the machine: slots, encoders, and the shard that carries the bytes. */
export class Runtime {
  readonly #limits: RuntimeLimits;
  readonly #slots = new SlotTable();
  readonly #shards: ShardSuccession;
  readonly #encoders: EncoderStack;
  readonly #preferredMember: (() => number | undefined) | undefined;

  /** @param preferredMember the tag of the member the next call goes to that is not for a partition, if one is preferred. */
  constructor(
    options: ShardOptions,
    limits: RuntimeLimits,
    serialization: SerializationSettings,
    decoder: DataDecoder,
    events: SuccessionEvents,
    preferredMember?: () => number | undefined,
  ) {
    this.#limits = limits;
    this.#shards = new ShardSuccession(
      options,
      this.#slots,
      new CompletionReader(decoder, serialization),
      events,
    );
    this.#encoders = new EncoderStack(serialization);
    this.#preferredMember = preferredMember;
  }

  start(): void {
    this.#shards.start();
  }

  /** As `ShardSuccession` says. */
  stop(graceMillis: number): Promise<void> {
    return this.#shards.stop(graceMillis);
  }

  stats(): ShardStats[] {
    return this.#shards.stats();
  }

  get inFlight(): number {
    return this.#slots.inFlight;
  }

  get partitionCount(): number {
    return this.#shards.partitionCount;
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
      const bound = encoder.prepare(operation, this.#shards.partitionCount, key, value1, value2);
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
        copyBytes(wire, 0, wire.length, shard.sender.memory.bytes, offset);
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
    if (!this.#shards.isStopped) this.#shards.current?.sender.tell(message);
  }

  /** Counts the workers there have been: what was left with one is gone with it. */
  get epoch(): number {
    return this.#shards.epoch;
  }

  /** A compute thread will fetch answers from the worker of this epoch by this port. */
  serve(port: MessagePort): void {
    const shard = this.#shards.current;
    if (shard === undefined) port.close();
    else shard.link.serve(port);
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

  /** Why no call can be made now, if so. */
  refusal(): Error | undefined {
    const shards = this.#shards;
    if (shards.isStopped || shards.current === undefined)
      return new ClientNotActiveError('the client is shut down');
    if (shards.partitionCount === 0) return new ClientOfflineError();
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
      const end = request.write(writable(buffer), REQUEST_HEADER_LENGTH);
      shard.sender.enqueue(slot, operation.flags, timeout, target, buffer, end - REQUEST_HEADER_LENGTH);
    } else {
      let end: number;
      try {
        end = request.write(shard.sender.memory, offset);
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
    const shard = this.#shards.current;
    if (shard === undefined) throw new ClientNotActiveError('the client is shut down');
    return shard;
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
      this.#shards.current?.sender.cancel(slot, generation);
    };
    const onAbort = (): void => abandon(new CancellationError('the call was aborted', signal?.reason));
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            // A blocked loop reaches its timers first: an answer that is already here wins.
            this.#shards.current?.onExpiry(slot, generation);
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
}
