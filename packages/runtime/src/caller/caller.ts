import type { MessagePort } from 'node:worker_threads';
import type { CallerProtocol, CallOperation, CallRequest } from '../protocol/caller-protocol.js';
import { FloorErrorCode } from '../protocol/errors.js';
import { CallHeader } from '../ring/call-header.js';
import { INSUFFICIENT_CAPACITY } from '../ring/layout.js';
import { REQUEST_HEADER_LENGTH } from '../ring/records.js';
import type { Hold } from '../shard/hold.js';
import { SharedTurns, type Turns } from '../shard/loop-turns.js';
import { ShardSupervisor } from '../shard/shard-supervisor.js';
import type { FloorDiagnosis } from '../shard/diagnosis.js';
import type { Shard } from '../shard/shard.js';
import type { FloorStats } from '../shard/stats.js';
import { Settlers, type Reject, type Resolve } from '../shared/settlers.js';
import { writable } from '../shared/writable-bytes.js';
import { checkLimits, watchLimits, type CallLimits } from './call-limits.js';
import { CallerLife, type CallerState, type CloseOptions } from './caller-life.js';
import {
  checkCallerOptions,
  checkCloseOptions,
  illegalArgument,
  type CallerOptions,
} from './caller-options.js';

/** Makes the promises of calls. */
const next = new Settlers();

/** What a caller hears of its agents. @typeParam FromAgent control messages of the protocol. */
export interface CallerEvents<FromAgent> {
  onControl(message: FromAgent, shard: number): void;
  /** Something happened that no call asked for. @param number is what its agent gave to `event`. `bytes` are valid until this returns. */
  onEvent(number: number, bytes: Buffer, start: number, end: number, shard: number): void;
  /** An agent died and another takes its place: all it had is lost. */
  onRestart(error: Error, shard: number): void;
  /** There is no agent any more, and none will come: everything in flight was rejected. */
  onEnd(error: Error | undefined): void;
}

/**
 * The caller's side of the floor: makes calls that agents carry out, in threads of their own or on this one.
 *
 * @typeParam Settings what an agent is started with. @typeParam Operation kinds of calls.
 * @typeParam ToAgent, @typeParam FromAgent control messages of the protocol, of what JSON can carry.
 */
export class Caller<Settings, Operation extends CallOperation, ToAgent extends object, FromAgent> {
  readonly #options: CallerOptions<Settings>;
  readonly #protocol: CallerProtocol<Operation>;
  readonly #events: Partial<CallerEvents<FromAgent>>;
  readonly #shards: readonly ShardSupervisor<Settings, Operation>[];
  readonly #life: CallerLife;
  /** The header of the call that is being sent: one object for all. */
  readonly #header = new CallHeader();

  /** Throws (`ILLEGAL_ARGUMENT`) for an option that is not what {@link CallerOptions} says. */
  constructor(
    options: CallerOptions<Settings>,
    protocol: CallerProtocol<Operation>,
    events: Partial<CallerEvents<FromAgent>> = {},
  ) {
    checkCallerOptions(options, protocol);
    this.#options = options;
    this.#protocol = protocol;
    this.#events = events;
    const turns = options.shards > 1 ? new SharedTurns() : undefined;
    this.#shards = Array.from({ length: options.shards }, (_, shard) => this.#supervise(shard, turns));
    this.#life = new CallerLife(this.#shards, protocol.makeError.bind(protocol), (error) =>
      events.onEnd?.(error),
    );
  }

  /**
   * Starts every agent, once. Throws what `create` or `settings` threw, or why no thread can be started: then nothing is left
   * running, the state is `FAILED`, and later calls of `start` throw `FAILED` with that as its cause. Throws `ILLEGAL_STATE` when it
   * is running, and `CLOSED` when it was stopped.
   */
  start(): void {
    this.#life.start();
  }

  /**
   * Ends every agent, at once. Calls in flight reject with `CLOSED`.
   *
   * @param graceMillis after which a thread that has not ended is terminated; after twice that time it is no longer waited for.
   */
  stop(graceMillis: number): Promise<void> {
    return this.#life.stop(graceMillis);
  }

  /**
   * Takes no more calls, waits for those in flight, and stops. Those that have not settled in time reject with `CLOSED`. While it
   * waits, a thread that dies is still replaced, and control messages are still sent.
   *
   * Rejects with `ILLEGAL_ARGUMENT` for a time that is not what {@link CloseOptions} says.
   */
  async close(options: CloseOptions = {}): Promise<void> {
    checkCloseOptions(options, this.#protocol);
    await this.#life.close(options);
  }

  /**
   * Resolves when every agent has started, which is before it is connected to anything. Rejects with `FAILED` or `CLOSED` when the
   * caller ends before. Nobody has to wait for it: calls that are made earlier wait in the ring.
   */
  get ready(): Promise<void> {
    return this.#life.ready;
  }

  /**
   * Lets the process end although agents are running, and calls with them. An agent on the caller's own loop keeps the process
   * alive by its sockets and timers all the same.
   */
  unref(): void {
    for (const supervisor of this.#shards) supervisor.unref();
  }

  /** Where it is in its life. */
  get state(): CallerState {
    return this.#life.state;
  }

  /** Whether the agents are to end, or have ended. */
  get isStopped(): boolean {
    return this.#life.isStopped;
  }

  /** Counts the agents a shard has had: what was left with one is gone with it. */
  epoch(shard: number): number {
    return this.#supervisorOf(shard).epoch;
  }

  /** Calls that have not settled. */
  get inFlight(): number {
    return this.#shards.reduce((sum, { slots }) => sum + slots.inFlight, 0);
  }

  /** Calls of one shard that have not settled. */
  inFlightOf(shard: number): number {
    return this.#supervisorOf(shard).slots.inFlight;
  }

  /** One for each shard that has an agent. */
  stats(): FloorStats[] {
    return this.#shards.flatMap((supervisor) => supervisor.stats() ?? []);
  }

  /**
   * Why a call may have had no completion for so long: one diagnosis for each shard. It does not ask the agents, so it also answers when
   * one is dead or its thread stuck. It looks at every call in flight, so it is not for every second.
   */
  diagnose(): FloorDiagnosis[] {
    return this.#shards.map((supervisor) => supervisor.diagnose());
  }

  /**
   * Makes a call, of which all errors come as the rejection of its promise: why it was not admitted (`ILLEGAL_ARGUMENT`,
   * `CLOSED`, `FAILED`, `BACKPRESSURE`, `CANCELLED` by a signal that was aborted before), why it was given up (`TIMED_OUT`, `CANCELLED`), what
   * became of its agent (`THREAD_DIED`, `CLOSED`), and what the protocol made of a failure.
   *
   * @typeParam Result what the protocol makes of the completion. Nothing checks it.
   * @param shard 0 to `shards` − 1.
   */
  call<Result = unknown>(
    shard: number,
    operation: Operation,
    request: CallRequest,
    limits?: CallLimits,
  ): Promise<Result> {
    const promise = next.promise<Result>();
    const { resolve, reject } = next;
    try {
      this.send(shard, operation, request, limits, resolve, reject);
    } catch (error) {
      reject(error);
    }
    return promise;
  }

  /**
   * Makes a call that settles by a function instead of a promise: `resolve` or `reject` runs once, and never from inside this
   * method.
   *
   * Throws (`ILLEGAL_ARGUMENT`, `CLOSED`, `FAILED`, `BACKPRESSURE`, `CANCELLED`) when the call is not admitted.
   *
   * @param hold the request waits until this is released.
   * @returns the call's slot, by which its agent knows it; no other call of the shard has it until the agent is done with this one.
   */
  send(
    shard: number,
    operation: Operation,
    request: CallRequest,
    limits: CallLimits | undefined,
    resolve: Resolve,
    reject: Reject,
    hold?: Hold,
  ): number {
    const supervisor = this.#supervisorOf(shard);
    const { sender } = this.#activeShard(supervisor);
    const timeoutMillis = limits === undefined ? 0 : checkLimits(limits, this.#protocol);
    const { slots } = supervisor;
    const { bound } = request;
    if (!(bound >= 0))
      throw illegalArgument(this.#protocol, 'request.bound', 'must be a number of bytes from 0');
    this.#admit(bound);
    const slot = slots.take(resolve, reject, operation, bound);
    const offset = hold === undefined ? sender.claim(bound) : INSUFFICIENT_CAPACITY;
    try {
      const buffer = offset < 0 ? sender.borrow(bound) : undefined;
      const start = buffer === undefined ? offset : REQUEST_HEADER_LENGTH;
      const end = request.write(buffer === undefined ? sender.memory : writable(buffer), start);
      const header = this.#header;
      header.slot = slot;
      header.generation = slots.generationOf(slot);
      header.flags = operation.flags;
      header.timeoutMillis = timeoutMillis;
      header.target = request.target;
      header.length = end - start;
      if (buffer === undefined) sender.commit(offset, header);
      else if (hold === undefined) sender.enqueue(sender.request(header, buffer));
      else supervisor.hold(sender.request(header, buffer), hold);
    } catch (error) {
      // No claim may stay open: it would fail every later call.
      if (offset >= 0) sender.producer.abort();
      slots.reject(slot, error);
      return slot;
    }
    if (limits !== undefined) watchLimits(supervisor, this.#protocol, slot, limits);
    return slot;
  }

  /** Throws (`BACKPRESSURE`) unless that many more calls and bytes are within the limits; for what is admitted as a unit. */
  checkRoom(calls: number, bytes: number): void {
    const { maxPendingCalls, maxPendingBytes } = this.#options;
    let wantedCalls = calls;
    let wantedBytes = bytes;
    for (const { slots } of this.#shards) {
      wantedCalls += slots.inFlight;
      wantedBytes += slots.inFlightBytes;
    }
    if (wantedCalls > maxPendingCalls) throw this.#over('maxPendingCalls', maxPendingCalls, wantedCalls);
    if (wantedBytes > maxPendingBytes) throw this.#over('maxPendingBytes', maxPendingBytes, wantedBytes);
  }

  /**
   * Tells every agent, in order with its calls; nothing once stopped. What it was told is lost when an agent dies.
   *
   * @param shard the only one that is told.
   */
  sendControl(message: ToAgent, shard?: number): void {
    if (this.isStopped) return;
    const told = shard === undefined ? this.#shards : [this.#supervisorOf(shard)];
    for (const supervisor of told) supervisor.current?.sender.sendControl(message);
  }

  /** Passes a port on to the agent of a shard; closes it where there is none. */
  passPort(port: MessagePort, shard: number): void {
    const { current } = this.#supervisorOf(shard);
    if (current === undefined) port.close();
    else current.link.pass(port);
  }

  #supervise(shard: number, turns: Turns | undefined): ShardSupervisor<Settings, Operation> {
    const options = this.#options;
    const own = shard === 0 ? options : { ...options, name: `${options.name}#${shard}` };
    const protocol = this.#protocol.ofShard?.(shard) ?? this.#protocol;
    return new ShardSupervisor(
      own,
      () => options.settings(shard),
      protocol,
      {
        // What an agent tells is what its protocol's other half makes of it.
        onControl: (message) => this.#events.onControl?.(message as FromAgent, shard),
        onEvent: (number, bytes, start, end) => this.#events.onEvent?.(number, bytes, start, end, shard),
        onReady: () => this.#life.onReady(),
        onRestart: (error) => this.#events.onRestart?.(error, shard),
        onEnd: (error) => this.#life.onShardEnd(error),
      },
      turns,
    );
  }

  #supervisorOf(shard: number): ShardSupervisor<Settings, Operation> {
    const supervisor = this.#shards[shard];
    if (supervisor !== undefined) return supervisor;
    const rule = `must be a whole number from 0 to ${this.#shards.length - 1}`;
    throw illegalArgument(this.#protocol, 'shard', rule);
  }

  #activeShard(supervisor: ShardSupervisor<Settings, Operation>): Shard<Settings, Operation> {
    const shard = supervisor.current;
    if (shard === undefined || !this.#life.isRunning) throw this.#life.refusal();
    return shard;
  }

  #admit(bytes: number): void {
    const { maxPendingCalls, maxPendingBytes } = this.#options;
    let calls = 0;
    let pendingBytes = bytes;
    const shards = this.#shards;
    for (let i = 0; i < shards.length; i++) {
      const { slots } = shards[i];
      calls += slots.inFlight;
      pendingBytes += slots.inFlightBytes;
    }
    if (calls >= maxPendingCalls || pendingBytes > maxPendingBytes) this.checkRoom(1, bytes);
  }

  #over(limit: string, allowed: number, wanted: number): Error {
    const message = `${limit} is ${allowed}, and this call would make it ${wanted}`;
    return this.#protocol.makeError(FloorErrorCode.BACKPRESSURE, message, {
      details: { limit, allowed, wanted },
    });
  }
}
