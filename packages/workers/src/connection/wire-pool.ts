import { IdlePool } from '@offloop/runtime/thread';

/** Bytes of a chunk for small calls: enough for the calls of several full drains. */
const CHUNK_LENGTH = 256 * 1024;
/** Bytes of the longest call that shares a chunk. A longer one gets a chunk of its own, of the next power of two. */
const LONGEST_SHARED = CHUNK_LENGTH / 4;
/** The most bytes of idle chunks kept for reuse. */
const MAX_IDLE_BYTES = 16 * 1024 * 1024;

/**
 * A piece of memory with bytes on their way to a member. It is held until the socket has taken the bytes and none of its calls can be
 * sent again. Holders are counted here and not left to the garbage collector, which does not hurry for memory outside the heap.
 */
export class WireChunk {
  readonly bytes: Buffer;
  readonly pooled: boolean;
  /** Offset for the bytes of the next call. */
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

/** The pool of chunks for all connections of an agent. */
export class WirePool {
  readonly #idle = new IdlePool<WireChunk>(MAX_IDLE_BYTES);

  /** Returns a chunk with room for at least `length` bytes, held once by the taker. */
  take(length: number): WireChunk {
    const size = length <= LONGEST_SHARED ? CHUNK_LENGTH : 2 ** Math.ceil(Math.log2(length));
    const pooled = size <= MAX_IDLE_BYTES;
    const chunk =
      this.#idle.take(size) ?? new WireChunk(this, Buffer.allocUnsafeSlow(pooled ? size : length), pooled);
    chunk.hold();
    return chunk;
  }

  /** Makes a chunk around bytes that came from elsewhere (a spilled request), without a copy. The taker holds it once. */
  adopt(bytes: Buffer): WireChunk {
    const chunk = new WireChunk(this, bytes, false);
    chunk.end = bytes.length;
    chunk.hold();
    return chunk;
  }

  recycle(chunk: WireChunk): void {
    chunk.end = 0;
    this.#idle.give(chunk.bytes.length, chunk);
  }
}
