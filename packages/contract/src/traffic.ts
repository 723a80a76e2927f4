/** Float64s of one shard: bytes that its sockets have read, and bytes that they have written. */
const ROW = 2;

/** The memory of {@link Traffic}, for so many shards. */
export function trafficMemory(shards: number): SharedArrayBuffer {
  return new SharedArrayBuffer(shards * ROW * Float64Array.BYTES_PER_ELEMENT);
}

/**
 * What the sockets of all shards of a client have read and written, in memory that the shards share: the one that leads tells a member
 * the sum, and the caller's thread has no part in it. Each shard writes a row of its own now and then, by plain stores.
 */
export class Traffic {
  readonly #rows: Float64Array;
  readonly #own: number;
  /** What earlier workers of this shard have counted: a sum never goes down. */
  readonly #before: readonly [bytesIn: number, bytesOut: number];

  constructor(memory: SharedArrayBuffer, shard: number) {
    this.#rows = new Float64Array(memory);
    this.#own = shard * ROW;
    this.#before = [this.#rows[this.#own], this.#rows[this.#own + 1]];
  }

  /** Writes what this worker has counted since it began. */
  write(bytesIn: number, bytesOut: number): void {
    this.#rows[this.#own] = this.#before[0] + bytesIn;
    this.#rows[this.#own + 1] = this.#before[1] + bytesOut;
  }

  /** Bytes that all shards have read. */
  get bytesIn(): number {
    return this.#sum(0);
  }

  /** Bytes that all shards have written. */
  get bytesOut(): number {
    return this.#sum(1);
  }

  #sum(column: number): number {
    let sum = 0;
    for (let at = column; at < this.#rows.length; at += ROW) sum += this.#rows[at];
    return sum;
  }
}
