import { connect, type OnReadOpts, type Socket } from 'node:net';
import { threadId } from 'node:worker_threads';
import { connect as connectTls, TLSSocket, type ConnectionOptions } from 'node:tls';
import { clearTimeout, monotonicNow, setTimeout, wallNow } from '@offloop/runtime/clock';
import { CONNECTION_PREAMBLE, ProtocolError } from '@offloop/wire';
import {
  UNIX_PREFIX,
  type Address,
  type ShardSettings,
  type TlsSettings,
  addressText,
  type ConnectionDiagnosis,
} from '@offloop/contract';
import { InputBuffer } from './input-buffer.js';
import { namedIfOutOfFiles } from './errors.js';
import { plainToTls, tlsToPlain } from './tls-mismatch.js';
import { asRefusal, tlsOptions, unusable } from './tls-options.js';
import type { WireChunk, WirePool } from './wire-pool.js';

type Wanted =
  'connectionTimeoutMillis' | 'noDelay' | 'maxMessageBytes' | 'reuseReadBuffer' | 'readChunkBytes';

interface ConnectionSettings extends Pick<ShardSettings, Wanted> {
  readonly address: Address;
  /** Null: plain TCP. */
  readonly tls: TlsSettings | null;
  /** Closes the socket when it is aborted, also while the socket is still being opened. */
  readonly signal: AbortSignal;
}

export interface ConnectionHandler {
  /** A complete message lies in `bytes[start, end)`, valid until this returns. @returns false to stop reading for now. */
  onMessage(connection: Connection, bytes: Buffer, start: number, end: number): boolean;
  /**
   * A message is longer than `maxMessageBytes`, and is skipped as it comes. Its first frames, the initial one at least, lie in
   * `bytes[start, end)` until this returns. It has `leastLength` bytes or more. @returns false to stop reading for now.
   */
  onTooLong(connection: Connection, bytes: Buffer, start: number, end: number, leastLength: number): boolean;
  /** All messages of one read were handled: time to publish completions and to write requests. */
  onReadDone(connection: Connection, bytes: number): void;
  /** So many bytes were handed to the socket. */
  onWrite(bytes: number): void;
  /** The kernel has taken bytes, or they were dropped with the connection: `written` has grown. */
  onWritten(): void;
  /** The connection is gone, for whatever reason; called once. */
  onClose(connection: Connection, reason: Error): void;
}

const NOTHING: Buffer = Buffer.alloc(0);

/** Numbers of connections that a thread has before those of the next. */
const NUMBERS_A_THREAD = 2 ** 16;
/** Threads after which numbers are given again: they have to stay int32. */
const THREADS = 2 ** 15 - 1;

// Each thread has its own: a call that a dead thread has left to the next one must not find another connection of that number.
let nextNumber = (threadId % THREADS) * NUMBERS_A_THREAD + 1;

/** One socket to one member. It reads into its own buffer, splits it into messages, and joins requests into few writes. */
export class Connection {
  /** Number of the connection, unique in the process; calls that must go on one connection name it. */
  readonly number: number = nextNumber++;
  readonly address: Address;
  /** The time when the connection was begun, in milliseconds since the epoch. */
  readonly openedAt: number = wallNow();
  /** UUID of the member, set by authentication. */
  memberUuid = '';
  /** The time of the last read by `monotonicNow()`; `lastWrite` is that of the last write. */
  lastRead: number = monotonicNow();
  lastWrite = 0;
  /** The time of `monotonicNow()` when the last pause ended. */
  resumedAt = 0;
  /** True while the handler has stopped reading. Meanwhile silence on this connection must not count as a timeout. */
  isPaused = false;
  isClosed = false;
  /** True once the member has answered a call. */
  hasServed = false;
  /** Number of sent bytes that the kernel has taken, or that were dropped with the connection. */
  written = 0;

  readonly #socket: Socket;
  readonly #handler: ConnectionHandler;
  readonly #pool: WirePool;
  readonly #input: InputBuffer;
  #chunk: WireChunk | undefined;
  /** Offset of the first byte in the chunk that is not written yet. */
  #batchStart = 0;
  /** Bytes that the socket was given. */
  #handedOver = 0;
  #closeReason: Error | undefined;

  readonly #opened: (error: Error | undefined) => void;
  #isOpen = false;
  /** Bytes that came in while reading was paused. */
  #unwalked = 0;

  private constructor(
    settings: ConnectionSettings,
    tls: ConnectionOptions | undefined,
    handler: ConnectionHandler,
    pool: WirePool,
    opened: (error: Error | undefined) => void,
  ) {
    this.#opened = opened;
    this.address = settings.address;
    this.#handler = handler;
    this.#pool = pool;
    this.#input = new InputBuffer(settings.maxMessageBytes, settings.readChunkBytes);
    this.#socket = this.#connect(settings, tls);
    if (!settings.reuseReadBuffer)
      this.#socket.on('data', (chunk: Buffer) => {
        try {
          this.#input.append(chunk);
        } catch (error) {
          this.close(error as Error);
        }
        this.#onRead(chunk.length);
      });
    // Not the socket's own timeout: each byte starts that anew, so a peer could draw out the handshake for ever.
    const { connectionTimeoutMillis: timeout, noDelay, signal } = settings;
    const timer =
      timeout === 0
        ? undefined
        : setTimeout(
            () => this.close(new Error(`no connection to ${addressText(this.address)} in ${timeout} ms`)),
            timeout,
          );
    const onAbort = (): void => this.close(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    this.#socket.on(tls === undefined ? 'connect' : 'secureConnect', () => {
      clearTimeout(timer);
      this.#socket.setNoDelay(noDelay);
      this.#socket.setKeepAlive(true);
      this.#socket.write(CONNECTION_PREAMBLE);
      this.#isOpen = true;
      this.#opened(undefined);
    });
    this.#socket.on('end', () =>
      this.close(this.#mismatch() ?? new Error(`${addressText(this.address)} closed the connection`)),
    );
    this.#socket.on('error', (error) => this.close(this.#mismatch(error) ?? this.#described(error)));
    this.#socket.on('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.close(new Error(`connection to ${addressText(this.address)} closed`));
      this.#chunk?.release();
      this.#chunk = undefined;
      if (this.#isOpen) this.#handler.onClose(this, this.#closeReason!);
      else this.#opened(this.#closeReason);
    });
  }

  /** Resolves when the socket is connected and the preamble is on its way; rejects with the reason. */
  static async open(
    settings: ConnectionSettings,
    handler: ConnectionHandler,
    pool: WirePool,
  ): Promise<Connection> {
    const tls = settings.tls === null ? undefined : await tlsOptions(settings.tls, settings.address);
    return new Promise((resolve, reject) => {
      const connection = new Connection(settings, tls, handler, pool, (error) => {
        if (error === undefined) resolve(connection);
        else reject(error);
      });
    });
  }

  /** Address of the local end, for `getLocalEndpoint`. */
  get localAddress(): Address {
    // The local end of a Unix-domain socket has no name.
    if (this.address.host.startsWith(UNIX_PREFIX)) return this.address;
    return { host: this.#socket.localAddress ?? '', port: this.#socket.localPort ?? 0 };
  }

  /** Number of bytes in the batch that is not yet written. */
  get batchLength(): number {
    return this.#chunk === undefined ? 0 : this.#chunk.end - this.#batchStart;
  }

  /** The value of `written` at which all bytes sent so far are written, those of the batch included. */
  get sent(): number {
    return this.#handedOver + this.batchLength;
  }

  /** Describes the connection. @param pendingBackups its answers that wait for backups. @param now a time of `monotonicNow()`. */
  diagnose(pendingBackups: number, now: number): ConnectionDiagnosis {
    return {
      address: addressText(this.address),
      member: this.memberUuid,
      stage: this.isPaused ? 'paused' : 'ready',
      ageMillis: wallNow() - this.openedAt,
      unwrittenBytes: this.sent - this.written,
      sinceRead: now - this.lastRead,
      sinceWrite: this.lastWrite === 0 ? null : now - this.lastWrite,
      pendingBackups,
    };
  }

  /** Returns a chunk with room for a call's bytes in the current batch: write them at `chunk.end` and move that on. */
  reserve(length: number): WireChunk {
    const chunk = this.#chunk;
    if (chunk !== undefined && chunk.end + length <= chunk.bytes.length) return chunk;
    this.flush();
    chunk?.release();
    this.#batchStart = 0;
    return (this.#chunk = this.#pool.take(length));
  }

  /** Writes the batch at once: nothing waits for a timer. */
  flush(): void {
    const chunk = this.#chunk;
    if (chunk === undefined || chunk.end === this.#batchStart || this.isClosed) return;
    const start = this.#batchStart;
    this.#batchStart = chunk.end;
    this.#write(chunk, start, chunk.end);
  }

  /** Writes bytes that are already in one piece, after the batch so far. */
  writeWhole(chunk: WireChunk, start: number, end: number): void {
    this.flush();
    if (!this.isClosed) this.#write(chunk, start, end);
  }

  /** Stops reading; messages already read stay in the buffer. */
  pause(): void {
    if (this.isPaused) return;
    this.isPaused = true;
    this.#socket.pause();
  }

  /** Handles the messages that were already read, then reads the socket again. */
  resume(): void {
    if (!this.isPaused || this.isClosed) return;
    this.isPaused = false;
    this.lastRead = this.resumedAt = monotonicNow();
    const unwalked = this.#unwalked;
    this.#unwalked = 0;
    this.#walk(unwalked);
    if (!this.isPaused) this.#socket.resume();
  }

  /** Closes at once; `onClose` follows in a later turn, with the first reason given. */
  close(reason: Error): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#closeReason = reason;
    this.#socket.destroy();
  }

  #write(chunk: WireChunk, start: number, end: number): void {
    const length = end - start;
    chunk.hold();
    this.lastWrite = monotonicNow();
    this.#handedOver += length;
    this.#handler.onWrite(length);
    const socket = this.#socket;
    const bytes = chunk.bytes.subarray(start, end);
    if (socket instanceof TLSSocket) return void socket.write(bytes, () => this.#onWritten(chunk, length));
    // The kernel nearly always takes them at once. A callback would have the stream say so in a later tick, for each call that comes alone.
    socket.write(bytes);
    if (socket.writableLength === 0) this.#onWritten(chunk, length);
    else socket.write(NOTHING, () => this.#onWritten(chunk, length));
  }

  #onWritten(chunk: WireChunk, length: number): void {
    chunk.release();
    this.written += length;
    this.#handler.onWritten();
  }

  #connect(settings: ConnectionSettings, tls: ConnectionOptions | undefined): Socket {
    const { host, port } = settings.address;
    const onread: OnReadOpts = {
      buffer: () => this.#input.window(),
      callback: (length) => {
        this.#input.advance(length);
        this.#onRead(length);
        // False would stop the socket and nobody would know: `pause` is the one way to stop it.
        return true;
      },
    };
    const target = host.startsWith(UNIX_PREFIX) ? { path: host.slice(UNIX_PREFIX.length) } : { host, port };
    const options = { ...target, ...(settings.reuseReadBuffer ? { onread } : {}) };
    if (tls === undefined) return connect(options);
    try {
      return connectTls({ ...tls, ...options });
    } catch (error) {
      throw unusable(settings.tls?.module ?? null, error);
    }
  }

  #described(error: Error): Error {
    const at = addressText(this.address);
    const named = namedIfOutOfFiles(error, `to connect to ${at}`);
    if (!(this.#socket instanceof TLSSocket)) return named;
    return asRefusal(named, this.#socket.authorizationError, at);
  }

  /** The error of an end that shows that only one side speaks TLS, else undefined. A peer that has authenticated us speaks as we do. */
  #mismatch(error?: Error): Error | undefined {
    const at = addressText(this.address);
    if (this.#socket instanceof TLSSocket) return this.#isOpen ? undefined : tlsToPlain(at, error);
    if (!this.#isOpen || this.memberUuid !== '') return undefined;
    const { bytes, messageStart, end } = this.#input;
    return plainToTls(at, bytes, messageStart, end, error);
  }

  /** Names a peer that is something else than a member (a web server, another port of a member), known by its first bytes. */
  #nameStranger(error: Error): Error {
    if (!(error instanceof ProtocolError) || this.memberUuid !== '') return error;
    const at = addressText(this.address);
    return new ProtocolError(
      `${at} does not answer as a member does on its port for clients: ${error.message}`,
    );
  }

  #onRead(length: number): void {
    // After a pause, a TLS socket still hands over what it had decrypted before.
    if (this.isPaused) this.#unwalked += length;
    else this.#walk(length);
  }

  /** @returns false to stop reading for now. */
  #takeMessage(length: number): boolean {
    const input = this.#input;
    const start = input.messageStart;
    const goesOn = this.#handler.onMessage(this, input.bytes, start, start + length);
    input.release(length);
    return goesOn;
  }

  #skipMessage(): boolean {
    const { bytes, messageStart, framesEnd, leastLength } = this.#input;
    const goesOn = this.#handler.onTooLong(this, bytes, messageStart, framesEnd, leastLength);
    this.#input.skipMessage();
    return goesOn;
  }

  #walk(bytesRead: number): void {
    const input = this.#input;
    this.lastRead = monotonicNow();
    try {
      for (;;) {
        if (this.isClosed) return;
        const length = input.nextMessage();
        if (length === 0) break;
        if (!(length > 0 ? this.#takeMessage(length) : this.#skipMessage())) {
          this.pause();
          break;
        }
      }
    } catch (error) {
      // Bytes that are not the protocol: no later byte of this connection can be trusted either.
      this.close(this.#nameStranger(error instanceof Error ? error : new Error(String(error))));
    }
    this.#handler.onReadDone(this, bytesRead);
  }
}
