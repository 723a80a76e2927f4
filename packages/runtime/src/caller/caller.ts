import type { MessagePort } from 'node:worker_threads';
import type { CallerProtocol, CallOperation, CallRequest } from '../protocol/caller-protocol.js';
import { FloorErrorCode } from '../protocol/errors.js';
import { CallHeader } from '../ring/call-header.js';
import { INSUFFICIENT_CAPACITY } from '../ring/layout.js';
import { REQUEST_HEADER_LENGTH } from '../ring/records.js';
import { SharedTurns, type Turns } from '../shard/loop-turns.js';
import { ShardSupervisor } from '../shard/shard-supervisor.js';
import type { FloorDiagnosis } from '../shard/diagnosis.js';
import type { Shard } from '../shard/shard.js';
import type { FloorStats } from '../shard/stats.js';
import { Settlers, type Settling } from '../shared/settlers.js';
import { writable } from '../bytes/writable-bytes.js';
import { checkLimits, watchCall } from './call-limits.js';
import type { CallLimits } from './limits.js';
import { CallerLife, type CallerState, type CloseOptions } from './caller-life.js';
import {
  checkCallerOptions,
  checkCloseOptions,
  checkGrace,
  illegalArgument,
  type CallerOptions,
} from './caller-options.js';
import type { SentCall } from './sent-call.js';

/** Makes the promises of calls. */
const next = new Settlers();
/** Stands for the functions of a promise that is not made yet. */
const nobody: Settling['resolve'] = () => undefined;

/** Callbacks for what the agents of a caller report. @typeParam FromAgent control messages that agents send. */
export interface CallerEvents<FromAgent> {
  onControl(message: FromAgent, shard: number): void;
  /** An agent reported an event, which belongs to no call. @param number given to `event`. `bytes` are valid until this returns. */
  onEvent(number: number, bytes: Buffer, start: number, end: number, shard: number): void;
  /** An agent died and another takes its place. All state of the dead one is lost. */
  onRestart(error: Error, shard: number): void;
  /** All agents have ended and every call in flight was rejected. `error` is undefined when they ended as asked. */
  onEnd(error: Error | undefined): void;
}

/**
 * The caller's side of the floor: makes calls that agents carry out, in threads of their own or on this one.
 *
 * @typeParam Settings settings of an agent. @typeParam Operation kinds of calls.
 * @typeParam ToAgent, @typeParam FromAgent control messages of the protocol in each direction, which travel as JSON.
 */
export class Caller<Settings, Operation extends CallOperation, ToAgent extends object, FromAgent> {
  readonly #options: CallerOptions<Settings>;
  readonly #protocol: CallerProtocol<Operation>;
  readonly #events: Partial<CallerEvents<FromAgent>>;
  readonly #shards: readonly ShardSupervisor<Settings, Operation>[];
  readonly #life: CallerLife;
  /** The header of the call that is being sent: one object for all. */
  readonly #header = new CallHeader();

  /** Throws `ILLEGAL_ARGUMENT` for an invalid option; see {@link CallerOptions}. */
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
    this.#life = new CallerLife(
      this.#shards,
      (shard) => options.startsLater?.(shard) === true,
      protocol.makeError.bind(protocol),
      (error) => events.onEnd?.(error),
    );
  }

  /**
   * Starts every agent. Throws the error of `create` or `settings`, or of a thread that cannot be started: then nothing is left
   * running, the state is `FAILED`, and a later `start` throws `FAILED` with that error as its cause. Throws `ILLEGAL_STATE` while
   * the caller is running, and `CLOSED` after it was stopped.
   */
  start(): void {
    this.#life.start();
  }

  /**
   * Starts a shard that `start` left out, once. Throws the reason if its thread cannot be started: the other shards go on, and you may
   * try again. Throws `ILLEGAL_STATE` for a shard that is started, and as `call` rejects if the caller is not running.
   */
  startShard(shard: number): void {
    const { current } = this.#supervisorOf(shard);
    if (current !== undefined)
      throw this.#protocol.makeError(FloorErrorCode.ILLEGAL_STATE, `shard ${shard} is started already`);
    this.#life.startShard(shard);
  }

  /**
   * Ends every agent at once. Calls in flight reject with `CLOSED`.
   *
   * Rejects with `ILLEGAL_ARGUMENT` for a time out of the range that {@link CloseOptions} states for `grace`.
   *
   * @param graceMillis milliseconds after which a thread that has not ended is terminated; after twice that time it is no longer
   *   waited for.
   */
  async stop(graceMillis: number): Promise<void> {
    checkGrace('graceMillis', graceMillis, this.#protocol);
    await this.#life.stop(graceMillis);
  }

  /**
   * Accepts no more calls, waits for those in flight, and stops. Calls that have not settled in time reject with `CLOSED`. While it
   * waits, a thread that dies is still replaced, and control messages are still sent.
   *
   * Rejects with `ILLEGAL_ARGUMENT` for a time out of the range that {@link CloseOptions} states.
   */
  async close(options: CloseOptions = {}): Promise<void> {
    checkCloseOptions(options, this.#protocol);
    await this.#life.close(options);
  }

  /**
   * Resolves when every agent has started, which is before it is connected to anything. Rejects with `FAILED` or `CLOSED` when the
   * caller ends before. You need not wait for it: earlier calls wait in the ring.
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

  /** Takes `unref` back. */
  ref(): void {
    for (const supervisor of this.#shards) supervisor.ref();
  }

  /** The state that this caller is in. */
  get state(): CallerState {
    return this.#life.state;
  }

  /** True once the agents were told to end, or have ended. */
  get isStopped(): boolean {
    return this.#life.isStopped;
  }

  /** Number of times the agent of a shard was replaced. State that was left with an earlier agent is lost. */
  epoch(shard: number): number {
    return this.#supervisorOf(shard).epoch;
  }

  /** Number of calls in flight on all shards; a call that was given up counts until its agent has completed it. */
  get inFlight(): number {
    return this.#shards.reduce((sum, { slots }) => sum + slots.inFlight, 0);
  }

  /** Number of calls in flight on one shard, counted as for `inFlight`. */
  inFlightOf(shard: number): number {
    return this.#supervisorOf(shard).slots.inFlight;
  }

  /**
   * Returns true while the next call of a lane must go to this shard to keep its order: calls of the lane are in flight there, or one
   * was given up that the agent may still carry out.
   *
   * @param lane as in `CallRequest.lane`.
   */
  isTaken(shard: number, lane: number): boolean {
    return this.#supervisorOf(shard).slots.lanes.isTaken(lane);
  }

  /** Number of calls of one shard that have a lane and have not settled. */
  inLanesOf(shard: number): number {
    return this.#supervisorOf(shard).slots.lanes.total;
  }

  /**
   * Runs `then` once all calls of one shard that have a lane and are in flight now have settled: at once if there are none, else while
   * the last of them settles. It must not throw.
   *
   * @returns a function after which `then` does not run.
   */
  whenSettled(shard: number, then: () => void): () => void {
    return this.#supervisorOf(shard).slots.lanes.whenSettled(then);
  }

  /** Returns true if a shard has been started: those that start later may not be. */
  isStarted(shard: number): boolean {
    return this.#supervisorOf(shard).isStarted;
  }

  /** Figures of each shard that has an agent. */
  stats(): FloorStats[] {
    return this.#shards.flatMap((supervisor) => supervisor.stats() ?? []);
  }

  /**
   * Describes the state of each shard, to find out why a call has had no completion for long. It does not ask the agents, so it
   * works also when one is dead or its thread is stuck. It looks at every call in flight, so do not call it every second.
   */
  diagnose(): FloorDiagnosis[] {
    return this.#shards.map((supervisor) => supervisor.diagnose());
  }

  /**
   * Makes a call. All its errors reject the promise: it was not admitted (`ILLEGAL_ARGUMENT`, `CLOSED`, `FAILED`, `BACKPRESSURE`, or
   * `CANCELLED` by a signal that was aborted before), it was given up (`TIMED_OUT`, `CANCELLED`), its agent ended (`THREAD_DIED`,
   * `CLOSED`), or it failed (the error that the protocol makes).
   *
   * @typeParam Result the value that the protocol makes of the completion. Nothing checks it.
   * @param shard the shard's number, 0 to `shards` − 1.
   */
  call<Result = unknown>(
    shard: number,
    operation: Operation,
    request: CallRequest,
    limits?: CallLimits,
  ): Promise<Result> {
    const call = { operation, request, limits, resolve: nobody, reject: nobody };
    const promise = next.promise<Result>(call);
    try {
      this.send(shard, call);
    } catch (error) {
      call.reject(error);
    }
    return promise;
  }

  /**
   * Makes a call that settles by a function instead of by a promise: `resolve` or `reject` runs once, and never from inside this
   * method.
   *
   * Throws (`ILLEGAL_ARGUMENT`, `CLOSED`, `FAILED`, `BACKPRESSURE`, `CANCELLED`) when the call is not admitted.
   *
   * @returns the call's slot, by which its agent knows it. No other call of the shard has this slot until the agent has completed
   *   this one.
   */
  send(shard: number, call: SentCall<Operation>): number {
    const { operation, request, limits, hold } = call;
    const supervisor = this.#supervisorOf(shard);
    const { sender } = this.#activeShard(supervisor);
    const timeoutMillis = limits === undefined ? 0 : checkLimits(limits, this.#protocol);
    const { slots } = supervisor;
    const { maxBytes } = request;
    if (!(maxBytes >= 0))
      throw illegalArgument(this.#protocol, 'request.maxBytes', 'must be a number of bytes from 0');
    this.checkRoom(1, maxBytes);
    const slot = slots.take(call.resolve, call.reject, operation, maxBytes, request.lane);
    const offset = hold === undefined ? sender.claim(maxBytes) : INSUFFICIENT_CAPACITY;
    try {
      const buffer = offset < 0 ? sender.borrow(maxBytes) : undefined;
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
    if (limits !== undefined) watchCall(supervisor, this.#protocol, slot, limits);
    return slot;
  }

  /**
   * Makes what was sent to a shard visible to its agent now. The end of each tick does so, too: call this for what must not wait if the
   * loop stands still.
   */
  publish(shard: number): void {
    this.#supervisorOf(shard).current?.sender.flush();
  }

  /**
   * Takes the completions of a shard that have arrived, in order, while `isWaiting` returns true. It is for `watchLimits` of a wait that
   * an event ends; calls do so by themselves.
   */
  takeArrived(shard: number, isWaiting: () => boolean): void {
    this.#supervisorOf(shard).current?.takeArrived(isWaiting);
  }

  /** Throws `BACKPRESSURE` unless so many more calls and bytes are within the limits. For calls that are admitted together. */
  checkRoom(calls: number, bytes: number): void {
    const { maxPendingCalls, maxPendingBytes } = this.#options;
    const shards = this.#shards;
    let wantedCalls = calls;
    let wantedBytes = bytes;
    // By index, as it is done for each call.
    for (let i = 0; i < shards.length; i++) {
      const { slots } = shards[i];
      wantedCalls += slots.inFlight;
      wantedBytes += slots.inFlightBytes;
    }
    if (wantedCalls > maxPendingCalls) throw this.#over('maxPendingCalls', maxPendingCalls, wantedCalls);
    if (wantedBytes > maxPendingBytes) throw this.#over('maxPendingBytes', maxPendingBytes, wantedBytes);
  }

  /**
   * Sends a control message to every agent, in order with its calls. Does nothing once the caller is stopped. An agent that dies
   * loses what it was told.
   *
   * @param shard the only shard that gets the message. Default: all get it.
   */
  sendControl(message: ToAgent, shard?: number): void {
    if (this.isStopped) return;
    const told = shard === undefined ? this.#shards : [this.#supervisorOf(shard)];
    for (const supervisor of told) supervisor.current?.sender.sendControl(message);
  }

  /** Passes a port on to the agent of a shard, or closes it when there is no agent. */
  passPort(port: MessagePort, shard: number): void {
    const { current } = this.#supervisorOf(shard);
    if (current === undefined) port.close();
    else current.host.pass(port);
  }

  #supervise(shard: number, turns: Turns | undefined): ShardSupervisor<Settings, Operation> {
    const options = this.#options;
    const name = shard === 0 ? options.name : `${options.name}#${shard}`;
    const isInline = options.isInline?.(shard) === true;
    // Polling on the caller's own loop would only keep it from what it polls for.
    const onLoop = { entry: undefined, thread: { ...options.thread, lingerMicros: 0 } };
    const own = { ...options, name, ...(isInline ? onLoop : {}) };
    const protocol = this.#protocol.ofShard?.(shard) ?? this.#protocol;
    return new ShardSupervisor(
      own,
      () => options.settings(shard),
      protocol,
      {
        // The protocol's half in the thread sends messages of this type only.
        onControl: (message) => this.#events.onControl?.(message as FromAgent, shard),
        onEvent: (number, bytes, start, end) => this.#events.onEvent?.(number, bytes, start, end, shard),
        onReady: () => {
          if (options.startsLater?.(shard) !== true) this.#life.onReady();
        },
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

  #over(limit: string, allowed: number, wanted: number): Error {
    const message = `${limit} is ${allowed}, and this call would make it ${wanted}`;
    return this.#protocol.makeError(FloorErrorCode.BACKPRESSURE, message, {
      details: { limit, allowed, wanted },
    });
  }
}
