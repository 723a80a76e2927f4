import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import {
  FLAG_UNFRAGMENTED,
  FragmentAssembler,
  fragmentMessage,
  messageFlags,
  ProtocolError,
} from '@offloop/wire';

import type { ClientConnection, ClientIdentity } from '../calls/client-connection.js';
import type { ClientStatistics } from '../calls/client-statistics.js';
import { WaitingCalls } from '../calls/waiting-calls.js';
import { LogLevel } from '../log.js';
import type { ResolvedOptions } from '../options.js';
import { Inbox } from '../protocol/inbox.js';
import { Outbox } from '../protocol/outbox.js';
import type { Dispatcher } from './dispatcher.js';

// Taken when this module is loaded: a test's fake timers must not hold answers back.
const { queueMicrotask } = globalThis;

// A batch of responses larger than this is written before more requests are handled: the kernel stays busy and the buffer small.
const FLUSH_BYTES = 256 * 1024;

let nextFragmentationId = 1n;

/**
 * One client's socket. Requests are handled as they are read; their responses gather in the outbox and leave in one
 * write when the read is used up. While the client does not read its responses, its requests are not read either.
 */
export class Connection implements ClientConnection {
  readonly id: number;
  readonly outbox: Outbox = new Outbox();
  readonly waiting: WaitingCalls;
  client: ClientIdentity | undefined;
  statistics: ClientStatistics | undefined;
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

  onClosed(action: () => void): () => void {
    this.#onClosed.add(action);
    return () => this.#onClosed.delete(action);
  }

  retry(request: Buffer, waitingSince: number): void {
    if (this.#closed) return;
    this.#guarded(() => this.#dispatcher.redispatch(this, request, waitingSince));
  }

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

  scheduleFlush(): void {
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    queueMicrotask(() => {
      this.#flushScheduled = false;
      this.#flush();
    });
  }

  end(reason: string): void {
    this.#log(LogLevel.WARN, reason);
    this.#flush();
    this.#closed = true;
    this.#socket.destroySoon();
  }

  /** Closes at once, and logs the reason if one is given. */
  close(reason?: string): void {
    if (reason !== undefined) this.#log(LogLevel.WARN, reason);
    this.#closed = true;
    this.#socket.destroy();
  }

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
        // A defect of the member concerns one connection only: it must not end the process that embeds the member.
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
