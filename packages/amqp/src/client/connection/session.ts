import type { EventEmitter } from 'node:events';
import { closeMessage } from '../../link/close-message.js';
import { errorOf } from '../../link/failure.js';
import type { Link, LinkEvents } from '../../link/link.js';
import type { LinkEnd } from '../../link/settings.js';
import type { MethodSpec } from '../../wire/method-spec.js';
import { methodById } from '../../wire/methods.js';
import type { ConnectionStats } from '../types/connection.js';
import type { ConnectionDiagnosis } from '../types/diagnosis.js';
import { Floor } from '../floor.js';
import { Attempts } from '../errors/attempts.js';
import { IllegalOperationError } from '../errors/illegal-operation-error.js';
import { stackCapture } from '../errors/stack-capture.js';
import { throwLater } from '../errors/throw-later.js';
import { ChannelTable } from './channel-table.js';
import type { ChannelPort } from './channel-port.js';
import { Connection } from './connection.js';
import { handlerThrew } from './safe-emit.js';
import { StreamView } from './stream-view.js';

type Fields = Readonly<Record<string, unknown>>;
/** Called when a connection is closed. */
export type OnClosed = (error: Error | null) => void;

const REPLY_SUCCESS = 200;
const CONNECTION_FORCED = 320;
const CHANNEL_ERROR = 504;

/** Where a method lies that is to be sent. */
export interface Place {
  readonly begun: number;
  readonly at: number;
}

/** What runs an open connection: its channels, what is sent, and how it ends. */
export class Session implements LinkEvents {
  static readonly #all = new WeakMap<Connection, Session>();
  /** The connection as the application sees it. */
  readonly connection: Connection;
  readonly #link: Link;
  readonly #channels = new ChannelTable();
  /** Channels that wait for their bytes to go. */
  readonly #draining = new Set<ChannelPort>();
  readonly #secretCallbacks: ((error: Error | null) => void)[] = [];
  /** Bytes that were written since the connection was opened, and how many of them have gone, or may have, to the socket. */
  #written = 0;
  #sent = 0;
  #published = 0;
  #received = 0;
  /** Why the server takes no messages. */
  #blockReason: string | undefined;
  #isEnded = false;
  #isDestroyed = false;
  /** Why nothing can be sent, from the beginning of its end on. */
  #refusal: { readonly message: string; readonly stack: string } | undefined;
  #onClosed: OnClosed | undefined;
  #model: EventEmitter | undefined;

  constructor(link: Link) {
    this.#link = link;
    const stream = new StreamView(link.opened, (error) =>
      this.#destroy(error ?? new Error('Unexpected close')),
    );
    this.connection = new Connection(link.opened, stream, this);
    Session.#all.set(this.connection, this);
  }

  /** Returns what runs a connection. */
  static of(connection: Connection): Session {
    return Session.#all.get(connection)!;
  }

  get isBlocked(): boolean {
    return this.#blockReason !== undefined;
  }

  get isThreaded(): boolean {
    return this.#link.isThreaded;
  }

  /** Bytes that were written since the connection was opened. */
  get position(): number {
    return this.#written;
  }

  /** Bytes that were written, and have not gone to the socket yet. */
  get waiting(): number {
    return this.#link.waiting;
  }

  /** Bytes, of those that were written, that have gone to the socket, or may have. */
  get sent(): number {
    return this.#sent;
  }

  /** The channels as the application sees them, at their numbers; null where one was. */
  get faces(): readonly (EventEmitter | null)[] {
    return this.#channels.faces();
  }

  /** The model, which hears of the connection's events first. */
  set model(model: EventEmitter) {
    this.#model = model;
  }

  /** Gives a channel its number. Throws if there is none left. */
  addChannel(channel: ChannelPort): number {
    return this.#channels.add(channel, this.connection.channelMax);
  }

  removeChannel(number: number, channel: ChannelPort): void {
    if (this.#channels.get(number) === channel) this.#channels.remove(number);
    this.#draining.delete(channel);
  }

  /** Has a channel asked whenever bytes have gone. */
  awaitWritten(channel: ChannelPort): void {
    this.#draining.add(channel);
  }

  /** Sends a method. Throws for arguments of a wrong type, and when the connection is closing or closed. */
  send(channel: number, spec: MethodSpec, fields: Fields): void {
    this.#checkOpen();
    const { writer } = this.#link;
    const before = writer.length;
    writer.method(channel, spec, fields);
    this.#written += writer.length - before;
    this.#link.written();
  }

  /** A place for {@link amend}: that of the method which is sent next. */
  place(): Place {
    const { begun, length } = this.#link.writer;
    return { begun, at: length };
  }

  /** Sends a method in the place of one of the same length. @returns false if that is on its way, or dropped */
  amend({ begun, at }: Place, channel: number, spec: MethodSpec, fields: Fields): boolean {
    const { writer } = this.#link;
    if (writer.begun !== begun) return false;
    writer.rewrite(at, channel, spec, fields);
    return true;
  }

  /** Sends a method with content. @param fields arguments and properties. Throws as {@link send} does. */
  sendContent(channel: number, spec: MethodSpec, fields: Fields, content: Buffer): void {
    this.#checkOpen();
    const { writer } = this.#link;
    const before = writer.length;
    writer.content(channel, spec, fields, fields, content, this.connection.frameMax);
    this.#published++;
    this.#written += writer.length - before;
    this.#link.written();
  }

  /** Throws when the connection is closing or closed. */
  updateSecret(secret: Buffer, reason: string, callback: (error: Error | null) => void): void {
    this.#checkOpen();
    this.#link.updateSecret(secret, reason);
    this.#secretCallbacks.push(callback);
  }

  stats(): ConnectionStats {
    return {
      channels: this.#channels.all().length,
      published: this.#published,
      received: this.#received,
      writtenBytes: this.#written,
      waitingBytes: this.#link.waiting,
      floor: Floor.stats(),
    };
  }

  async diagnose(): Promise<ConnectionDiagnosis> {
    const below = this.#isEnded ? { socket: null, floor: null } : await this.#link.diagnose();
    return {
      state: this.#isEnded ? 'closed' : this.#refusal === undefined ? 'open' : 'closing',
      blocked: this.#blockReason ?? null,
      heartbeat: this.connection.heartbeat,
      waitingBytes: this.#link.waiting,
      channels: this.#channels.all().map((channel) => channel.diagnose()),
      isThreaded: this.isThreaded,
      ...below,
    };
  }

  /** Sends what was written, then closes. Throws while it is closing. A connection that is closed passes an error to the callback. */
  close(callback?: OnClosed): void {
    if (!this.#isEnded) this.#close(REPLY_SUCCESS, 'Cheers, thanks', callback);
    else callback?.(this.#illegal());
  }

  onMethod(number: number, method: number, bytes: Buffer, start: number, end: number): void {
    if (this.#refusal !== undefined) return;
    const channel = this.#channels.get(number);
    if (channel === undefined) this.#guard(() => this.#onStray(number, method));
    else this.#guard(() => channel.onMethod(method, bytes, start, end));
  }

  onContent(
    number: number,
    method: number,
    bytes: Buffer,
    start: number,
    end: number,
    propertiesStart: number,
    propertiesEnd: number,
    content: Buffer,
  ): void {
    if (this.#refusal !== undefined) return;
    this.#received++;
    const channel = this.#channels.get(number);
    if (channel === undefined) return this.#guard(() => this.#onStray(number, method));
    // No closure: this runs for each message.
    try {
      channel.onContent(method, bytes, start, end, propertiesStart, propertiesEnd, content);
    } catch (error) {
      this.#onThrown(error);
    }
  }

  onBlocked(reason: string): void {
    this.#blockReason = reason;
    this.#guard(() => this.#emit('blocked', reason));
  }

  onUnblocked(): void {
    this.#blockReason = undefined;
    this.#guard(() => this.#emit('unblocked'));
  }

  onSecretUpdated(): void {
    const callback = this.#secretCallbacks.shift();
    this.#guard(() => {
      this.#emit('update-secret-ok');
      callback?.(null);
    });
  }

  onWritten(): void {
    this.#sent = this.#written - this.#link.waiting;
    for (const channel of this.#draining) {
      try {
        if (channel.onWritten()) this.#draining.delete(channel);
      } catch (error) {
        // As with `amqplib`: a listener of `drain` that throws is nobody's business here.
        throwLater(error);
      }
    }
  }

  onEnd(end: LinkEnd): void {
    this.connection.stream.ended();
    // The end of a socket that was destroyed may come before the turn in which its error is told.
    if (this.#isEnded || this.#isDestroyed) return;
    if (end.kind === 'closed') this.#end(stackCapture('ConnectionCloseOk received'), undefined, false);
    else if (end.kind === 'lost') this.#end(stackCapture('Socket error'), errorOf(end.failure), true);
    else {
      const message = `Connection closed: ${closeMessage(end.code, end.text)}`;
      const error = Object.assign(new Error(message), { code: end.code });
      const isFatal = end.code !== CONNECTION_FORCED && end.code !== REPLY_SUCCESS;
      this.#end(stackCapture(message), error, isFatal);
    }
  }

  #checkOpen(): void {
    if (this.#refusal !== undefined) throw this.#illegal();
  }

  #illegal(): IllegalOperationError {
    return new IllegalOperationError(this.#refusal!.message, this.#refusal!.stack);
  }

  #close(code: number, text: string, callback: OnClosed | undefined): void {
    this.#checkOpen();
    const stack = stackCapture(`closeBecause called: ${text}`);
    this.#onClosed = callback;
    if (this.isBlocked) {
      // The server reads nothing, so it would not answer either.
      this.#link.destroy();
      this.#end(stackCapture('Connection blocked: closing immediately'), undefined, false);
      return;
    }
    this.#refusal = { message: 'Connection closing', stack };
    this.#link.close(code, text);
  }

  /** Ends the socket, and with it the connection, as if it were lost. */
  #destroy(error: Error): void {
    if (this.#isEnded) return;
    this.#isDestroyed = true;
    this.#link.destroy();
    setImmediate(() => {
      if (!this.#isEnded) this.#end(stackCapture('Socket error'), error, true);
    });
  }

  /** A method for a channel that there is not. */
  #onStray(number: number, method: number): void {
    const name = methodById(method)?.name;
    const attempts = new Attempts();
    attempts.run(() =>
      this.#emit('error', new Error(`Frame on unknown channel: <${name} channel:${number}>`)),
    );
    this.#close(CHANNEL_ERROR, `Frame on unknown channel ${number}`, undefined);
    attempts.finish();
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#onThrown(error);
    }
  }

  /** Something that a method of the server has set off threw: a callback, or a listener. That ends the connection, as it does in `amqplib`. */
  #onThrown(error: unknown): void {
    if (this.#isEnded) return;
    this.#link.destroy();
    this.#end(stackCapture('Socket error'), error as Error, true);
  }

  /** @param isFatal true: `error` goes out as an event of that name, too */
  #end(stack: string, error: Error | undefined, isFatal: boolean): void {
    this.#isEnded = true;
    this.#refusal = { message: 'Connection closing', stack };
    const telling = new Attempts();
    if (isFatal) telling.run(() => this.#emit('error', error));
    const ending = new Attempts();
    ending.run(() => this.#onClosed?.(error ?? null));
    for (const channel of this.#channels.all()) ending.run(() => channel.end(stack));
    for (const callback of this.#secretCallbacks.splice(0))
      ending.run(() => callback(error ?? this.#illegal()));
    // What a listener throws at an end in order makes it one by an error; but nobody hears of what listeners of `close` itself throw.
    const isUpset = !isFatal && ending.hasFailed;
    const reason = isUpset ? (ending.error as Error) : error;
    if (isUpset) telling.run(() => this.#emit('error', reason));
    this.#refusal = {
      message: `Connection closed (${reason === undefined ? 'by client' : String(reason)})`,
      stack,
    };
    const closing = new Attempts();
    closing.run(() => this.#emit('close', reason));
    for (const attempts of isFatal ? [telling, ending, closing] : [telling])
      if (attempts.hasFailed) throwLater(attempts.error);
  }

  /** Emits an event, of the model first. */
  #emit(event: string, ...values: readonly unknown[]): void {
    try {
      this.#model?.emit(event, ...values);
      // The model has told of an error, or has thrown it.
      if (event !== 'error' || this.connection.listenerCount('error') > 0)
        this.connection.emit(event, ...values);
    } catch (error) {
      const isHeard = (this.#model?.listenerCount('handler-error') ?? 0) > 0;
      handlerThrew(isHeard ? this.#model! : this.connection, event, error);
    }
  }
}
