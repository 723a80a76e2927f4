/** Float64s of one shard: bytes that its sockets have read, and bytes that they have written. */
const ROW = 2;

/** Allocates the memory of {@link Traffic} for a number of shards. */
export function trafficMemory(shards: number): SharedArrayBuffer {
  return new SharedArrayBuffer(shards * ROW * Float64Array.BYTES_PER_ELEMENT);
}

/**
 * Counts the bytes that the sockets of all shards of a client have read and written. The shards share the memory: the leader
 * reports the sums to a member, without the caller's thread. Each shard writes its own row now and then, by plain stores.
 */
export class Traffic {
  readonly #rows: Float64Array;
  readonly #own: number;
  /** Counts of this shard's earlier workers, so that a sum never goes down. */
  readonly #before: readonly [bytesIn: number, bytesOut: number];

  constructor(memory: SharedArrayBuffer, shard: number) {
    this.#rows = new Float64Array(memory);
    this.#own = shard * ROW;
    this.#before = [this.#rows[this.#own], this.#rows[this.#own + 1]];
  }

  /** Stores the bytes that this worker has read and written since it began. */
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
