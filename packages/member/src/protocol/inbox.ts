import { CONNECTION_PREAMBLE, MessageScanner, ProtocolError } from '@offloop/wire';

/**
 * Handles the message in `bytes[start, end)`; the bytes are valid during the call only. Returns false to stop the inbox until
 * {@link Inbox.proceed}.
 */
export type MessageHandler = (bytes: Buffer, start: number, end: number) => boolean;

const NO_BYTES: Buffer = Buffer.alloc(0);

/**
 * Cuts the bytes of a socket into messages. A message that lies in one chunk is handled in place. A message spread over several
 * chunks is put together in a buffer that grows with the bytes received, not with the length announced.
 */
export class Inbox {
  readonly #scanner: MessageScanner;
  readonly #handle: MessageHandler;
  /** Beginning of a message whose end has not arrived. */
  #carry: Buffer = NO_BYTES;
  #carryLength = 0;
  /** Bytes received after the handler stopped. */
  #rest: Buffer = NO_BYTES;
  #preamble = 0;

  constructor(maxMessageBytes: number, handle: MessageHandler) {
    this.#scanner = new MessageScanner({ maxMessageBytes });
    this.#handle = handle;
  }

  /** True if the handler has stopped and bytes wait for {@link Inbox.proceed}. */
  get stopped(): boolean {
    return this.#rest.length > 0;
  }

  /**
   * Cuts a chunk into messages and handles them. Throws `ProtocolError` for bytes that are not the protocol; nothing more can be
   * read from the stream then.
   */
  receive(chunk: Buffer): void {
    if (this.stopped) {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      return;
    }
    this.#consume(chunk, this.#checkPreamble(chunk));
  }

  /** Continues with the waiting bytes after the handler has stopped. */
  proceed(): void {
    const rest = this.#rest;
    this.#rest = NO_BYTES;
    this.#consume(rest, 0);
  }

  #consume(chunk: Buffer, from: number): void {
    let at = from;
    while (at < chunk.length) {
      let more: boolean;
      if (this.#carryLength > 0) {
        at = this.#fillCarry(chunk, at);
        const length = this.#scanner.scan(this.#carry, 0, this.#carryLength);
        if (length === 0) continue;
        more = this.#handle(this.#carry, 0, length);
        this.#dropCarry();
      } else {
        const length = this.#scanner.scan(chunk, at, chunk.length);
        if (length === 0) {
          this.#startCarry(chunk, at);
          return;
        }
        at += length;
        more = this.#handle(chunk, at - length, at);
      }
      if (!more) {
        this.#rest = chunk.subarray(at);
        return;
      }
    }
  }

  #startCarry(chunk: Buffer, at: number): void {
    const length = chunk.length - at;
    this.#makeRoom(length);
    chunk.copy(this.#carry, 0, at);
    this.#carryLength = length;
  }

  /** Copies the bytes that the scanner needs next, and none of the next message. Returns the offset behind them. */
  #fillCarry(chunk: Buffer, at: number): number {
    const length = Math.min(this.#scanner.needed - this.#carryLength, chunk.length - at);
    this.#makeRoom(this.#carryLength + length);
    chunk.copy(this.#carry, this.#carryLength, at, at + length);
    this.#carryLength += length;
    return at + length;
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#carry.length) return;
    // No room beyond the announced length: it may be all that comes.
    const wanted = Math.min(Math.max(needed * 2, LEAST_CARRY), Math.max(this.#scanner.needed, LEAST_CARRY));
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, wanted));
    this.#carry.copy(grown, 0, 0, this.#carryLength);
    this.#carry = grown;
  }

  #dropCarry(): void {
    this.#carryLength = 0;
    if (this.#carry.length > KEPT_CARRY) this.#carry = NO_BYTES;
  }

  /** Returns the number of bytes of the chunk that belong to the preamble. */
  #checkPreamble(chunk: Buffer): number {
    let at = 0;
    while (this.#preamble < CONNECTION_PREAMBLE.length && at < chunk.length) {
      if (chunk[at] !== CONNECTION_PREAMBLE[this.#preamble]) {
        throw new ProtocolError('Not the CP2 preamble', { offset: this.#preamble, byte: chunk[at] });
      }
      at += 1;
      this.#preamble += 1;
    }
    return at;
  }
}

const LEAST_CARRY = 4096;
const KEPT_CARRY = 256 * 1024;
