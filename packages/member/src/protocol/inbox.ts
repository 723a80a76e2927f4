import { CONNECTION_PREAMBLE, MessageScanner, ProtocolError } from '@offloop/wire';

/** Handles the message in `bytes[start, end)`, which is gone after the call. False: no more for now. */
export type MessageHandler = (bytes: Buffer, start: number, end: number) => boolean;

const NO_BYTES: Buffer = Buffer.alloc(0);

/**
 * Cuts what a socket delivers into messages. One that lies whole in a chunk is handled there; only one that straddles
 * chunks is put together, in a buffer that grows with the bytes that have come, not with those announced.
 */
export class Inbox {
  readonly #scanner: MessageScanner;
  readonly #handle: MessageHandler;
  /** Start of a message whose end has not come. */
  #carry: Buffer = NO_BYTES;
  #carryLength = 0;
  /** What the handler did not want yet. */
  #rest: Buffer = NO_BYTES;
  #preamble = 0;

  constructor(maxMessageBytes: number, handle: MessageHandler) {
    this.#scanner = new MessageScanner({ maxMessageBytes });
    this.#handle = handle;
  }

  /** Whether the handler has stopped and bytes wait for {@link Inbox.proceed}. */
  get stopped(): boolean {
    return this.#rest.length > 0;
  }

  /** Throws `ProtocolError` on what is not the protocol: the stream is of no use then. */
  receive(chunk: Buffer): void {
    if (this.stopped) {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      return;
    }
    this.#consume(chunk, this.#checkPreamble(chunk));
  }

  /** Goes on after the handler has stopped. */
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

  /** Takes what the scanner needs to get further, and not a byte of the next message. */
  #fillCarry(chunk: Buffer, at: number): number {
    const length = Math.min(this.#scanner.needed - this.#carryLength, chunk.length - at);
    this.#makeRoom(this.#carryLength + length);
    chunk.copy(this.#carry, this.#carryLength, at, at + length);
    this.#carryLength += length;
    return at + length;
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#carry.length) return;
    // What has been announced may be all that will come: no slack beyond it.
    const wanted = Math.min(Math.max(needed * 2, LEAST_CARRY), Math.max(this.#scanner.needed, LEAST_CARRY));
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, wanted));
    this.#carry.copy(grown, 0, 0, this.#carryLength);
    this.#carry = grown;
  }

  #dropCarry(): void {
    this.#carryLength = 0;
    if (this.#carry.length > KEPT_CARRY) this.#carry = NO_BYTES;
  }

  /** Returns how many bytes of the chunk belong to the preamble. */
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
