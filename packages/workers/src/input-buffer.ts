import { MessageScanner } from '@offloop/wire/protocol';

/** Bytes. Small enough for an idle connection, large enough that small answers never fill it. */
const BASE_CAPACITY = 256 * 1024;
/** Bytes. Where growth by full reads ends; a single message may need more for its own time. */
const MAX_STEADY_CAPACITY = 4 * 1024 * 1024;
/** Bytes. With less room than this (or than a chunk) behind the unread rest, the rest moves to the front. */
const MIN_WINDOW = 64 * 1024;
/** Times its content that a buffer of a long message grows to; what is not written to yet takes no memory. */
const GROWTH = 4;

/**
 * The one buffer a connection reads into. The socket writes behind what is unread, so a message that straddles two reads
 * needs no assembly: it lies in one piece once its last byte is in.
 *
 * ```
 *   0        read           write                    capacity
 *   +--------+--------------+------------------------+
 *   | done   | unread       | window of the next read|
 *   +--------+--------------+------------------------+
 * ```
 */
export class InputBuffer {
  #bytes: Buffer = Buffer.allocUnsafeSlow(BASE_CAPACITY);
  #steadyCapacity: number;
  #read = 0;
  #write = 0;
  #windowLength = 0;
  readonly #scanner: MessageScanner;
  /** Bytes: bounds of a window. */
  readonly #minWindow: number;
  readonly #maxWindow: number;

  /** @param readChunkBytes length of each window; null: all the room there is, of a buffer that grows with what comes */
  constructor(maxMessageBytes: number, readChunkBytes: number | null = null) {
    this.#scanner = new MessageScanner({ maxMessageBytes });
    this.#minWindow = readChunkBytes ?? MIN_WINDOW;
    this.#maxWindow = readChunkBytes ?? Number.POSITIVE_INFINITY;
    // Twice a chunk, so that what is left of one read does not shorten the next.
    this.#steadyCapacity = Math.max(BASE_CAPACITY, 2 * (readChunkBytes ?? 0));
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Where the next message begins, as of the last `nextMessage` that returned a length. */
  get messageStart(): number {
    return this.#read;
  }

  /** Room for the next read; never empty. The socket must write nowhere else. */
  window(): Buffer {
    this.#makeRoom();
    const end = Math.min(this.#bytes.length, this.#write + this.#maxWindow);
    const window = this.#bytes.subarray(this.#write, end);
    this.#windowLength = window.length;
    return window;
  }

  /** The socket wrote `length` bytes into the window. */
  advance(length: number): void {
    this.#write += length;
    // A read that fills its window says that the kernel holds more: larger reads, fewer turns (libuv's large-chunk
    // experiment saw the gain grow with concurrency).
    if (length === this.#windowLength && this.#steadyCapacity < MAX_STEADY_CAPACITY)
      this.#steadyCapacity *= 2;
  }

  /** The fallback without a reused window: takes a copy of the chunk. */
  append(chunk: Buffer): void {
    let done = 0;
    while (done < chunk.length) {
      const window = this.window();
      const length = Math.min(window.length, chunk.length - done);
      chunk.copy(window, 0, done, done + length);
      this.advance(length);
      done += length;
      // The scanner has to see what a message still needs, or the buffer would not know how far to grow.
      this.#scanner.scan(this.#bytes, this.#read, this.#write);
    }
  }

  /** @returns the length of the complete message at `messageStart`, 0 when there is none yet. Throws ProtocolError. */
  nextMessage(): number {
    if (this.#read === this.#write) return 0;
    return this.#scanner.scan(this.#bytes, this.#read, this.#write);
  }

  /** The message at `messageStart` is done with; its bytes may be overwritten by the next read. */
  release(length: number): void {
    // Not back to the front here: the socket may hold a window already (that of a paused connection, whose messages are
    // walked only when it goes on), and its next read lands there.
    this.#read += length;
  }

  #makeRoom(): void {
    const unread = this.#write - this.#read;
    if (unread === 0) this.#read = this.#write = 0;
    const needed = Math.max(this.#steadyCapacity, this.#scanner.needed + this.#minWindow);
    if (this.#bytes.length < needed || (unread === 0 && this.#bytes.length > needed)) {
      // A long message of many frames says only how far its next frame reaches: by steps of a window, 60 MB would be copied
      // a thousand times.
      const grown = unread >= MAX_STEADY_CAPACITY / 2 ? GROWTH * unread : 0;
      const next = Buffer.allocUnsafeSlow(Math.max(needed, unread + this.#minWindow, grown));
      this.#bytes.copy(next, 0, this.#read, this.#write);
      this.#bytes = next;
    } else if (
      this.#bytes.length - this.#write < this.#minWindow ||
      this.#bytes.length - this.#read < needed
    ) {
      if (this.#read === 0) return;
      this.#bytes.copyWithin(0, this.#read, this.#write);
    } else {
      return;
    }
    this.#read = 0;
    this.#write = unread;
  }
}
