import { connect, type Socket } from 'node:net';
import { MessageInput, type CompletionWriter, type PipelinedCalls } from '@offloop/runtime/thread';
import type { Failure, RedisSettings } from '../protocol/messages.js';
import { ReplyParser } from './reply-parser.js';

export interface ConnectionEvents {
  onConnected(): void;
  /** Called for each reply. It begins at `bytes[start]`, and is valid until this returns. */
  onReply(reply: ReplyParser, bytes: Buffer, start: number): void;
  /** Called when all that one read has brought was handed over. */
  onRead(): void;
  /** Called once, as the last event. */
  onClose(error: Error): void;
}

const KEEP_ALIVE_MILLIS = 30_000;

/** One connection, from the attempt to its end. */
export class Connection {
  readonly #socket: Socket;
  readonly #input: MessageInput;
  #reason: Error = new Error('the server closed the connection');
  isOpen = false;

  constructor(settings: RedisSettings, completions: CompletionWriter, events: ConnectionEvents) {
    const parser = new ReplyParser(settings.maxReplyBytes);
    this.#input = new MessageInput(completions, {
      take(bytes, start, end) {
        const next = parser.parse(bytes, start, end);
        if (next >= 0) events.onReply(parser, bytes, start);
        return next;
      },
      onRead: () => events.onRead(),
      onError: (error) => this.close(error),
    });
    const { host, port, connectTimeoutMillis } = settings;
    this.#socket = connect({ host, port, noDelay: true, onread: this.#input.onread });
    this.#socket.setKeepAlive(true, KEEP_ALIVE_MILLIS);
    const late = new Error(`no connection within ${connectTimeoutMillis} ms`);
    this.#socket.setTimeout(connectTimeoutMillis, () => this.close(late));
    this.#socket.once('connect', () => {
      this.#socket.setTimeout(0);
      this.isOpen = true;
      events.onConnected();
    });
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      // The error of several addresses that were tried has no message.
      this.#reason = error.message === '' ? new Error(error.code, { cause: error }) : error;
    });
    this.#socket.once('close', () => {
      this.isOpen = false;
      events.onClose(this.#reason);
    });
  }

  get isPaused(): boolean {
    return this.#input.isPaused;
  }

  resume(): void {
    this.#input.resume(this.#socket);
  }

  /** Sends the calls that are not sent yet. @returns the number of calls sent */
  send(calls: PipelinedCalls<Failure>): number {
    return calls.send(this.#socket);
  }

  close(reason: Error): void {
    this.isOpen = false;
    this.#reason = reason;
    this.#socket.destroy();
  }
}
