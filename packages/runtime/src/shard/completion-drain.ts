import type { CallerProtocol, CallOperation } from '../protocol/caller-protocol.js';
import { FloorErrorCode } from '../protocol/errors.js';
import { SlicedResult } from '../protocol/sliced-result.js';
import type { ControlBlock } from '../ring/control-block.js';
import { park } from '../ring/doorbell.js';
import type { OneToOneRing } from '../ring/one-to-one-ring.js';
import {
  COMPLETION_BODY_OFFSET,
  COMPLETION_GENERATION_OFFSET,
  COMPLETION_SLOT_OFFSET,
  CompletionKind,
  SPILL_BUFFERS_OFFSET,
  SPILL_KIND_OFFSET,
  SPILL_LENGTH_OFFSET,
} from '../ring/records.js';
import type { RecordHandler, RingConsumer } from '../ring/ring-consumer.js';
import { spillUnits } from '../ring/spilled-bytes.js';
import { monotonicNow } from '../shared/clock.js';
import { releaseStack, withoutStack } from '../shared/stack.js';
import { parkAtOnce, type WaitStrategy } from '../waiting/wait-strategy.js';
import { DrainBudget, Share } from './drain-budget.js';
import { drains, type DrainMessage } from './drain-channel.js';
import type { AgentHost } from './agent-host.js';
import { OwnTurns, type Turns } from './loop-turns.js';
import type { RequestSender } from './request-sender.js';
import { SliceQueue } from './slice-queue.js';
import type { SlotTable } from './slot-table.js';

/** Milliseconds for which a turn of the loop is taken as proof that it turns; after them the next look waits for one. */
const TURN_MILLIS = 1;

/** Bytes. A batch of shorter records fits a slice, whatever they hold: 4 KB of JSON take some 25 µs. */
const LONG_RECORD = 4096;

export interface CompletionEvents {
  onControl(message: unknown): void;
  /** An agent reported an event, which belongs to no call. `number` is the agent's; `bytes` are valid until this returns. */
  onEvent(number: number, bytes: Buffer, start: number, end: number): void;
}

/** The parts that a `CompletionDrain` works with. */
export interface DrainParts<Operation extends CallOperation> {
  readonly ring: OneToOneRing;
  readonly control: ControlBlock;
  readonly slots: SlotTable<Operation>;
  readonly protocol: CallerProtocol<Operation>;
  readonly host: AgentHost;
  readonly sender: RequestSender;
  readonly waitStrategy: WaitStrategy;
  readonly events: CompletionEvents;
  /** The thread's name, for subscribers to its drains. */
  readonly name: string;
  /** Turns of the loop, which the shards of a caller share. Default: its own. */
  readonly turns?: Turns | undefined;
}

/**
 * The completion half of a shard: takes completions out of the ring, a slice at a time, and settles their calls.
 *
 * ```
 *   parked ◀──────────────── ring empty, nothing to poll for ───────────────┐
 *     │ signal: a slice of 2 ms, Share.OWN                                  │
 *     ▼                                                                     │
 *   drain ──▶ settle each call ──▶ slice spent, or ring empty ──▶ wait? ────┤
 *     ▲                                                                     │
 *     └── setImmediate: the loop has turned, Share.EQUAL ◀── yes, once more ┘
 * ```
 *
 * Expected: the loop turns between two slices, whatever arrives, and no completion waits behind a parked consumer. So all but the
 * first slice begin in a `setImmediate`, and `park` looks at the ring once more after it has said that this side sleeps. The price:
 * one empty turn of the loop after the last completions, unless no call is in flight.
 */
export class CompletionDrain<Operation extends CallOperation> implements RecordHandler {
  readonly consumer: RingConsumer;
  readonly #ring: OneToOneRing;
  readonly #control: ControlBlock;
  readonly #slots: SlotTable<Operation>;
  readonly #protocol: CallerProtocol<Operation>;
  readonly #host: AgentHost;
  readonly #sender: RequestSender;
  readonly #waitStrategy: WaitStrategy;
  readonly #events: CompletionEvents;
  readonly #name: string;
  readonly #slices: SliceQueue;
  readonly #turns: Turns;
  readonly #budget: DrainBudget;
  #drainScheduled = false;
  #drains = 0;
  /** All that was taken of spilled bytes, in units, as a free-running int32; and what the thread was told of that. */
  #taken = 0;
  #toldTaken = 0;
  /** `monotonicNow()` of the last slice that began with a turn of the loop. */
  #turned = 0;
  #draining = false;
  #ended = false;

  constructor(parts: DrainParts<Operation>) {
    const { ring, control, slots, protocol, host, sender, waitStrategy, events, name } = parts;
    const turns = (this.#turns = parts.turns ?? new OwnTurns());
    this.#budget = new DrainBudget(turns);
    this.#name = name;
    this.#ring = ring;
    this.#control = control;
    this.#slots = slots;
    this.#slices = new SliceQueue(
      slots,
      (units) => {
        this.#take(units);
        this.#tellRoom();
      },
      turns,
    );
    this.#protocol = protocol;
    this.#host = host;
    this.#sender = sender;
    this.#waitStrategy = waitStrategy;
    this.#events = events;
    this.consumer = ring.consumer();
    // Parked from the start: the first completion signals, unless it was there before.
    if (!park(this.consumer)) this.#scheduleDrain();
  }

  /** `monotonicNow()` of the last slice; 0 before the first. */
  get lastSlice(): number {
    return this.#budget.begun;
  }

  /**
   * To be called when the agent signals: there are completions, or room for requests.
   *
   * @param hasTurned true if the loop is known to have turned since the signal before.
   */
  onSignal(hasTurned: boolean = false): void {
    // Another shard has had this turn, and has more.
    if (this.#turns.areWaitedFor) this.#scheduleDrain();
    else this.#drainSlice(Share.OWN, hasTurned);
  }

  /** Returns a number while this side sleeps although it has work, and undefined otherwise; for the watchdog. */
  leftBehind(): number | undefined {
    if (this.#drainScheduled || this.#draining || this.#ended) return undefined;
    return this.#sender.isLeftBehind || this.#slices.isLeftBehind ? this.#drains : undefined;
  }

  /** Goes on with work that the watchdog has found forgotten. */
  rescue(): void {
    this.#slices.goOn();
    this.onSignal();
  }

  /** Takes what is here, in order, while `isWaiting` returns true; but nothing that comes meanwhile, which might never end. */
  takeArrived(isWaiting: () => boolean): void {
    const end = this.consumer.position + this.consumer.pending;
    while (!this.#ended && !this.#draining && ((end - this.consumer.position) | 0) > 0 && isWaiting())
      this.#drainSlice(Share.ALL, false);
  }

  /** To be called when requests were published: their results may be near. */
  onPublished(): void {
    if (this.#waitStrategy !== parkAtOnce && !this.#drainScheduled) this.#wait(0, 1);
  }

  /** Takes all that the agent published before it ended, and ends this side. */
  end(): void {
    while (!this.consumer.isEmpty()) this.consumer.drain(this);
    this.#slices.finish();
    this.#ended = true;
  }

  onRecord(kind: number, offset: number, length: number): void {
    const { words, bytes } = this.#ring;
    const slot = words[(offset + COMPLETION_SLOT_OFFSET) >> 2];
    const generation = words[(offset + COMPLETION_GENERATION_OFFSET) >> 2];
    if (kind === CompletionKind.SPILL) {
      this.#onSpill(slot, generation, offset);
      this.#cutWhenSpent();
    } else if (kind === CompletionKind.CONTROL || kind === CompletionKind.EVENT) {
      this.#tell(kind, slot, bytes, offset + COMPLETION_BODY_OFFSET, offset + length);
    } else if (this.#slots.holds(slot, generation)) {
      this.#complete(kind, slot, offset, length);
      if (length >= LONG_RECORD) this.#cutWhenSpent();
    }
  }

  /** Ends the slice after a record that took its time: a batch of such would hold the loop many times as long. */
  #cutWhenSpent(): void {
    if (this.#budget.isSpent()) this.consumer.cutDrain();
  }

  #tell(kind: number, slot: number, bytes: Buffer, start: number, end: number): void {
    if (kind === CompletionKind.EVENT) {
      this.#events.onEvent(slot, bytes, start, end);
      // User code ran: a slow listener must not hold the loop for a whole batch of events.
      this.#cutWhenSpent();
    } else this.#events.onControl(JSON.parse(bytes.toString('utf8', start, end)));
  }

  #complete(kind: number, slot: number, offset: number, length: number): void {
    const slots = this.#slots;
    const start = offset + COMPLETION_BODY_OFFSET;
    const end = offset + length;
    let value: unknown;
    try {
      if (kind === CompletionKind.ERROR) value = this.#readError(this.#ring.bytes, start, end);
      else value = this.#protocol.read(kind, this.#ring, start, end, slots.operationOf(slot));
    } catch (error) {
      // A record that cannot be handled fails its own call only.
      slots.reject(slot, releaseStack(error));
      return;
    }
    // Outside of the `try`: a slot that was freed by a function that throws must not be freed again.
    if (kind === CompletionKind.ERROR) slots.reject(slot, value);
    else slots.resolve(slot, value);
  }

  /** A record of any kind whose body came in buffers of its own. */
  #onSpill(slot: number, generation: number, offset: number): void {
    const { words } = this.#ring;
    const kind = words[(offset + SPILL_KIND_OFFSET) >> 2];
    // The buffers leave the port even when nobody waits for them, or the next spill would be taken for these.
    const buffers = this.#takeSpilled(words[(offset + SPILL_BUFFERS_OFFSET) >> 2]);
    const length = words[(offset + SPILL_LENGTH_OFFSET) >> 2];
    const units = spillUnits(length);
    this.#take(units);
    const result = this.#resultOfSpill(kind, slot, generation, buffers, length);
    if (result === undefined) return;
    // A result in slices keeps its buffers until the last one.
    this.#take(-units);
    this.#slices.add(slot, generation, result, units);
  }

  /** Settles the call, but for a result that comes in slices: returns that. */
  #resultOfSpill(
    kind: number,
    slot: number,
    generation: number,
    buffers: readonly ArrayBuffer[],
    length: number,
  ): SlicedResult | undefined {
    const slots = this.#slots;
    if (kind === CompletionKind.CONTROL || kind === CompletionKind.EVENT) {
      this.#checkSpill(buffers, length);
      const body = Buffer.from(buffers[0]);
      this.#tell(kind, slot, body, 0, body.length);
      return undefined;
    }
    if (!slots.holds(slot, generation)) return undefined;
    let value: unknown;
    try {
      this.#checkSpill(buffers, length);
      if (kind === CompletionKind.ERROR) value = this.#readError(Buffer.from(buffers[0]));
      else value = this.#protocol.readSpilled(kind, buffers, slots.operationOf(slot));
    } catch (error) {
      slots.reject(slot, releaseStack(error));
      return undefined;
    }
    if (value instanceof SlicedResult) return value;
    if (kind === CompletionKind.ERROR) slots.reject(slot, value);
    else slots.resolve(slot, value);
    return undefined;
  }

  #takeSpilled(count: number): ArrayBuffer[] {
    const buffers: ArrayBuffer[] = [];
    for (let i = 0; i < count; i++) {
      const buffer = this.#host.takeSpilled();
      if (buffer !== undefined) buffers.push(buffer);
    }
    return buffers;
  }

  #checkSpill(buffers: readonly ArrayBuffer[], length: number): void {
    const found = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (buffers.length > 0 && found === length) return;
    throw this.#protocol.makeError(
      FloorErrorCode.ILLEGAL_STATE,
      `a spill of ${length} bytes was announced, the port holds ${buffers.length === 0 ? 'none' : found}`,
    );
  }

  #readError(bytes: Buffer, start: number = 0, end: number = bytes.length): Error {
    const failure: unknown = JSON.parse(bytes.toString('utf8', start, end));
    return withoutStack(() => this.#protocol.readError(failure));
  }

  #drainSlice(share: Share, hasTurned: boolean): void {
    if (this.#draining || this.#ended) return;
    this.#drains++;
    let completed = 0;
    const budget = this.#budget;
    this.#draining = true;
    try {
      this.consumer.clearParked();
      budget.begin(share);
      this.#slots.clock = budget.begun;
      if (hasTurned) this.#turned = budget.begun;
      let batch: number;
      let drained: number;
      do {
        batch = budget.batch;
        drained = this.consumer.drain(this, batch);
        completed += drained;
      } while (budget.take(drained) && drained === batch);
      budget.end();
      this.#tellRoom();
    } finally {
      this.#draining = false;
    }
    if (drains.hasSubscribers && completed > 0) this.#publish(completed);
    if (this.#sender.queued > 0) this.#sender.flush();
    this.#wait(completed, 0);
  }

  #publish(records: number): void {
    const millis = monotonicNow() - this.#budget.begun;
    drains.publish({
      shard: this.#name,
      records,
      millis,
      left: !this.consumer.isEmpty(),
    } satisfies DrainMessage);
  }

  #take(units: number): void {
    this.#taken = (this.#taken + units) | 0;
  }

  /** Gives room back that is outside the ring, and tells the thread if it waits for any. */
  #tellRoom(): void {
    if (this.#taken !== this.#toldTaken) this.#control.setSpillsTaken((this.#toldTaken = this.#taken));
    if (this.consumer.takeStarved()) this.#sender.signal();
  }

  /** @param completed calls completed, and @param begun calls begun, since the last time. */
  #wait(completed: number, begun: number): void {
    const polls = this.#waitStrategy.keepPolling(completed, begun, this.#slots.inFlight);
    // Completions came: the next ones are looked for when the loop has turned. Signals come by a message port, which Node
    // empties before the loop goes on: a caller who works on each result finds the next signal there, and its loop stands
    // still.
    const looksAgain = completed > 0 && !this.#isDone();
    if (polls || looksAgain || !park(this.consumer)) this.#scheduleDrain();
  }

  /** Nothing more can come before a call is made, and the loop is known to turn: so a single call on the loop needs no second look. */
  #isDone(): boolean {
    return this.#slots.inFlight === 0 && this.#budget.begun - this.#turned < TURN_MILLIS;
  }

  /** After a slice the loop is given back: what else waits for it comes first. */
  #scheduleDrain(): void {
    if (this.#drainScheduled || this.#ended) return;
    this.#drainScheduled = true;
    this.#turns.next(() => {
      this.#drainScheduled = false;
      this.#drainSlice(Share.EQUAL, true);
    });
  }
}
