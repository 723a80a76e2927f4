import { MessageScanner, MessageSkipper } from '@offloop/wire';

/** Bytes of a new buffer: small enough for an idle connection, large enough that small responses never fill it. */
const BASE_CAPACITY = 256 * 1024;
/** Bytes up to which full reads make the buffer grow; a long message may need more while it is being read. */
const MAX_STEADY_CAPACITY = 4 * 1024 * 1024;
/** Bytes of the least room for a read. With less behind the unread rest (or less than a chunk), the rest moves to the front. */
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
  /** The least and the most bytes of a window. */
  readonly #minWindow: number;
  readonly #maxWindow: number;

  /** @param readChunkBytes length of each window; null: all the room there is, in a buffer that grows with its reads */
  constructor(maxMessageBytes: number, readChunkBytes: number | null = null) {
    this.#scanner = new MessageScanner({ maxMessageBytes, skipsLongMessages: true });
    this.#minWindow = readChunkBytes ?? MIN_WINDOW;
    this.#maxWindow = readChunkBytes ?? Number.POSITIVE_INFINITY;
    // Twice a chunk, so that what is left of one read does not shorten the next.
    this.#steadyCapacity = Math.max(BASE_CAPACITY, 2 * (readChunkBytes ?? 0));
  }

  /** The memory of the buffer, valid until the next `window`. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Offset of the next message, as of the last `nextMessage` that returned a length. */
  get messageStart(): number {
    return this.#read;
  }

  /** Offset behind the last byte that was read from the socket. */
  get end(): number {
    return this.#write;
  }

  /** Returns the room for the next read, which is never empty. The socket must write nowhere else. */
  window(): Buffer {
    this.#makeRoom();
    const end = Math.min(this.#bytes.length, this.#write + this.#maxWindow);
    const window = this.#bytes.subarray(this.#write, end);
    this.#windowLength = window.length;
    return window;
  }

  /** To be called when the socket has written `length` bytes into the window. */
  advance(length: number): void {
    this.#write += length;
    // A read that fills its window says that the kernel holds more: larger reads take fewer turns of the loop (libuv's
    // large-chunk experiment saw the gain grow with concurrency).
    if (length === this.#windowLength && this.#steadyCapacity < MAX_STEADY_CAPACITY)
      this.#steadyCapacity *= 2;
  }

  /** Appends a copy of a chunk, for a socket that does not read into the window. */
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
   * Looks for a complete message. Throws ProtocolError for bytes that cannot be one.
   *
   * @returns the length of the message at `messageStart`; 0 when it is not complete yet; `TOO_LONG` when it is longer than the limit:
   *   call `skipMessage` then.
   */
  nextMessage(): number {
    if (this.#skipper.isSkipping) this.#read += this.#skipper.skip(this.#bytes, this.#read, this.#write);
    if (this.#read === this.#write || this.#skipper.isSkipping) return 0;
    return this.#scanner.scan(this.#bytes, this.#read, this.#write);
  }

  /** After `TOO_LONG`: the end of the whole frames that are here of the message at `messageStart`; its initial one is among them. */
  get framesEnd(): number {
    return this.#read + this.#scanner.walked;
  }

  /** After `TOO_LONG`: the length that the message has at least, in bytes. */
  get leastLength(): number {
    return this.#scanner.leastLength(this.#bytes, this.#read);
  }

  /** After `TOO_LONG`: drops the message at `messageStart`, both the part that is here and the rest that is still to come. */
  skipMessage(): void {
    this.#read += this.#scanner.walked;
    this.#scanner.reset();
    this.#skipper.begin();
  }

  /** Frees the message at `messageStart`: its bytes may be overwritten by the next read. */
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
