import { getHeapStatistics } from 'node:v8';
import type { CallerProtocol, CallOperation } from '../protocol/caller-protocol.js';
import { ControlBlock, FloorCounter } from '../ring/control-block.js';
import { OneToOneRing } from '../ring/one-to-one-ring.js';
import { ringState } from '../ring/ring-state.js';
import { spilledBytes } from '../ring/spilled-bytes.js';
import { commonNow, monotonicNow } from '../shared/clock.js';
import { RingWatchdog } from '../waiting/ring-watchdog.js';
import type { ThreadEntry, ThreadSettings } from '../shared/threads.js';
import { Linger, parkAtOnce } from '../waiting/wait-strategy.js';
import type { CreateAgent } from '../thread/agent.js';
import { CompletionDrain, type CompletionEvents } from './completion-drain.js';
import type { FloorDiagnosis, ThreadProgress } from './diagnosis.js';
import { InlineHost } from './inline-host.js';
import type { AgentHost, AgentHostEvents } from './agent-host.js';
import type { Turns } from './loop-turns.js';
import { RequestSender } from './request-sender.js';
import type { SlotTable } from './slot-table.js';
import { ThreadHost } from './thread-host.js';

/** Options of a shard. @typeParam Settings the protocol's settings for its agent, which can be cloned. */
export interface ShardOptions<Settings> {
  /** The module of the agent's thread, which calls `runAgent`; undefined: the agent runs on the caller's own loop. */
  readonly entry?: ThreadEntry | undefined;
  /** Makes the agent when there is no `entry`. One of the two is required. */
  readonly create?: CreateAgent<Settings> | undefined;
  /** The thread's name, for debuggers. Further shards append their number to it: `name#1`. */
  readonly name: string;
  readonly thread: ThreadSettings;
  /** Microseconds the caller's thread polls before it parks; 0: it parks at once. Polling costs CPU and saves latency. */
  readonly callerLingerMicros: number;
  /** Bytes of the ring for requests, a power of two from 1024 to 2³⁰. A request longer than an eighth of it spills. */
  readonly requestRingBytes: number;
  /** Bytes of the ring for completions, a power of two from 1024 to 2³⁰. While it is full, the agent holds completions back. */
  readonly completionRingBytes: number;
  /** True to tell the agent the size of the caller's heap every half second. */
  readonly reportsHeap: boolean;
}

export interface ShardEvents extends CompletionEvents {
  /** The agent has started. */
  onStarted(): void;
  /** The agent is gone and its last completions are delivered. `error` is undefined when it ended as asked. */
  onEnd(error: Error | undefined): void;
}

/**
 * The caller's end of one shard and one life ("epoch") of its agent. When the agent dies, this object is discarded with its
 * memory and another takes its place.
 *
 * ```
 *   call → encode → claim ──────────→ request ring → agent
 *             └→ queue (ring full) ──────┘               │
 *   promise ← decode ← drain, bounded ← completion ring ←┘
 * ```
 */
export class Shard<Settings, Operation extends CallOperation> implements AgentHostEvents {
  readonly sender: RequestSender;
  readonly control: ControlBlock = ControlBlock.create();
  readonly host: AgentHost;
  readonly #drain: CompletionDrain<Operation>;
  readonly #requests: OneToOneRing;
  readonly #completions: OneToOneRing;
  readonly #events: ShardEvents;
  readonly #watchdog: RingWatchdog;
  /** `monotonicNow()` when this thread's loop was last seen to turn. */
  #lastTurn: number = monotonicNow();
  #ended = false;
  /** Number of times a lost wake-up left work behind: 0, or there is a bug. */
  rescues = 0;

  constructor(
    options: ShardOptions<Settings>,
    settings: Settings,
    slots: SlotTable<Operation>,
    protocol: CallerProtocol<Operation>,
    events: ShardEvents,
    turns?: Turns,
  ) {
    this.#events = events;
    const requests = (this.#requests = OneToOneRing.create(options.requestRingBytes));
    const completions = (this.#completions = OneToOneRing.create(options.completionRingBytes));
    const memory = {
      control: this.control.buffer,
      requests: requests.buffer,
      completions: completions.buffer,
    };
    const { entry, create, name, thread, callerLingerMicros, reportsHeap } = options;
    this.host =
      entry === undefined
        ? // `Caller` has seen to it that there is one of the two.
          new InlineHost((port) => create!(settings, port), memory, thread, this)
        : new ThreadHost(entry, name, memory, thread, settings, this);
    const waitStrategy = callerLingerMicros > 0 ? new Linger(callerLingerMicros) : parkAtOnce;
    this.sender = new RequestSender(requests, slots, this.host, () => this.#drain.onPublished());
    this.#drain = new CompletionDrain({
      ring: completions,
      control: this.control,
      slots,
      protocol,
      host: this.host,
      sender: this.sender,
      waitStrategy,
      events,
      name,
      turns,
    });
    this.#watchdog = new RingWatchdog(
      this.#drain.consumer,
      () => {
        this.rescues++;
        this.#drain.rescue();
      },
      // A hung process must not hold its locks because its thread lives: this is the sign that the loop still turns.
      () => {
        this.control.bumpLiveness();
        this.#lastTurn = slots.clock = monotonicNow();
        if (reportsHeap) this.#reportHeap();
      },
      () => this.#drain.leftBehind(),
    );
    if (reportsHeap) this.#reportHeap();
  }

  onSignal(hasTurned: boolean): void {
    this.#drain.onSignal(hasTurned);
  }

  onStarted(): void {
    this.#events.onStarted();
  }

  /** Takes the completions that are here, in order, while `isWaiting` returns true. */
  takeArrived(isWaiting: () => boolean): void {
    this.#drain.takeArrived(isWaiting);
  }

  /** Describes what this end sees and what the thread has left in shared memory; `sinceWork` is null before its first work. */
  diagnose(now: number): Omit<FloorDiagnosis, 'epoch' | 'calls' | 'held'> {
    const { lastSlice } = this.#drain;
    const { floor, spillsTaken } = this.control;
    return {
      requests: ringState(this.#requests),
      completions: ringState(this.#completions),
      queued: this.sender.queued,
      spilledBytes: spilledBytes((floor.get(FloorCounter.SPILLED_UNITS) - spillsTaken) | 0),
      caller: { sinceTurn: now - this.#lastTurn, sinceWork: lastSlice === 0 ? null : now - lastSlice },
      thread: this.#threadProgress(),
    };
  }

  #threadProgress(): ThreadProgress {
    const now = commonNow();
    const since = (counter: number): number | null => {
      const then = this.control.floor.get(counter);
      // The two threads' looks at the clock are not ordered.
      return then === 0 ? null : Math.max(0, now - then);
    };
    return { sinceTurn: since(FloorCounter.LAST_TURN), sinceWork: since(FloorCounter.LAST_CYCLE) };
  }

  /** For statistics: the agent cannot look into another thread's heap. A few microseconds. */
  #reportHeap(): void {
    const { total_heap_size: total, used_heap_size: used } = getHeapStatistics();
    this.control.setHeap(total, used);
  }

  /** Treats the agent as ended although its thread runs on, as it may in native code. */
  leave(): void {
    this.host.unref();
    this.onEnd(new Error('the worker thread did not end, and was left behind'));
  }

  onEnd(error: Error | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#drain.end();
    this.sender.end();
    this.#watchdog.stop();
    this.#events.onEnd(error);
  }
}
