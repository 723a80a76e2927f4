import type { Readable } from 'node:stream';
import type { CompletionWriter } from '../completion-writer.js';

/** Bytes to read into, at least; twice as many are there from the start. */
const READ_LENGTH = 65_536;
/** Bytes: what was longer for the sake of one message is given back. */
const LONGEST_IDLE = 2 ** 20;

/** Callbacks of a `MessageInput`. */
export interface MessageInputEvents {
  /**
   * Takes the message that begins at `bytes[start]`; its bytes are valid until this returns. An error that it throws goes to
   * `onError`.
   *
   * A message that is not whole yet is offered again from its beginning when more has come, perhaps at another offset: keep
   * offsets relative to `start`, if any. It is buffered however long it is: throw for one that is longer than you allow.
   *
   * @returns the offset behind it, or −1 when it is not whole yet.
   */
  take(bytes: Buffer, start: number, end: number): number;
  /**
   * Runs after each read, when its messages were taken, or as many as there is room for.
   *
   * @param isFull the read has filled the memory that it was given: there is more
   */
  onRead(isFull: boolean): void;
  /** The bytes are not a message of the protocol: the connection cannot be used any longer. */
  onError(error: Error): void;
}

/**
 * Splits the bytes that one socket reads into messages. By the socket's `onread` option they are read straight into its buffer. When
 * the caller does not keep up with completions it pauses the socket, and TCP holds the other side back.
 *
 * Make one for each connection, so that the rest of a lost connection's last message is not taken for the beginning of another.
 */
export class MessageInput {
  /** The option `onread` of `net.connect` or `tls.connect`. */
  readonly onread: { readonly buffer: () => Buffer; readonly callback: (length: number) => boolean };
  readonly #completions: Pick<CompletionWriter, 'isCongested'>;
  readonly #events: MessageInputEvents;
  #bytes: Buffer = Buffer.allocUnsafeSlow(2 * READ_LENGTH);
  /** `bytes[start, end)` is not taken. */
  #start = 0;
  #end = 0;
  /** Bytes of the memory that the socket was given for a read. */
  #roomLength = 0;
  #isPaused = false;
  /** Bytes of messages that are taken although the caller takes nothing. */
  #allowance = 0;
  #isTaking = false;

  constructor(completions: Pick<CompletionWriter, 'isCongested'>, events: MessageInputEvents) {
    this.#completions = completions;
    this.#events = events;
    this.onread = {
      buffer: () => this.#room(),
      callback: (length) => this.#read(length, length === this.#roomLength),
    };
  }

  /** True while nothing is read until the caller makes room. `Agent.isPaused` has to return it. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** True while a message is being taken, or what has come is refused: it is not known yet what is left. */
  get isTaking(): boolean {
    return this.#isTaking;
  }

  /** Takes the bytes of messages that were not taken. */
  takeRest(): Buffer {
    const rest = Buffer.from(this.#bytes.subarray(this.#start, this.#end));
    this.#start = this.#end;
    return rest;
  }

  /** Puts bytes in front that were read elsewhere, before anything is read here. `resume` takes their messages. */
  putFirst(bytes: Buffer): void {
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(2 * READ_LENGTH, bytes.length + READ_LENGTH));
    this.#start = 0;
    this.#end = bytes.copy(this.#bytes);
  }

  /** While it is paused: takes messages of about so many bytes all the same. */
  readOn(socket: Pick<Readable, 'resume'>, bytes: number): void {
    this.#allowance = bytes;
    this.resume(socket);
  }

  /** Takes the messages that were left, then lets the socket read on. */
  resume(socket: Pick<Readable, 'resume'>): void {
    if (this.#read(0)) socket.resume();
  }

  /** @returns whether the socket may read on. */
  #read(length: number, isFull: boolean = false): boolean {
    this.#end += length;
    this.#isPaused = false;
    this.#isTaking = true;
    try {
      while (this.#start < this.#end && !this.#isPaused) {
        const next = this.#events.take(this.#bytes, this.#start, this.#end);
        if (next === -1) break;
        // Anything else would be a thread that reads the same for ever, or bytes that are nobody's.
        if (!(next > this.#start && next <= this.#end))
          throw new Error(`take returned ${next} for [${this.#start}, ${this.#end})`);
        this.#allowance -= next - this.#start;
        this.#start = next;
        this.#isPaused = this.#allowance <= 0 && this.#completions.isCongested;
      }
    } catch (error) {
      this.#events.onError(error as Error);
    }
    this.#events.onRead(isFull);
    this.#isTaking = false;
    return !this.#isPaused;
  }

  /** Memory for the next read. What is left moves to the front when there is too little room behind it. */
  #room(): Buffer {
    const left = this.#end - this.#start;
    if (this.#bytes.length - this.#end < READ_LENGTH || (left === 0 && this.#end > 0)) {
      let bytes = this.#bytes;
      if (left + READ_LENGTH > bytes.length) bytes = Buffer.allocUnsafeSlow(2 * bytes.length);
      else if (left === 0 && bytes.length > LONGEST_IDLE) bytes = Buffer.allocUnsafeSlow(2 * READ_LENGTH);
      this.#bytes.copy(bytes, 0, this.#start, this.#end);
      this.#bytes = bytes;
      this.#start = 0;
      this.#end = left;
    }
    this.#roomLength = this.#bytes.length - this.#end;
    return this.#bytes.subarray(this.#end);
  }
}
