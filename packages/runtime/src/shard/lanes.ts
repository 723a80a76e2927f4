const INITIAL_LANES = 512;
const INITIAL_SLOTS = 1024;
/** The number of a slot without a call: later than any. */
const FREE = Infinity;

/** Those who wait for the same calls. */
interface Waiting {
  /** The number of the last call that they wait for. */
  readonly last: number;
  /** Calls in flight up to that one, without those that the ones before wait for. */
  calls: number;
  readonly run: Set<{ readonly settled: () => void }>;
}

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
  /** In the order of `last`. Each call in flight counts for the first that waits for it: the others wait for that one, too. */
  readonly #waiting: Waiting[] = [];
  /** Number of calls in flight that somebody waits for. */
  #waitedFor = 0;

  /** Number of calls in flight that have a lane. */
  get total(): number {
    return this.#total;
  }

  /**
   * Runs `then` once all calls that are in flight now have settled: at once if there are none, else from inside `leave`. It must not
   * throw.
   *
   * @returns a function after which `then` does not run.
   */
  whenSettled(then: () => void): () => void {
    if (this.#total === 0) {
      then();
      return () => undefined;
    }
    let waiting = this.#waiting.at(-1);
    if (waiting?.last !== this.#last) {
      waiting = { last: this.#last, calls: this.#total - this.#waitedFor, run: new Set() };
      this.#waitedFor = this.#total;
      this.#waiting.push(waiting);
    }
    const group = waiting;
    // An object of its own: the same function may wait twice.
    const run = { settled: then };
    group.run.add(run);
    return () => {
      if (group.run.delete(run) && group.run.size === 0) this.#disband(group);
    };
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
    if (this.#givenUp.size > 0 && isAnswered && number > (this.#givenUp.get(lane) ?? Infinity))
      this.#givenUp.delete(lane);
    if (this.#waiting.length > 0) this.#settle(number);
  }

  /** A call of the lane was given up. It may be carried out all the same. */
  giveUp(lane: number): void {
    this.#givenUp.set(lane, this.#last);
  }

  /** The agent is gone: nothing that it was given is carried out any more. */
  clear(): void {
    this.#givenUp.clear();
  }

  /** A call has settled: those who waited for no other go on. */
  #settle(number: number): void {
    const waiting = this.#waiting;
    let low = 0;
    for (let high = waiting.length; low < high;) {
      const middle = (low + high) >> 1;
      if (waiting[middle].last < number) low = middle + 1;
      else high = middle;
    }
    if (low === waiting.length) return;
    waiting[low].calls--;
    this.#waitedFor--;
    while (waiting.length > 0 && waiting[0].calls === 0) {
      const { run } = waiting.shift()!;
      const all = [...run];
      run.clear();
      for (const { settled } of all) settled();
    }
  }

  /** Nobody of the group waits any more: its calls count for the next one. */
  #disband(group: Waiting): void {
    const index = this.#waiting.indexOf(group);
    this.#waiting.splice(index, 1);
    if (index < this.#waiting.length) this.#waiting[index].calls += group.calls;
    else this.#waitedFor -= group.calls;
  }
}

function grown<A extends Int32Array | Float64Array>(array: A, index: number, make: (length: number) => A): A {
  const larger = make(Math.max(2 * array.length, index + 1));
  larger.set(array);
  return larger;
}
