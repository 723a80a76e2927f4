import type { CallHeader } from '@offloop/runtime/thread';
import type { WireChunk } from '../connection/wire-pool.js';

export const CallState = {
  FREE: 0,
  /** The call waits for a connection or for its next attempt. */
  WAITING: 1,
  /** The request's bytes were handed to a connection. */
  SENT: 2,
  /** The response is here, but not all the backups that it announces are acknowledged yet. */
  AWAITING_BACKUPS: 3,
  /** The caller no longer waits for the result, but the request's bytes still wait for the kernel. */
  GIVEN_UP: 4,
} as const;
export type CallState = (typeof CallState)[keyof typeof CallState];

const INITIAL_SLOTS = 1024;

/**
 * The calls in flight: one row a slot, in columns. The columns are typed arrays: they are compact, no work for the garbage
 * collector, and matching a response takes a few loads. The caller's thread hands out the slots. A row is taken by its
 * request, and freed by its one terminal completion.
 */
export class InvocationTable {
  state: Uint8Array = new Uint8Array(INITIAL_SLOTS);
  generation: Int32Array = new Int32Array(INITIAL_SLOTS);
  attempt: Uint8Array = new Uint8Array(INITIAL_SLOTS);
  flags: Uint16Array = new Uint16Array(INITIAL_SLOTS);
  /** Message type that the response should have, known once the request was sent. */
  responseType: Int32Array = new Int32Array(INITIAL_SLOTS);
  /** Number of the connection the call was last sent on. */
  connection: Int32Array = new Int32Array(INITIAL_SLOTS);
  /** The value of that connection's `written` at which the call's bytes are written. */
  sentTo: Float64Array = new Float64Array(INITIAL_SLOTS);
  /** A number set by the caller's thread: the tag of a member, the number of a connection or that of a call, by the call's flags. */
  target: Int32Array = new Int32Array(INITIAL_SLOTS);
  /** `monotonicNow()` after which no further attempt is made. */
  deadline: Float64Array = new Float64Array(INITIAL_SLOTS);
  /** `monotonicNow()` of the drain that brought the call. */
  begunAt: Float64Array = new Float64Array(INITIAL_SLOTS);
  /** Number of backup acks that came for this attempt. */
  acks: Uint8Array = new Uint8Array(INITIAL_SLOTS);
  /** The response of an `AWAITING_BACKUPS` call, and `monotonicNow()` when it came. */
  readonly response: (Buffer | undefined)[] = [];
  respondedAt: Float64Array = new Float64Array(INITIAL_SLOTS);
  /** A number that grows from call to call. Slots do not show the order of the calls, since they are reused in any order. */
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

  /** The highest slot ever used, plus one. */
  get slots(): number {
    return this.#highestSlot + 1;
  }

  /** Takes the row for a new call. Throws when it is still taken: the two threads disagree on what is in flight. */
  open(call: Readonly<CallHeader>, deadline: number, now: number): void {
    const { slot, generation, flags, target } = call;
    if (slot >= this.state.length) this.#grow(slot);
    if (this.state[slot] !== CallState.FREE)
      throw new Error(
        `slot ${slot} is taken by generation ${this.generation[slot]}, asked for ${generation}`,
      );
    if (slot > this.#highestSlot) this.#highestSlot = slot;
    this.state[slot] = CallState.WAITING;
    this.generation[slot] = generation;
    this.attempt[slot] = 0;
    this.flags[slot] = flags;
    this.target[slot] = target;
    this.connection[slot] = -1;
    this.deadline[slot] = deadline;
    this.begunAt[slot] = now;
    this.order[slot] = this.#begun++;
    this.#inFlight++;
  }

  /** Returns true while this call is in flight. */
  holds(slot: number, generation: number): boolean {
    return (
      slot >= 0 &&
      slot < this.state.length &&
      this.state[slot] !== CallState.FREE &&
      this.generation[slot] === generation
    );
  }

  /** Returns the slots of the calls that were sent on a connection, in any order. Some may wait for backups only, or be given up. */
  sentOn(connection: number): number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.slots; slot++) {
      if (this.state[slot] >= CallState.SENT && this.connection[slot] === connection) slots.push(slot);
    }
    return slots;
  }

  /** Remembers the place of the call's bytes; the chunk is held until `free` or the next `retain`. */
  retain(slot: number, chunk: WireChunk, offset: number, length: number): void {
    chunk.hold();
    this.chunk[slot]?.release();
    this.chunk[slot] = chunk;
    this.offset[slot] = offset;
    this.length[slot] = length;
  }

  /** Makes the call wait for the acks of its backups, and keeps its response meanwhile. */
  awaitBackups(slot: number, response: Buffer, now: number): void {
    this.state[slot] = CallState.AWAITING_BACKUPS;
    this.response[slot] = response;
    this.respondedAt[slot] = now;
  }

  /** Makes the call wait for its next attempt; a response that was kept is dropped. */
  awaitAttempt(slot: number): void {
    if (this.state[slot] === CallState.AWAITING_BACKUPS) this.response[slot] = undefined;
    this.state[slot] = CallState.WAITING;
  }

  /** Frees the row once the terminal completion is written. The caller may use the slot again once it has read that. */
  free(slot: number): void {
    if (this.state[slot] === CallState.AWAITING_BACKUPS) this.response[slot] = undefined;
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
    this.flags = grown(this.flags, new Uint16Array(capacity));
    this.responseType = grown(this.responseType, new Int32Array(capacity));
    this.connection = grown(this.connection, new Int32Array(capacity));
    this.sentTo = grown(this.sentTo, new Float64Array(capacity));
    this.target = grown(this.target, new Int32Array(capacity));
    this.acks = grown(this.acks, new Uint8Array(capacity));
    this.respondedAt = grown(this.respondedAt, new Float64Array(capacity));
    this.deadline = grown(this.deadline, new Float64Array(capacity));
    this.begunAt = grown(this.begunAt, new Float64Array(capacity));
    this.order = grown(this.order, new Float64Array(capacity));
    this.offset = grown(this.offset, new Int32Array(capacity));
    this.length = grown(this.length, new Int32Array(capacity));
  }
}

function grown<T extends Uint8Array | Uint16Array | Int32Array | Float64Array>(old: T, bigger: T): T {
  bigger.set(old);
  return bigger;
}
