const INITIAL_LANES = 512;
const INITIAL_SLOTS = 1024;
/** The number of a slot without a call: later than any. */
const FREE = Infinity;

/**
 * Counts the calls in flight of one shard by lane. A lane is a number that a protocol gives to calls that must keep their order, such as
 * the object they are about: its next call may go to another shard only when the lane is free here.
 *
 * A call that was given up leaves its slot at once, although its request may be on its way. Its lane stays taken until a later call of
 * the lane has an answer, which comes behind it, or until the agent is gone.
 */
export class Lanes {
  /** Calls in flight, by lane. */
  #calls: Int32Array = new Int32Array(INITIAL_LANES);
  /** The number of the call in each slot, in the order of the calls; {@link FREE} where there is none. */
  #numbers: Float64Array = new Float64Array(INITIAL_SLOTS).fill(FREE);
  #last = 0;
  #total = 0;
  /** The last call that was made when a call of the lane was given up. */
  readonly #givenUp = new Map<number, number>();

  /** Number of calls in flight that have a lane. */
  get total(): number {
    return this.#total;
  }

  /** The number of the last call. */
  get last(): number {
    return this.#last;
  }

  /** Returns true if no call in flight has this number or a lower one. */
  haveSettled(last: number): boolean {
    return this.#numbers.every((number) => number > last);
  }

  /** Returns true while the next call of the lane must follow those before it on this shard. */
  isTaken(lane: number): boolean {
    return this.#calls[lane] > 0 || (this.#givenUp.size > 0 && this.#givenUp.has(lane));
  }

  /** A call of the lane is made. */
  enter(lane: number, slot: number): void {
    if (lane >= this.#calls.length)
      this.#calls = grown(this.#calls, lane, (length) => new Int32Array(length));
    if (slot >= this.#numbers.length)
      this.#numbers = grown(this.#numbers, slot, (length) => new Float64Array(length).fill(FREE));
    this.#calls[lane]++;
    this.#numbers[slot] = ++this.#last;
    this.#total++;
  }

  /** The slot of a call of the lane is free again. @param isAnswered true if the call was carried out. */
  leave(lane: number, slot: number, isAnswered: boolean): void {
    this.#calls[lane]--;
    this.#total--;
    const number = this.#numbers[slot];
    this.#numbers[slot] = FREE;
    if (this.#givenUp.size === 0 || !isAnswered) return;
    const last = this.#givenUp.get(lane);
    if (last !== undefined && number > last) this.#givenUp.delete(lane);
  }

  /** Nobody waits for a call of the lane any more, which may be carried out all the same. */
  giveUp(lane: number): void {
    this.#givenUp.set(lane, this.#last);
  }

  /** The agent is gone: nothing that it was given is carried out any more. */
  clear(): void {
    this.#givenUp.clear();
  }
}

function grown<A extends Int32Array | Float64Array>(array: A, index: number, make: (length: number) => A): A {
  const larger = make(Math.max(2 * array.length, index + 1));
  larger.set(array);
  return larger;
}
