import type { AgentPort } from '../agent.js';
import type { CallHeader } from '../../ring/call-header.js';
import { Connection, type ConnectionSocket } from '../connection/connection.js';
import type { KeepAlive } from '../../shared/moved-connection.js';
import type { MessageInput } from '../connection/message-input.js';
import { Reconnect } from '../connection/reconnect.js';
import { SilenceWatch } from '../connection/silence-watch.js';
import type { RetainedCalls } from './retained-calls.js';

/** Times of a peer, in milliseconds. */
export interface PeerOptions {
  /** Time until a socket has to be open; 0: no limit. Default: 5,000. */
  readonly connectTimeoutMillis?: number | undefined;
  /** Time for which the other side may be silent, or unreachable, while calls wait; then they fail. 0: no limit. Default: 10,000. */
  readonly timeoutMillis?: number | undefined;
  /** Pause before the second attempt to connect; it doubles with each attempt until a reply comes. Default: 50. */
  readonly minBackoffMillis?: number | undefined;
  /** Longest pause between two attempts. Default: 2,000. */
  readonly maxBackoffMillis?: number | undefined;
}

/** A protocol's side of one connection of a peer. */
export interface PeerConnection {
  /** Begins to connect a socket that reads by `onread`, and calls `opened` when requests may be sent. */
  connect(onread: MessageInput['onread'], opened: (keepAlive?: KeepAlive) => void): ConnectionSocket;
  /** Takes a message: see `MessageInputEvents`. */
  take(bytes: Buffer, start: number, end: number): number;
}

/** What a peer tells, and asks its protocol for. */
export interface PeerEvents {
  /** Makes a protocol's side of the next connection: a parser of its own, so that no message goes on where another broke off. */
  connection(): PeerConnection;
  onConnected?(): void;
  /** The connection is lost, or could not be made. */
  onDisconnected?(message: string): void;
}

/**
 * The other side of calls: one connection, which is opened again whenever it is lost, and the calls that go over it. Calls wait for it. Those
 * that fail have the code `CONNECTION_LOST`, since they may have run, or `TIMED_OUT`.
 */
export class Peer<Calls extends RetainedCalls = RetainedCalls> {
  readonly calls: Calls;
  readonly #port: AgentPort;
  readonly #connectMillis: number;
  readonly #silenceMillis: number;
  readonly #events: PeerEvents;
  readonly #reconnect: Reconnect;
  readonly #silence: SilenceWatch;
  #connection: Connection | undefined;
  #lastError = 'not connected yet';
  #replies = 0;
  #isStarted = false;
  #isStopped = false;

  constructor(port: AgentPort, calls: Calls, options: PeerOptions, events: PeerEvents) {
    this.calls = calls;
    this.#port = port;
    this.#events = events;
    const { connectTimeoutMillis = 5_000, timeoutMillis = 10_000 } = options;
    const { minBackoffMillis = 50, maxBackoffMillis = 2_000 } = options;
    this.#connectMillis = connectTimeoutMillis;
    this.#silenceMillis = timeoutMillis;
    this.#reconnect = new Reconnect(minBackoffMillis, maxBackoffMillis, () => this.#connect());
    // While replies wait because the caller is not ready for them, the other side is not to blame.
    const isWaiting = (): boolean => calls.inFlight > 0 && !this.isPaused;
    this.#silence = new SilenceWatch(timeoutMillis, isWaiting, () => this.#onSilence());
  }

  /** Begins to connect. Default: the first call does. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#silence.start();
    this.#connect();
  }

  /** Ends the connection for good. The floor rejects the calls in flight. */
  stop(message: string): void {
    this.#isStopped = true;
    this.#silence.stop();
    this.#reconnect.stop();
    this.#connection?.end(new Error(message));
  }

  /** Loses the connection, as if the other side had ended it. */
  lose(reason: Error): void {
    this.#connection?.end(reason);
  }

  get isPaused(): boolean {
    return this.#connection?.isPaused === true;
  }

  resume(): void {
    this.#connection?.resume();
  }

  /** Takes a call from `Agent.begin`. */
  begin(call: Readonly<CallHeader>, bytes: Buffer, start: number): void {
    this.start();
    if (this.calls.inFlight === 0) this.#silence.restart();
    this.calls.begin(call, bytes, start);
  }

  /** Sends all requests that wait, as one write. */
  send(): void {
    if (this.#connection?.isOpen === true) this.#connection.send(this.calls.takeUnsent());
  }

  #connect(): void {
    const side = this.#events.connection();
    const connection = new Connection(
      (onread) =>
        side.connect(onread, (keepAlive) => {
          connection.opened(keepAlive);
          this.#events.onConnected?.();
          this.#port.wake();
        }),
      this.#port.completions,
      {
        take: side.take.bind(side),
        onRead: () => {
          this.#silence.restart();
          // Not for a connection alone: a server that accepts connections only to close them would be asked without longer pauses.
          if (this.calls.replies > this.#replies) this.#reconnect.succeeded();
          this.#replies = this.calls.replies;
          this.#port.cycle();
        },
        onEnd: (error) => this.#onEnd(error),
      },
    );
    this.#connection = connection;
    const millis = this.#connectMillis;
    connection.opensWithin(millis, () => new Error(`no connection within ${millis} ms`));
  }

  #onEnd(error: Error & { readonly code?: string }): void {
    // The error of several addresses that were tried has no message.
    const message = error.message === '' ? String(error.code) : error.message;
    this.#connection = undefined;
    this.#lastError = message;
    if (this.#isStopped) return;
    this.calls.loseConnection({ code: 'CONNECTION_LOST', message: `${message}: the call may have run` });
    this.#events.onDisconnected?.(message);
    this.#reconnect.later();
    this.#port.wake();
  }

  #onSilence(): void {
    const code = 'TIMED_OUT';
    const message = `no reply for ${this.#silenceMillis} ms`;
    this.calls.failAll(
      { code, message: `${message}: the call may have run` },
      { code, message: `${message}, the call was not sent: ${this.#lastError}` },
    );
    this.#connection?.end(new Error(message));
    this.#port.wake();
  }
}
