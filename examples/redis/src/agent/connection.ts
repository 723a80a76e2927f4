import { connect, type Socket } from 'node:net';
import type { RedisSettings } from '../protocol/messages.js';
import type { Call } from './call.js';
import { ReplyParser } from './reply-parser.js';

export interface ConnectionEvents {
  onConnected(): void;
  /** A reply that begins at `bytes[start]`, valid until this returns. @returns whether another one may follow now. */
  onReply(reply: ReplyParser, bytes: Buffer, start: number): boolean;
  /** All that one read brought was handed over. */
  onRead(): void;
  /** Comes once, last. */
  onClose(error: Error): void;
}

/** Bytes to read into, at least; twice as many are there from the start. */
const READ_LENGTH = 65_536;
/** Bytes: what was longer for the sake of one reply is given back. */
const LONGEST_IDLE = 2 ** 20;
const KEEP_ALIVE_MILLIS = 30_000;

/** One connection, from the attempt to its end. */
export class Connection {
  readonly #socket: Socket;
  readonly #events: ConnectionEvents;
  readonly #parser: ReplyParser;
  /** The socket reads straight behind what is unread: `input[start, end)`. */
  #input: Buffer = Buffer.allocUnsafeSlow(2 * READ_LENGTH);
  #start = 0;
  #end = 0;
  #reason: Error = new Error('the server closed the connection');
  isOpen = false;
  /** The last reply was one too many: the caller's thread has to make room first. */
  isPaused = false;

  constructor(settings: RedisSettings, events: ConnectionEvents) {
    this.#events = events;
    this.#parser = new ReplyParser(settings.maxReplyBytes);
    const { host, port, connectTimeoutMillis } = settings;
    const onread = { buffer: () => this.#room(), callback: (length: number) => this.#onRead(length) };
    this.#socket = connect({ host, port, noDelay: true, onread });
    this.#socket.setKeepAlive(true, KEEP_ALIVE_MILLIS);
    const late = new Error(`no connection within ${connectTimeoutMillis} ms`);
    const timer = setTimeout(() => this.close(late), connectTimeoutMillis);
    this.#socket.once('connect', () => {
      clearTimeout(timer);
      this.isOpen = true;
      events.onConnected();
    });
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      // One of several addresses that were tried has no message.
      this.#reason = error.message === '' ? new Error(error.code, { cause: error }) : error;
    });
    this.#socket.once('close', () => {
      clearTimeout(timer);
      this.isOpen = this.isPaused = false;
      events.onClose(this.#reason);
    });
  }

  /** Writes requests at once, however many there are. What the kernel does not take waits in memory, within the caller's limits. */
  write(calls: readonly Call[]): void {
    this.#socket.cork();
    for (let i = 0; i < calls.length;) {
      const { chunk, start } = calls[i];
      let { end } = calls[i++];
      // Neighbours in a chunk are one write.
      while (i < calls.length && calls[i].chunk === chunk && calls[i].start === end) end = calls[i++].end;
      this.#socket.write(chunk.subarray(start, end));
    }
    this.#socket.uncork();
  }

  /** Goes on with the replies that were left, and then with the socket. */
  resume(): void {
    if (this.#onRead(0)) this.#socket.resume();
  }

  close(reason: Error): void {
    this.isOpen = this.isPaused = false;
    this.#reason = reason;
    this.#socket.destroy();
  }

  /** @returns whether the socket may bring more. */
  #onRead(length: number): boolean {
    this.#end += length;
    this.isPaused = false;
    try {
      while (this.#start < this.#end && !this.isPaused) {
        const next = this.#parser.parse(this.#input, this.#start, this.#end);
        if (next < 0) break;
        this.isPaused = !this.#events.onReply(this.#parser, this.#input, this.#start);
        this.#start = next;
      }
    } catch (error) {
      this.close(error as Error);
    }
    this.#events.onRead();
    return !this.isPaused;
  }

  /** Where the next read goes. What is unread moves to the front when there is too little room behind it. */
  #room(): Buffer {
    const unread = this.#end - this.#start;
    if (this.#input.length - this.#end < READ_LENGTH || (unread === 0 && this.#end > 0)) {
      let input = this.#input;
      if (unread + READ_LENGTH > input.length) input = Buffer.allocUnsafeSlow(2 * input.length);
      else if (unread === 0 && input.length > LONGEST_IDLE) input = Buffer.allocUnsafeSlow(2 * READ_LENGTH);
      this.#input.copy(input, 0, this.#start, this.#end);
      this.#input = input;
      this.#start = 0;
      this.#end = unread;
    }
    return this.#input.subarray(this.#end);
  }
}
