import { getHeapStatistics } from 'node:v8';
import { ControlBlock, OneToOneRing } from '@offloop/wire/ring';
import { Linger, parkAtOnce, RingWatchdog, type ShardSettings } from '@offloop/workers';
import { CompletionDrain, type CompletionEvents } from './completion-drain.js';
import type { CompletionReader } from './completion-reader.js';
import { RequestSender } from './request-sender.js';
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

export interface ShardEvents extends CompletionEvents {
  /** The agent is gone, after its last completions were delivered; undefined when it closed as asked. */
  onEnd(error: Error | undefined): void;
}

/**
 * The caller's end of one shard and one life ("epoch") of its agent. When the agent dies, this object is discarded with its
 * memory and another takes its place.
 *
 * ```
 *   call → encode → claim ──────────→ request ring → agent → sockets
 *             └→ queue (ring full) ──────┘               │
 *   promise ← decode ← drain, bounded ← completion ring ←┘
 * ```
 */
export class Shard implements LinkEvents {
  readonly sender: RequestSender;
  readonly control: ControlBlock;
  readonly link: WorkerLink;
  readonly #drain: CompletionDrain;
  readonly #events: ShardEvents;
  readonly #watchdog: RingWatchdog;
  #ended = false;
  /** Completions that a lost wake-up had left behind: 0, or there is a bug. */
  rescues = 0;

  constructor(options: ShardOptions, slots: SlotTable, reader: CompletionReader, events: ShardEvents) {
    this.#events = events;
    const requests = OneToOneRing.create(options.requestRingBytes);
    const completions = OneToOneRing.create(options.completionRingBytes);
    this.control = ControlBlock.create();
    const reportsHeap = options.settings.statisticsPeriodMillis > 0;
    const memory = {
      control: this.control.buffer,
      requests: requests.buffer,
      completions: completions.buffer,
    };
    this.link = options.threaded
      ? new ThreadLink(memory, options.settings, options.name, this)
      : new InlineLink(memory, options.settings, this);
    const waitStrategy = options.callerLingerMicros > 0 ? new Linger(options.callerLingerMicros) : parkAtOnce;
    this.sender = new RequestSender(requests, slots, this.link, () => this.#drain.onPublished());
    this.#drain = new CompletionDrain(
      completions,
      slots,
      reader,
      this.link,
      this.sender,
      waitStrategy,
      events,
    );
    this.#watchdog = new RingWatchdog(
      this.#drain.consumer,
      () => {
        this.rescues++;
        this.onBell();
      },
      // A hung process must not hold its locks because its worker lives: this is the sign that the loop still turns.
      () => {
        this.control.bumpLiveness();
        if (reportsHeap) this.#reportHeap();
      },
    );
    if (reportsHeap) this.#reportHeap();
  }

  onBell(): void {
    this.#drain.onBell();
  }

  /** The time limit of this call is over. */
  onExpiry(slot: number, generation: number): void {
    this.#drain.onExpiry(slot, generation);
  }

  /** For statistics: the agent cannot look into another thread's heap. A few microseconds. */
  #reportHeap(): void {
    const { total_heap_size: total, used_heap_size: used } = getHeapStatistics();
    this.control.setHeap(total, used);
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
