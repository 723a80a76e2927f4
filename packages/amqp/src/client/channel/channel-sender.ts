import type { Fields, MethodSpec } from '../../wire/method-spec.js';
import { BasicPublish } from '../../wire/methods.js';
import type { ChannelPort } from '../connection/channel-port.js';
import { safeEmit } from '../connection/safe-emit.js';
import type { Session } from '../connection/session.js';
import { Backlog, piecesOf } from './backlog.js';
import type { ChannelState } from './channel-state.js';
import { publishTrace, publishTracing } from './tracing.js';

interface Owner extends ChannelPort {
  readonly number: number;
  readonly session: Session;
  /** A frame was written. */
  onFrame(): void;
}

/** Writes the methods and messages of a channel, and counts how much of them waits for the socket. */
export class ChannelSender {
  readonly #owner: Owner;
  readonly #state: ChannelState;
  readonly #backlog: Backlog;
  /** True while the session calls `onWritten`. */
  #isAsked = false;

  /** @param isFull true where `drain` is still owed, for what waited on a connection that is lost */
  constructor(owner: Owner, state: ChannelState, highWaterMark: number | undefined, isFull: boolean) {
    this.#owner = owner;
    this.#state = state;
    this.#backlog = new Backlog(highWaterMark, isFull);
  }

  /** True if event `drain` is owed. */
  get isFull(): boolean {
    return this.#backlog.isFull;
  }

  /** Bytes of the connection up to the last of the channel's that wait for the socket. */
  get waitingBytes(): number {
    return this.#backlog.waiting(this.#owner.session.sender.sent);
  }

  /** Sends a method. Throws for arguments of a wrong type, and when the channel is closing or closed. */
  send(spec: MethodSpec, fields: Fields): void {
    this.#state.check();
    this.sendAnyway(spec, fields);
  }

  /** Sends a method as {@link send} does, also when the channel is closing. */
  sendAnyway(spec: MethodSpec, fields: Fields): void {
    const { session, number } = this.#owner;
    session.send(number, spec, fields);
    this.#wrote(1);
  }

  /** Publishes a message. @param fields arguments and properties. @returns false if too much waits */
  publish(fields: Record<string, unknown>, content: Buffer): boolean {
    if (!publishTracing.hasSubscribers) return this.#publish(fields, content);
    const { session, number } = this.#owner;
    const trace = publishTrace(session.connection, number, fields, content);
    return publishTracing.traceSync(() => this.#publish(fields, content), trace);
  }

  /** Bytes have gone to the socket: emits `drain` if it is owed and nothing waits any more. @returns false to be called again next time */
  onWritten(): boolean {
    const { session, publicChannel } = this.#owner;
    if (!this.#backlog.drain(session.sender.sent)) return false;
    // Before the event: its listeners may publish until too much waits again.
    this.#isAsked = false;
    safeEmit(publicChannel, 'drain');
    return true;
  }

  /** Emits `drain` if it is owed from a connection that is lost, now or when nothing waits on this one. */
  emitOwedDrain(): void {
    if (this.isFull && !this.onWritten()) this.#awaitWritten();
  }

  #publish(fields: Fields, content: Buffer): boolean {
    this.#state.check();
    if (!Buffer.isBuffer(content)) throw new TypeError('content is not a buffer');
    const { session, number } = this.#owner;
    const start = session.sender.position;
    session.sendContent(number, BasicPublish, fields, content);
    return this.#wrote(
      piecesOf(content.length, session.sender.position - start, session.connection.frameMax),
    );
  }

  /** @returns false if too much waits */
  #wrote(pieces: number): boolean {
    const { sender } = this.#owner.session;
    this.#owner.onFrame();
    if (this.#backlog.add(pieces, sender.position, sender.waiting)) return true;
    this.#awaitWritten();
    return false;
  }

  #awaitWritten(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#owner.session.sender.awaitWritten(this.#owner);
  }
}
