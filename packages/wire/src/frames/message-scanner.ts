import {
  DEFAULT_MAX_MESSAGE_BYTES,
  FLAG_EVENT,
  FLAG_FINAL,
  FLAG_UNFRAGMENTED,
  FLAGS_UNKNOWN,
  FRAGMENTATION_ID_SIZE,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  REQUEST_FIXED_FIELDS_OFFSET,
  RESPONSE_FIXED_FIELDS_OFFSET,
} from './frame.js';
import { ProtocolError } from './protocol-error.js';

export interface MessageLimits {
  /** Longest message accepted, all its frames and headers together, in bytes. Default 512 MiB. */
  readonly maxMessageBytes?: number;
}

/** Result of `MessageScanner.scan` for a message that is longer than the limit. */
export const TOO_LONG = -1;

/**
 * Finds where messages end in a byte stream that arrives in arbitrary pieces.
 *
 * Progress is kept relative to the start of the message, so the caller may move the bytes (compact its buffer) between
 * two calls, and no frame is walked twice.
 */
export class MessageScanner {
  /** Bytes from the message's start that `scan` needs at least to get further. */
  needed: number = FRAME_HEADER_SIZE;
  readonly #maxMessageBytes: number;
  readonly #skipsLongMessages: boolean;
  /** Bytes of whole frames already walked. */
  #walked = 0;

  /**
   * @param limits.skipsLongMessages makes `scan` return `TOO_LONG` for a message over the limit, for the caller to skip it,
   * instead of throwing.
   */
  constructor(limits: MessageLimits & { readonly skipsLongMessages?: boolean } = {}) {
    this.#maxMessageBytes = limits.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
    this.#skipsLongMessages = limits.skipsLongMessages ?? false;
  }

  /** Bytes of the whole frames, the initial one at least, at the start of a message that is `TOO_LONG`. */
  get walked(): number {
    return this.#walked;
  }

  /**
   * Returns the length in bytes of the message that starts at `start`, or 0 while it is incomplete: then call again with the same
   * start and more bytes. After a complete message the scanner is ready for the next one. `TOO_LONG` stays the answer until
   * `reset`.
   *
   * A returned message has an initial frame of at least 13 content bytes (16 for an event, 8 for a fragment), so its type,
   * correlation id and backup acks may be read unchecked. Throws {@link ProtocolError} on anything that no sender of the protocol
   * writes, as soon as the header that shows it has come.
   */
  scan(bytes: Uint8Array, start: number, end: number): number {
    let walked = this.#walked;
    for (;;) {
      const at = start + walked;
      if (end - at < FRAME_HEADER_SIZE) {
        this.#walked = walked;
        this.needed = walked + FRAME_HEADER_SIZE;
        return 0;
      }
      const length = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
      const flags = bytes[at + FRAME_FLAGS_OFFSET] | (bytes[at + FRAME_FLAGS_OFFSET + 1] << 8);
      if (length < FRAME_HEADER_SIZE || (flags & FLAGS_UNKNOWN) !== 0) {
        throw new ProtocolError('Not a frame header', { length, flags, offset: walked });
      }
      if (length > this.#maxMessageBytes - walked) {
        const limit = this.#maxMessageBytes;
        // An initial frame has fields of fixed size only. None is as long as this, so these bytes are not a header.
        if (walked === 0 || !this.#skipsLongMessages) {
          throw new ProtocolError('Message is longer than the limit', { length: walked + length, limit });
        }
        this.#walked = walked;
        this.needed = walked + FRAME_HEADER_SIZE;
        return TOO_LONG;
      }
      if (walked === 0 && length < FRAME_HEADER_SIZE + leastInitialContent(flags)) {
        throw new ProtocolError('Initial frame is too short', { length, flags });
      }
      if (length > end - at) {
        this.#walked = walked;
        this.needed = walked + length;
        return 0;
      }
      walked += length;
      if ((flags & FLAG_FINAL) !== 0) {
        this.reset();
        return walked;
      }
    }
  }

  /** Returns the length in bytes that a `TOO_LONG` message starting at `start` has at least, by its frames so far. */
  leastLength(bytes: Buffer, start: number): number {
    return this.#walked + bytes.readInt32LE(start + this.#walked);
  }

  /** Forgets an unfinished message, as after a reconnect or when it is skipped. */
  reset(): void {
    this.#walked = 0;
    this.needed = FRAME_HEADER_SIZE;
  }
}

function leastInitialContent(flags: number): number {
  if ((flags & FLAG_UNFRAGMENTED) !== FLAG_UNFRAGMENTED) return FRAGMENTATION_ID_SIZE;
  return (flags & FLAG_EVENT) !== 0 ? REQUEST_FIXED_FIELDS_OFFSET : RESPONSE_FIXED_FIELDS_OFFSET;
}
