import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import {
  FLAG_UNFRAGMENTED,
  FragmentAssembler,
  fragmentMessage,
  messageFlags,
  ProtocolError,
} from '@offloop/wire/protocol';

import { Call } from './call.js';
import type { Dispatcher } from './dispatcher.js';
import { Inbox } from './inbox.js';
import { LogLevel } from './log.js';
import { Outbox } from './outbox.js';
import type { ResolvedOptions } from './options.js';
import type { RawStatistics } from './services/client-statistics.js';
import { WaitingCalls } from './waiting-calls.js';

/** Who a connection has authenticated as. */
export type ClientIdentity = {
  /** The client's UUID as text; what locks are owned by. */
  readonly uuid: string;
  readonly name: string;
  readonly type: string;
  readonly version: string;
  readonly labels: readonly string[];
};

// Beyond this a batch is written out before more requests are handled, to keep the kernel busy and the buffer small.
const FLUSH_BYTES = 256 * 1024;

let nextFragmentationId = 1n;

/**
 * One client's socket. Requests are handled as they are read; their answers gather in the outbox and leave in one
 * write when the read is used up. While the client does not read its answers, its requests are not read either.
 */
export class Connection {
  /** Number of the connection in its member, from 1 on. */
  readonly id: number;
  readonly outbox: Outbox = new Outbox();
  readonly waiting: WaitingCalls;
  client: ClientIdentity | undefined;
  /** What the client last sent on this connection. */
  statistics: RawStatistics | undefined;
  /** Correlation id of the request that registered the local backup listener. */
  backupListener: { readonly low: number; readonly high: number } | undefined;
  bytesRead = 0;
  bytesWritten = 0;
  readonly #socket: Socket;
  readonly #dispatcher: Dispatcher;
  readonly #options: ResolvedOptions;
  readonly #inbox: Inbox;
  readonly #fragments: FragmentAssembler;
  readonly #onClosed: Set<() => void> = new Set();
  #flushScheduled = false;
  #closed = false;

  constructor(id: number, socket: Socket, dispatcher: Dispatcher, options: ResolvedOptions) {
    this.id = id;
    this.#socket = socket;
    this.#dispatcher = dispatcher;
    this.#options = options;
    this.waiting = new WaitingCalls(options.maxWaitingCalls, options.maxPendingBytes);
    const { maxMessageBytes } = options;
    this.#inbox = new Inbox(maxMessageBytes, (bytes, start, end) => this.#handle(bytes, start, end));
    this.#fragments = new FragmentAssembler({ maxMessageBytes });
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.bytesRead += chunk.length;
      this.#guarded(() => this.#inbox.receive(chunk));
    });
    socket.on('drain', () => this.#proceed());
    socket.on('error', (error) => this.#log(LogLevel.INFO, `socket error: ${error.message}`));
    socket.once('close', () => this.#release());
  }

  get isAuthenticated(): boolean {
    return this.client !== undefined;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Runs `action` once the connection is gone; returns a way to take that back. */
  onClosed(action: () => void): () => void {
    this.#onClosed.add(action);
    return () => this.#onClosed.delete(action);
  }

  /** Handles a copy of a request again, as when the lock it waited for is free. */
  retry(bytes: Buffer, waitingSince: number): void {
    if (this.#closed) return;
    this.#guarded(() => this.#dispatcher.redispatch(this, bytes, waitingSince));
  }

  /** Lets `answer` answer a copy of a request that has waited in vain. */
  answerLate(bytes: Buffer, answer: (call: Call) => void): void {
    if (this.#closed) return;
    const call = new Call();
    call.open(this, bytes, 0, bytes.length);
    answer(call);
    this.scheduleFlush();
  }

  /** Cuts the message in the outbox from `start` on into fragments if it is longer than they may be. */
  limitFragments(start: number): void {
    const { outbox } = this;
    const { fragmentBytes } = this.#dispatcher.faults;
    if (outbox.length - start <= fragmentBytes) return;
    const message = outbox.cut(start);
    const id = nextFragmentationId++;
    for (const fragment of fragmentMessage(message, 0, message.length, fragmentBytes, id)) {
      outbox.append(fragment);
    }
  }

  /** Sends complete messages outside an answer: events, or an answer that is late. */
  send(messages: Uint8Array): void {
    if (this.#closed) return;
    const pending = this.outbox.length + this.#socket.writableLength;
    if (pending > this.#options.maxPendingBytes) {
      this.close(`the client has left ${pending} bytes unread`);
      return;
    }
    this.outbox.append(messages);
    this.scheduleFlush();
  }

  /** Writes out what is there once the code now running is done. */
  scheduleFlush(): void {
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    queueMicrotask(() => {
      this.#flushScheduled = false;
      this.#flush();
    });
  }

  /** Writes out what is there, then closes: the client's fault, and logged. */
  end(reason: string): void {
    this.#log(LogLevel.WARN, reason);
    this.#flush();
    this.#closed = true;
    this.#socket.destroySoon();
  }

  /** Closes at once. A reason is logged. */
  close(reason?: string): void {
    if (reason !== undefined) this.#log(LogLevel.WARN, reason);
    this.#closed = true;
    this.#socket.destroy();
  }

  /** Closes with a TCP reset; a Unix-domain socket has none and a TLS socket sends none: they are closed. */
  reset(): void {
    this.#closed = true;
    if (this.#socket.remoteAddress === undefined || this.#socket instanceof TLSSocket) this.#socket.destroy();
    else this.#socket.resetAndDestroy();
  }

  #handle(bytes: Buffer, start: number, end: number): boolean {
    if ((messageFlags(bytes, start) & FLAG_UNFRAGMENTED) === FLAG_UNFRAGMENTED) {
      this.#dispatcher.dispatch(this, bytes, start, end);
    } else {
      const whole = this.#fragments.add(bytes, start, end);
      if (whole !== undefined) this.#dispatcher.dispatch(this, whole, 0, whole.length);
    }
    if (this.#closed) return false;
    if (this.outbox.length >= FLUSH_BYTES) this.#flush();
    return !this.#isCongested();
  }

  #isCongested(): boolean {
    return this.#socket.writableLength > this.#options.maxPendingBytes;
  }

  #guarded(handle: () => void): void {
    if (this.#closed) return;
    try {
      handle();
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.#dispatcher.protocolErrors += 1;
        this.end(`malformed input: ${error.message}`);
      } else {
        // A mistake of ours, but one connection's affair: whoever embeds the member must not go down with it.
        this.#log(LogLevel.ERROR, error instanceof Error ? (error.stack ?? error.message) : String(error));
        this.close();
      }
      return;
    }
    if (this.#closed) return;
    this.#flush();
    if (this.#inbox.stopped) this.#socket.pause();
  }

  #proceed(): void {
    if (!this.#inbox.stopped || this.#isCongested()) return;
    this.#socket.resume();
    this.#guarded(() => this.#inbox.proceed());
  }

  #flush(): void {
    const { outbox } = this;
    if (outbox.length === 0 || this.#closed) return;
    this.bytesWritten += outbox.length;
    this.#socket.write(outbox.bytes.subarray(0, outbox.length));
    // Node writes at once what the kernel takes; only if something is left does the socket still need the bytes.
    outbox.reset(this.#socket.writableLength === 0);
  }

  #release(): void {
    this.#closed = true;
    this.waiting.cancelAll();
    for (const action of this.#onClosed) action();
    this.#onClosed.clear();
  }

  #log(level: LogLevel, message: string): void {
    const peer = this.#socket.remoteAddress ?? 'unix';
    const client = this.client === undefined ? '' : `, client ${this.client.name}`;
    this.#options.log(level, `connection ${this.id} (${peer}${client}): ${message}`);
  }
}
