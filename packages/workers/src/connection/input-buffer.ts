import { MessageScanner, MessageSkipper } from '@offloop/wire';

/** Bytes. Small enough for an idle connection, large enough that small responses never fill it. */
const BASE_CAPACITY = 256 * 1024;
/** Bytes. Full reads make the buffer grow up to this; a long message may need more while it is being read. */
const MAX_STEADY_CAPACITY = 4 * 1024 * 1024;
/** Bytes. With less room than this (or than a chunk) behind the unread rest, the rest moves to the front. */
const MIN_WINDOW = 64 * 1024;
/** A buffer of a long message grows to this many times its content. Memory that is not yet written to costs nothing. */
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
  readonly #skipper = new MessageSkipper();
  /** Bytes: bounds of a window. */
  readonly #minWindow: number;
  readonly #maxWindow: number;

  /** @param readChunkBytes length of each window; null: all the room there is, of a buffer that grows with what comes */
  constructor(maxMessageBytes: number, readChunkBytes: number | null = null) {
    this.#scanner = new MessageScanner({ maxMessageBytes, skipsLongMessages: true });
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

  /** Where what was read ends. */
  get end(): number {
    return this.#write;
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
    // A read that fills its window says that the kernel holds more: larger reads take fewer turns of the loop (libuv's
    // large-chunk experiment saw the gain grow with concurrency).
    if (length === this.#windowLength && this.#steadyCapacity < MAX_STEADY_CAPACITY)
      this.#steadyCapacity *= 2;
  }

  /** For a socket that does not read into the window: copies the chunk. */
  append(chunk: Buffer): void {
    let done = 0;
    while (done < chunk.length) {
      const window = this.window();
      const length = Math.min(window.length, chunk.length - done);
      chunk.copy(window, 0, done, done + length);
      this.advance(length);
      done += length;
      // The scanner finds out how much the message still needs, which is how far the buffer grows.
      this.nextMessage();
    }
  }

  /**
   * @returns the length of the complete message at `messageStart`, 0 when there is none yet, `TOO_LONG` for one that is
   * longer than the limit: that is to be skipped (`skipMessage`). Throws ProtocolError.
   */
  nextMessage(): number {
    if (this.#skipper.isSkipping) this.#read += this.#skipper.skip(this.#bytes, this.#read, this.#write);
    if (this.#read === this.#write || this.#skipper.isSkipping) return 0;
    return this.#scanner.scan(this.#bytes, this.#read, this.#write);
  }

  /** After `TOO_LONG`: where the whole frames end that are here of the message at `messageStart`, its initial one among them. */
  get framesEnd(): number {
    return this.#read + this.#scanner.walked;
  }

  /** After `TOO_LONG`: the message has at least this length. */
  get leastLength(): number {
    return this.#scanner.leastLength(this.#bytes, this.#read);
  }

  /** After `TOO_LONG`: drops the message at `messageStart`, what is here of it and what is still to come. */
  skipMessage(): void {
    this.#read += this.#scanner.walked;
    this.#scanner.reset();
    this.#skipper.begin();
  }

  /** The message at `messageStart` is done with; its bytes may be overwritten by the next read. */
  release(length: number): void {
    // Does not move back to the front: the socket may already hold a window, into which its next read goes. (A paused
    // connection handles its messages only when it is resumed, long after that window was given out.)
    this.#read += length;
  }

  #makeRoom(): void {
    const unread = this.#write - this.#read;
    if (unread === 0) this.#read = this.#write = 0;
    const needed = Math.max(this.#steadyCapacity, this.#scanner.needed + this.#minWindow);
    if (this.#bytes.length < needed || (unread === 0 && this.#bytes.length > needed)) {
      // Of a long message of many frames only the length of the next frame is known. Growing by one window at a time would
      // copy 60 MB a thousand times.
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
