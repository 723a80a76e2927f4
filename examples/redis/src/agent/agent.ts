import { PipelinedAgent, Reconnect, type AgentPort } from '@offloop/runtime/thread';
import {
  SENT_COUNTER,
  type ConnectionState,
  type Failure,
  type RedisSettings,
} from '../protocol/messages.js';
import { Connection } from './connection.js';
import type { ReplyParser } from './reply-parser.js';
import { writeReply } from './reply-writer.js';

/**
 * The half of the client that runs in the thread. It has one connection, over which calls are sent together and replies come in the order
 * of the calls.
 */
export class RedisAgent extends PipelinedAgent<Failure> {
  readonly #settings: RedisSettings;
  readonly #reconnect: Reconnect;
  #connection: Connection | undefined;
  #lastError = 'not connected yet';
  #isStopping = false;

  constructor(settings: RedisSettings, port: AgentPort) {
    super(port, settings.timeoutMillis, settings.maxAttempts);
    this.#settings = settings;
    const { minBackoffMillis, maxBackoffMillis } = settings;
    this.#reconnect = new Reconnect(minBackoffMillis, maxBackoffMillis, () => this.#connect());
  }

  override start(): void {
    this.silence.start();
    this.#connect();
  }

  /** Writes all requests of a drain at once. */
  override afterRequests(): void {
    if (this.#connection?.isOpen !== true) return;
    this.port.counters.protocol.count(SENT_COUNTER, this.#connection.send(this.calls));
  }

  override get isPaused(): boolean {
    return this.#connection?.isPaused === true;
  }

  override resume(): void {
    this.#connection?.resume();
  }

  /** Closes the connection. The floor rejects the calls in flight. */
  override stop(): void {
    this.#isStopping = true;
    this.silence.stop();
    this.#reconnect.stop();
    if (this.#connection === undefined) this.port.ended();
    else this.#connection.close(new Error('the client is shut down'));
  }

  protected override onSilence(): void {
    const message = `no reply for ${this.#settings.timeoutMillis} ms`;
    this.calls.failAll(
      { code: 'TIMED_OUT', message: `${message}: the command may have run` },
      { code: 'TIMED_OUT', message: `${message}, the command was not sent: ${this.#lastError}` },
    );
    this.#connection?.close(new Error(message));
    this.port.cycle();
  }

  #connect(): void {
    this.#connection = new Connection(this.#settings, this.port.completions, {
      onConnected: () => this.port.sendControl({ type: 'connected' } satisfies ConnectionState),
      onReply: (reply, bytes, start) => this.#onReply(reply, bytes, start),
      onRead: () => {
        this.silence.restart();
        this.port.cycle();
      },
      onClose: (error) => this.#onClose(error),
    });
  }

  #onReply(reply: ReplyParser, bytes: Buffer, start: number): void {
    const call = this.calls.takeReplied();
    this.#reconnect.succeeded();
    if (call !== null) writeReply(this.port.completions, call, reply, bytes, start);
  }

  #onClose({ message }: Error): void {
    this.#connection = undefined;
    this.#lastError = message;
    if (this.#isStopping) return this.port.ended();
    this.calls.loseConnection({ code: 'CONNECTION_LOST', message: `${message}: the command may have run` });
    this.port.sendControl({ type: 'disconnected', message } satisfies ConnectionState);
    this.#reconnect.later();
  }
}
