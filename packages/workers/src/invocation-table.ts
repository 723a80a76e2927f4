import type { WireChunk } from './wire-pool.js';

/** Where a call stands in the worker. */
export const CallState = {
  /** No call in this slot (or one the worker has let go of). */
  FREE: 0,
  /** Waiting for a connection or for its next attempt. */
  WAITING: 1,
  /** Its bytes were handed to a connection. */
  SENT: 2,
  /** Its answer is here and held back: backups it tells of are not all acknowledged yet. */
  ANSWERED: 3,
} as const;
export type CallState = (typeof CallState)[keyof typeof CallState];

const INITIAL_SLOTS = 1024;

/**
 * The calls in flight, one row a slot, in columns: typed arrays are compact, need no collector and make the match of a
 * response three loads. The caller's thread hands out slots; a row is taken by its request and freed by its one terminal
 * completion.
 */
export class InvocationTable {
  state: Uint8Array = new Uint8Array(INITIAL_SLOTS);
  generation: Int32Array = new Int32Array(INITIAL_SLOTS);
  attempt: Uint8Array = new Uint8Array(INITIAL_SLOTS);
  flags: Uint8Array = new Uint8Array(INITIAL_SLOTS);
  /** Number of the connection the call was last sent on. */
  connection: Int32Array = new Int32Array(INITIAL_SLOTS);
  /** Number of the connection a bound call must use. */
  target: Int32Array = new Int32Array(INITIAL_SLOTS);
  /** `performance.now()` after which no further attempt is made. */
  deadline: Float64Array = new Float64Array(INITIAL_SLOTS);
  /** Backup acks that came for this attempt. */
  acks: Uint8Array = new Uint8Array(INITIAL_SLOTS);
  /** The answer of an `ANSWERED` call, and `performance.now()` when it came. */
  readonly answer: (Buffer | undefined)[] = [];
  answeredAt: Float64Array = new Float64Array(INITIAL_SLOTS);
  /** Grows from call to call: slots are reused in any order, so theirs is not the order of the calls. */
  order: Float64Array = new Float64Array(INITIAL_SLOTS);
  /** The retained wire bytes: chunk, offset and length. */
  readonly chunk: (WireChunk | undefined)[] = [];
  offset: Int32Array = new Int32Array(INITIAL_SLOTS);
  length: Int32Array = new Int32Array(INITIAL_SLOTS);
  #inFlight = 0;
  #highestSlot = -1;
  #begun = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Slots that were ever used, for whoever must look at all calls (a connection was lost). */
  get slots(): number {
    return this.#highestSlot + 1;
  }

  /** Takes the row for a new call. Throws when it is still taken: the two threads would disagree on what is in flight. */
  open(slot: number, generation: number, flags: number, target: number, deadline: number): void {
    if (slot >= this.state.length) this.#grow(slot);
    if (this.state[slot] !== CallState.FREE) {
      throw new Error(
        `slot ${slot} is taken by generation ${this.generation[slot]}, asked for ${generation}`,
      );
    }
    if (slot > this.#highestSlot) this.#highestSlot = slot;
    this.state[slot] = CallState.WAITING;
    this.generation[slot] = generation;
    this.attempt[slot] = 0;
    this.flags[slot] = flags;
    this.target[slot] = target;
    this.connection[slot] = -1;
    this.deadline[slot] = deadline;
    this.order[slot] = this.#begun++;
    this.#inFlight++;
  }

  /** @returns whether this call is in the row and not done. */
  holds(slot: number, generation: number): boolean {
    return (
      slot >= 0 &&
      slot < this.state.length &&
      this.state[slot] !== CallState.FREE &&
      this.generation[slot] === generation
    );
  }

  /** The calls that were sent on a connection (some may be answered and held), in the order in which they were made. */
  sentOn(connection: number): number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.slots; slot++) {
      if (this.state[slot] >= CallState.SENT && this.connection[slot] === connection) slots.push(slot);
    }
    return slots.sort((a, b) => this.order[a] - this.order[b]);
  }

  /** Keeps where the call's bytes lie; the chunk is held until `free` or the next `retain`. */
  retain(slot: number, chunk: WireChunk, offset: number, length: number): void {
    chunk.hold();
    this.chunk[slot]?.release();
    this.chunk[slot] = chunk;
    this.offset[slot] = offset;
    this.length[slot] = length;
  }

  /** Holds an answer back. */
  hold(slot: number, answer: Buffer, now: number): void {
    this.state[slot] = CallState.ANSWERED;
    this.answer[slot] = answer;
    this.answeredAt[slot] = now;
  }

  /** The call waits for its next attempt; an answer that was held is void. */
  await(slot: number): void {
    if (this.state[slot] === CallState.ANSWERED) this.answer[slot] = undefined;
    this.state[slot] = CallState.WAITING;
  }

  /** The terminal completion is written: the row may be used again once the caller has read it. */
  free(slot: number): void {
    if (this.state[slot] === CallState.ANSWERED) this.answer[slot] = undefined;
    this.state[slot] = CallState.FREE;
    this.chunk[slot]?.release();
    this.chunk[slot] = undefined;
    this.#inFlight--;
  }

  #grow(slot: number): void {
    let capacity = this.state.length;
    while (capacity <= slot) capacity *= 2;
    this.state = grown(this.state, new Uint8Array(capacity));
    this.generation = grown(this.generation, new Int32Array(capacity));
    this.attempt = grown(this.attempt, new Uint8Array(capacity));
    this.flags = grown(this.flags, new Uint8Array(capacity));
    this.connection = grown(this.connection, new Int32Array(capacity));
    this.target = grown(this.target, new Int32Array(capacity));
    this.acks = grown(this.acks, new Uint8Array(capacity));
    this.answeredAt = grown(this.answeredAt, new Float64Array(capacity));
    this.deadline = grown(this.deadline, new Float64Array(capacity));
    this.order = grown(this.order, new Float64Array(capacity));
    this.offset = grown(this.offset, new Int32Array(capacity));
    this.length = grown(this.length, new Int32Array(capacity));
  }
}

function grown<T extends Uint8Array | Int32Array | Float64Array>(old: T, bigger: T): T {
  bigger.set(old);
  return bigger;
}
