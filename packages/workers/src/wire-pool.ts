/** Bytes of a chunk for small calls: several full drains of them fit. */
const CHUNK_LENGTH = 256 * 1024;
/** Bytes. A longer call gets a chunk of its own, of the next power of two. */
const LONGEST_SHARED = CHUNK_LENGTH / 4;
/** Bytes of idle chunks kept for reuse: fresh memory costs a page fault every 4 KB, more than the copy into it. */
const MAX_IDLE_BYTES = 16 * 1024 * 1024;

/**
 * Bytes on their way to a member. They stay until nobody can need them: while the socket has not taken them, and while a
 * call whose bytes they are might have to be sent again. Counted by hand rather than left to the collector, because memory
 * outside the heap gives it no reason to hurry.
 */
export class WireChunk {
  readonly bytes: Buffer;
  readonly pooled: boolean;
  /** Where the next call's bytes go. */
  end = 0;
  #holders = 0;
  readonly #pool: WirePool;

  constructor(pool: WirePool, bytes: Buffer, pooled: boolean) {
    this.#pool = pool;
    this.bytes = bytes;
    this.pooled = pooled;
  }

  hold(): void {
    this.#holders++;
  }

  release(): void {
    if (--this.#holders === 0 && this.pooled) this.#pool.recycle(this);
  }
}

/** Chunks for all connections of an agent, by their length. */
export class WirePool {
  readonly #idle = new Map<number, WireChunk[]>();
  #idleBytes = 0;

  /** A chunk with room for at least `length` bytes. The taker holds it once. */
  take(length: number): WireChunk {
    const size = length <= LONGEST_SHARED ? CHUNK_LENGTH : 2 ** Math.ceil(Math.log2(length));
    const idle = this.#idle.get(size)?.pop();
    if (idle !== undefined) this.#idleBytes -= size;
    const pooled = size <= MAX_IDLE_BYTES;
    const chunk = idle ?? new WireChunk(this, Buffer.allocUnsafeSlow(pooled ? size : length), pooled);
    chunk.hold();
    return chunk;
  }

  /** A chunk around bytes that came from elsewhere (a spilled request): no copy. The taker holds it once. */
  adopt(bytes: Buffer): WireChunk {
    const chunk = new WireChunk(this, bytes, false);
    chunk.end = bytes.length;
    chunk.hold();
    return chunk;
  }

  recycle(chunk: WireChunk): void {
    const size = chunk.bytes.length;
    if (this.#idleBytes + size > MAX_IDLE_BYTES) return;
    chunk.end = 0;
    this.#idleBytes += size;
    const idle = this.#idle.get(size);
    if (idle === undefined) this.#idle.set(size, [chunk]);
    else idle.push(chunk);
  }
}
