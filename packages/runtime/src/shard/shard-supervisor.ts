import { AsyncResource } from 'node:async_hooks';
import type { CallerProtocol, CallOperation } from '../protocol/caller-protocol.js';
import { FloorErrorCode } from '../protocol/errors.js';
import { FloorCounter } from '../ring/control-block.js';
import { clearTimeout, monotonicNow, setTimeout } from '../shared/clock.js';
import { withoutStack } from '../shared/stack.js';
import type { FloorDiagnosis } from './diagnosis.js';
import type { Hold, HoldingShard } from './hold.js';
import type { Turns } from './loop-turns.js';
import type { QueuedRequest } from './queued-request.js';
import { RestartLimit } from './restart-limit.js';
import { Shard, type ShardEvents, type ShardOptions } from './shard.js';
import { SlotTable } from './slot-table.js';
import type { FloorStats } from './stats.js';

const NO_PROGRESS = { sinceTurn: null, sinceWork: null };

export interface SupervisorEvents {
  onControl(message: unknown): void;
  /** An agent reported an event, which belongs to no call. `number` is the agent's; `bytes` are valid until this returns. */
  onEvent(number: number, bytes: Buffer, start: number, end: number): void;
  /** The shard's first agent has started. */
  onReady(): void;
  /** The agent died and another takes its place. All state of the dead one is lost. */
  onRestart(error: Error): void;
  /** The agent has ended, none follows, and every call in flight was rejected. `error` is undefined when it ended as asked. */
  onEnd(error: Error | undefined): void;
}

interface HeldRequest {
  readonly request: QueuedRequest;
  /** The hold that it was put into: it may have moved to one before. */
  readonly hold: Hold;
}

/** Supervises a shard: an agent that dies is replaced by another, unless that happens again and again. */
export class ShardSupervisor<Settings, Operation extends CallOperation> implements HoldingShard {
  /** Events are heard in the async context of who made the caller, not in that of the call that brought a thread up. */
  readonly #context = new AsyncResource('offloop');
  /** The calls of this shard, which outlive its agents. */
  readonly slots: SlotTable<Operation> = new SlotTable();
  readonly #options: ShardOptions<Settings>;
  readonly #settings: () => Settings;
  readonly #protocol: CallerProtocol<Operation>;
  readonly #events: SupervisorEvents;
  readonly #turns: Turns | undefined;
  readonly #restarts = new RestartLimit();
  #current: Shard<Settings, Operation> | undefined;
  /** True from the first start on. */
  isStarted = false;
  #stopped = false;
  #isReady = false;
  /** True if the process may end although the agent has not. */
  #isUnref = false;
  /** Makes the error of the calls that a stop leaves in flight. */
  #refusal!: () => Error;
  readonly #ended: Promise<void>;
  #markEnded!: () => void;
  #epoch = 0;
  /** Requests that wait in a {@link Hold}, by slot: no agent has seen them. */
  readonly #held = new Map<number, HeldRequest>();
  /** Figures of the agents before this one. */
  #rescuesBefore = 0;
  #operationsBefore = 0;

  /**
   * @param settings called for each agent: one that follows another may be told what that one knew.
   * @param turns turns of the loop, which the shards of a caller share. Default: its own.
   */
  constructor(
    options: ShardOptions<Settings>,
    settings: () => Settings,
    protocol: CallerProtocol<Operation>,
    events: SupervisorEvents,
    turns?: Turns,
  ) {
    this.#options = options;
    this.#settings = settings;
    this.#protocol = protocol;
    this.#events = events;
    this.#turns = turns;
    this.#ended = new Promise((resolve) => {
      this.#markEnded = resolve;
    });
  }

  /** The shard in its present epoch; undefined before the start and after the end. */
  get current(): Shard<Settings, Operation> | undefined {
    return this.#current;
  }

  /** Number of times the agent was replaced. State that was left with an earlier agent is lost. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Starts an agent. Throws when no thread can be started. */
  start(): Shard<Settings, Operation> {
    const events: ShardEvents = {
      onStarted: () => this.#onStarted(),
      onControl: (message) => this.#events.onControl(message),
      onEvent: (number, bytes, start, end) => this.#events.onEvent(number, bytes, start, end),
      onEnd: (error) => this.#onShardEnd(error),
    };
    const settings = this.#settings();
    const shard = this.#context.runInAsyncScope(
      () => new Shard(this.#options, settings, this.slots, this.#protocol, events, this.#turns),
    );
    if (this.#isUnref) shard.host.unref();
    this.isStarted = true;
    return (this.#current = shard);
  }

  /** Lets the process end although the agent, or one that follows it, has not. */
  unref(): void {
    this.#isUnref = true;
    this.#current?.host.unref();
  }

  /** Takes `unref` back. */
  ref(): void {
    this.#isUnref = false;
    this.#current?.host.ref();
  }

  /**
   * Ends the agent; every call in flight rejects with the error of `refusal`. A thread that has not ended after `graceMillis` is
   * terminated, and one that has not ended after twice that time, because it is in native code, is no longer waited for.
   */
  stop(graceMillis: number, refusal: () => Error): Promise<void> {
    if (this.#stopped) return this.#ended;
    this.#stopped = true;
    this.#refusal = refusal;
    const shard = this.#current;
    if (shard === undefined) {
      // The first agent could not be started: there is nobody to wait for.
      this.#markEnded();
      return this.#ended;
    }
    shard.sender.shutDown();
    const terminating = setTimeout(() => void shard.host.terminate(), graceMillis);
    const leaving = setTimeout(() => shard.leave(), 2 * graceMillis);
    return this.#ended.finally(() => {
      clearTimeout(terminating);
      clearTimeout(leaving);
    });
  }

  /** Keeps a request in a hold. When it is released it goes to the agent of that moment. */
  hold(request: QueuedRequest, hold: Hold): void {
    this.#held.set(request.slot, { request, hold });
    hold.add(this, request);
  }

  /** Sends a request on that a hold has released. */
  release(request: QueuedRequest): void {
    this.#held.delete(request.slot);
    // Without an agent it was rejected long ago.
    this.#current?.sender.enqueue(request);
  }

  /** Lets go of a call that was given up: at once if no agent has seen it, else when the agent has heard of it. */
  cancel(slot: number, generation: number): void {
    const held = this.#held.get(slot);
    if (held === undefined) return this.#current?.sender.cancel(slot, generation);
    this.#held.delete(slot);
    held.hold.remove(held.request);
    this.slots.resolve(slot, undefined);
  }

  /** Figures of this shard; undefined while there is no agent. */
  stats(): FloorStats | undefined {
    const shard = this.#current;
    if (shard === undefined) return undefined;
    const { control, sender, host } = shard;
    const { floor, protocol } = control;
    let utilization: number | undefined;
    return {
      epoch: this.#epoch,
      operations: this.#operationsBefore + sender.operations,
      inFlight: this.slots.inFlight,
      inFlightBytes: this.slots.inFlightBytes,
      queued: sender.queued + this.#held.size,
      wakeupsSent: sender.wakeupsSent,
      wakeupsSuppressed: sender.wakeupsSuppressed,
      callerWakeups: floor.get(FloorCounter.WAKEUPS_SENT),
      callerWakeupsSuppressed: floor.get(FloorCounter.WAKEUPS_SUPPRESSED),
      rescues: this.#rescuesBefore + shard.rescues + floor.get(FloorCounter.RESCUES),
      spills: sender.spilled + floor.get(FloorCounter.SPILLS),
      dutyCycles: floor.get(FloorCounter.DUTY_CYCLES),
      requestRingHighWater: sender.producer.highWater,
      completionRingHighWater: floor.get(FloorCounter.COMPLETIONS_HIGH_WATER),
      // Only when it is asked for, as it is that since it was measured before: who looks at other figures must not measure it.
      get threadUtilization(): number {
        return (utilization ??= host.utilization());
      },
      counter: (number) => protocol.get(number),
    };
  }

  /** Describes the state of this shard, also while there is no agent. */
  diagnose(): FloorDiagnosis {
    const now = monotonicNow();
    const { slots } = this;
    return {
      requests: null,
      completions: null,
      queued: 0,
      spilledBytes: 0,
      caller: NO_PROGRESS,
      thread: NO_PROGRESS,
      ...this.#current?.diagnose(now),
      epoch: this.#epoch,
      calls: slots.ages(now),
      held: this.#held.size,
    };
  }

  #onStarted(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#events.onReady();
  }

  #onShardEnd(error: Error | undefined): void {
    const shard = this.#current!;
    this.#operationsBefore += shard.sender.operations;
    this.#rescuesBefore += shard.rescues + shard.control.floor.get(FloorCounter.RESCUES);
    if (this.#stopped) return this.#finish(this.#refusal, error);
    const reason = error ?? new Error('the worker closed by itself');
    if (!this.#restarts.allows()) {
      this.#stopped = true;
      this.#finish(() => this.#died(reason), reason);
      return;
    }
    // A new life: fresh rings, so that nothing the dead thread left half-written is ever read.
    const saved = shard.sender.salvage();
    const savedSlots = new Set([...saved.map((request) => request.slot), ...this.#held.keys()]);
    const lost = [...this.slots.taken()].filter((slot) => !savedSlots.has(slot));
    this.#epoch++;
    this.slots.lanes.clear();
    try {
      this.start().sender.adopt(saved);
    } catch (failure) {
      // The system has no thread left to give: the calls that wait must hear of it.
      this.#stopped = true;
      this.#finish(() => this.#died(reason), failure as Error);
      return;
    }
    // Behind the start: who gets the error may make a call at once, and that is for the new agent.
    this.#reject(lost, () => this.#died(reason));
    this.#events.onRestart(reason);
  }

  #finish(errorOf: () => Error, error: Error | undefined): void {
    // First: a call that is made by who gets the error must be refused, as no agent would have it.
    this.#current = undefined;
    this.#reject([...this.slots.taken()], errorOf);
    this.#markEnded();
    this.#events.onEnd(error);
  }

  #reject(slots: readonly number[], errorOf: () => Error): void {
    for (const slot of slots) this.slots.reject(slot, withoutStack(errorOf));
  }

  #died(reason: Error): Error {
    return this.#protocol.makeError(
      FloorErrorCode.THREAD_DIED,
      `the worker thread died before the answer came, the operation may or may not have run: ${reason.message}`,
      { cause: reason },
    );
  }
}
