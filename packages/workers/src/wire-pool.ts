/** Bytes of a pooled chunk. Several full drains of small calls fit; larger calls get a chunk of their own. */
const CHUNK_LENGTH = 256 * 1024;
/** Idle chunks kept for reuse: 4 MiB, what a busy connection keeps in flight with small values. */
const MAX_IDLE_CHUNKS = 16;

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

/** Chunks for all connections of an agent. */
export class WirePool {
  readonly #idle: WireChunk[] = [];

  /** A chunk with room for at least `length` bytes. The taker holds it once. */
  take(length: number): WireChunk {
    const chunk =
      length > CHUNK_LENGTH / 4
        ? new WireChunk(this, Buffer.allocUnsafeSlow(length), false)
        : (this.#idle.pop() ?? new WireChunk(this, Buffer.allocUnsafeSlow(CHUNK_LENGTH), true));
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
    chunk.end = 0;
    if (this.#idle.length < MAX_IDLE_CHUNKS) this.#idle.push(chunk);
  }
}
