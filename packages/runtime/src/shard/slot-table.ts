import { MAX_GENERATION } from '../ring/records.js';
import { Lanes } from './lanes.js';
import { monotonicNow } from '../shared/clock.js';
import type { Reject, Resolve } from '../shared/settlers.js';

const SlotState = {
  FREE: 0,
  /** Somebody waits for the result. */
  PENDING: 1,
  /** The call's promise was rejected early (timeout, abort); the slot is taken until the thread lets go. */
  ABANDONED: 2,
} as const;

const INITIAL_SLOTS = 1024;
const NO_FREE_SLOT = -1;
/** The lane of a call that has none. */
const NO_LANE = -1;

/** Milliseconds at which the groups of `CallAges.byAge` begin. */
const AGE_GROUPS = [0, 1_000, 10_000, 60_000];

/** Calls in flight, by the time since they were made. */
export interface CallAges {
  /** Number of calls whose result somebody waits for. */
  readonly pending: number;
  /** Number of calls that were given up, and that the agent has not let go of yet. */
  readonly abandoned: number;
  /** Age of the oldest call in milliseconds; null without calls. Up to half a second too high, more if the caller's loop was blocked. */
  readonly oldestMillis: number | null;
  /** Number of calls in each age group, which begins at `fromMillis`: 0, 1,000, 10,000 and 60,000. */
  readonly byAge: readonly { readonly fromMillis: number; readonly calls: number }[];
}

/**
 * The caller's pending promises. A slot's number travels with the call and back; its generation makes a completion that
 * comes too late for a reused slot harmless. A slot is freed only by the thread's one terminal completion for it.
 */
export class SlotTable<Operation> {
  #state: Uint8Array = new Uint8Array(INITIAL_SLOTS);
  #generation: Int32Array = new Int32Array(INITIAL_SLOTS);
  /** Next free slot after this one; free slots form a stack, so that the slots in use stay few and warm. */
  #nextFree: Int32Array = new Int32Array(INITIAL_SLOTS);
  #bytes: Float64Array = new Float64Array(INITIAL_SLOTS);
  #takenAt: Float64Array = new Float64Array(INITIAL_SLOTS);
  #lane: Int32Array = new Int32Array(INITIAL_SLOTS);
  readonly #resolve: (Resolve | undefined)[] = [];
  readonly #reject: (Reject | undefined)[] = [];
  readonly #operation: (Operation | undefined)[] = [];
  /**
   * Undoes timers and abort listeners of the calls that have any. An array by slot: the table of a `Map` whose entries come and go is made
   * anew again and again, in V8's old space.
   */
  readonly #cleanup: ((() => void) | undefined)[] = [];
  /** Number of calls that have a cleanup. */
  #watched = 0;
  /** The calls in flight by lane. */
  readonly lanes: Lanes = new Lanes();
  #firstFree = NO_FREE_SLOT;
  #used = 0;
  #inFlight = 0;
  #inFlightBytes = 0;
  /**
   * `monotonicNow()` of a moment ago, for the ages of calls: set where the clock is read anyway, at each slice of
   * completions and twice a second. A look at the clock for each call took 75 ns
   * more, a store of this 1 ns (Node 20, of 20 ns for a call through this table).
   */
  clock: number = monotonicNow();

  /** Number of calls whose slot is taken, abandoned ones included. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Bytes of the requests of all calls in flight: queued, in the ring, or retained by the agent. */
  get inFlightBytes(): number {
    return this.#inFlightBytes;
  }

  /** Takes a slot for a new call. @returns the slot; its generation is `generationOf(slot)`. */
  take(
    resolve: Resolve,
    reject: Reject,
    operation: Operation,
    bytes: number,
    lane: number = NO_LANE,
  ): number {
    let slot = this.#firstFree;
    if (slot === NO_FREE_SLOT) {
      slot = this.#used++;
      if (slot >= this.#state.length) this.#grow();
      this.#cleanup.push(undefined);
    } else {
      this.#firstFree = this.#nextFree[slot]!;
    }
    this.#state[slot] = SlotState.PENDING;
    this.#resolve[slot] = resolve;
    this.#reject[slot] = reject;
    this.#operation[slot] = operation;
    this.#bytes[slot] = bytes;
    this.#takenAt[slot] = this.clock;
    this.#lane[slot] = lane;
    if (lane !== NO_LANE) this.lanes.enter(lane, slot);
    this.#inFlight++;
    this.#inFlightBytes += bytes;
    return slot;
  }

  generationOf(slot: number): number {
    return this.#generation[slot];
  }

  /** Returns true while this call is in the slot (pending or abandoned). */
  holds(slot: number, generation: number): boolean {
    return (
      slot >= 0 &&
      slot < this.#used &&
      this.#state[slot] !== SlotState.FREE &&
      this.#generation[slot] === generation
    );
  }

  isPending(slot: number, generation: number): boolean {
    return this.holds(slot, generation) && this.#state[slot] === SlotState.PENDING;
  }

  operationOf(slot: number): Operation {
    return this.#operation[slot]!;
  }

  /** Registers a function that runs when the call has settled. */
  onSettled(slot: number, cleanup: () => void): void {
    this.#cleanup[slot] = cleanup;
    this.#watched++;
  }

  /** Resolves the promise and frees the slot: the terminal completion came with a value. */
  resolve(slot: number, value: unknown): void {
    const resolve = this.#state[slot] === SlotState.PENDING ? this.#resolve[slot]! : undefined;
    this.#free(slot, resolve !== undefined);
    resolve?.(value);
  }

  /** Rejects the promise and frees the slot: the terminal completion came with an error. */
  reject(slot: number, error: unknown): void {
    const reject = this.#state[slot] === SlotState.PENDING ? this.#reject[slot]! : undefined;
    this.#free(slot, false);
    reject?.(error);
  }

  /** Rejects the promise now; the slot stays taken until its completion comes. */
  abandon(slot: number, error: unknown): void {
    const reject = this.#reject[slot]!;
    this.#state[slot] = SlotState.ABANDONED;
    const lane = this.#lane[slot];
    if (lane !== NO_LANE) this.lanes.giveUp(lane);
    this.#settle(slot);
    reject(error);
  }

  /** The slots of all calls in flight, in ascending order. */
  *taken(): Generator<number> {
    for (let slot = 0; slot < this.#used; slot++) {
      if (this.#state[slot] !== SlotState.FREE) yield slot;
    }
  }

  /** Counts the calls in flight by their age. It looks at every slot, for a diagnosis. @param now a time of `monotonicNow()`. */
  ages(now: number): CallAges {
    const groups = AGE_GROUPS.map((fromMillis) => ({ fromMillis, calls: 0 }));
    let abandoned = 0;
    let oldest = Infinity;
    for (const slot of this.taken()) {
      if (this.#state[slot] === SlotState.ABANDONED) abandoned++;
      oldest = Math.min(oldest, this.#takenAt[slot]);
      groups.findLast(({ fromMillis }) => now - this.#takenAt[slot] >= fromMillis)!.calls++;
    }
    const oldestMillis = oldest === Infinity ? null : now - oldest;
    return { pending: this.#inFlight - abandoned, abandoned, oldestMillis, byAge: groups };
  }

  #free(slot: number, isAnswered: boolean): void {
    this.#settle(slot);
    const lane = this.#lane[slot];
    if (lane !== NO_LANE) this.lanes.leave(lane, slot, isAnswered);
    this.#state[slot] = SlotState.FREE;
    this.#operation[slot] = undefined;
    this.#inFlight--;
    this.#inFlightBytes -= this.#bytes[slot];
    this.#generation[slot] = this.#generation[slot] === MAX_GENERATION ? 0 : this.#generation[slot] + 1;
    this.#nextFree[slot] = this.#firstFree;
    this.#firstFree = slot;
  }

  #settle(slot: number): void {
    this.#resolve[slot] = undefined;
    this.#reject[slot] = undefined;
    if (this.#watched === 0) return;
    const cleanup = this.#cleanup[slot];
    if (cleanup === undefined) return;
    this.#cleanup[slot] = undefined;
    this.#watched--;
    cleanup();
  }

  #grow(): void {
    const capacity = this.#state.length * 2;
    this.#state = filled(new Uint8Array(capacity), this.#state);
    this.#generation = filled(new Int32Array(capacity), this.#generation);
    this.#nextFree = filled(new Int32Array(capacity), this.#nextFree);
    this.#bytes = filled(new Float64Array(capacity), this.#bytes);
    this.#takenAt = filled(new Float64Array(capacity), this.#takenAt);
    this.#lane = filled(new Int32Array(capacity), this.#lane);
  }
}

function filled<Column extends Uint8Array | Int32Array | Float64Array>(longer: Column, old: Column): Column {
  longer.set(old);
  return longer;
}
