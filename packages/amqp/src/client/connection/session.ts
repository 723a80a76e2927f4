import type { EventEmitter } from 'node:events';
import type { IncomingContent, IncomingMethod } from '../../link/incoming.js';
import type { ServerState } from '../../link/settings.js';
import type { MethodSpec } from '../../wire/method-spec.js';
import { ConnectionUpdateSecret, methodById } from '../../wire/methods.js';
import { Attempts } from '../errors/attempts.js';
import { links, type AmqpLink, type AmqpLinkEvents, type ConnectionEnd } from '../links.js';
import { readFrames } from '../read-frames.js';
import type { ConnectionStats } from '../types/connection.js';
import type { ConnectionDiagnosis } from '../types/diagnosis.js';
import { Announcer } from './announcer.js';
import type { ChannelPort } from './channel-port.js';
import { ChannelTable } from './channel-table.js';
import { Connection } from './connection.js';
import { SessionEnd, type OnClosed } from './session-end.js';
import { SessionSender } from './session-sender.js';
import { StreamView } from './views.js';

type Fields = Readonly<Record<string, unknown>>;

const CHANNEL_ERROR = 504;

/** Runs an open connection: its channels, what is sent, what arrives, and its end. */
export class Session implements AmqpLinkEvents {
  static readonly #all = new WeakMap<Connection, Session>();
  /** The connection as the application sees it. */
  readonly connection: Connection;
  readonly sender: SessionSender;
  readonly #link: AmqpLink;
  readonly #channels = new ChannelTable();
  readonly #announcer: Announcer;
  readonly #end: SessionEnd;
  readonly #secretCallbacks: ((error: Error | null) => void)[] = [];
  #received = 0;
  /** Why the server accepts no messages. */
  #blockReason: string | undefined;

  constructor(link: AmqpLink) {
    this.#link = link;
    const stream = new StreamView(link.opened, (error) =>
      this.#end.destroy(error ?? new Error('Unexpected close')),
    );
    this.connection = new Connection(link.opened, stream, this);
    this.sender = new SessionSender(link);
    this.#announcer = new Announcer(this.connection);
    this.#end = new SessionEnd(this, link, this.#announcer);
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

  /** Bytes that were written, and have not gone to the socket yet. */
  get waiting(): number {
    return this.sender.waiting;
  }

  /** The channels as the application sees them, indexed by number; null where one was closed. */
  get publicChannels(): readonly (EventEmitter | null)[] {
    return this.#channels.publicChannels();
  }

  /** The model, which emits the connection's events first. */
  set model(model: EventEmitter) {
    this.#announcer.model = model;
  }

  /** Gives a channel its number. Throws if there is none left. */
  addChannel(channel: ChannelPort): number {
    return this.#channels.add(channel, this.connection.channelMax);
  }

  removeChannel(number: number, channel: ChannelPort): void {
    if (this.#channels.get(number) === channel) this.#channels.remove(number);
    this.sender.forget(channel);
  }

  /** Sends a method. Throws for arguments of a wrong type, and when the connection is closing or closed. */
  send(channel: number, spec: MethodSpec, fields: Fields): void {
    this.#end.check();
    this.sender.method(channel, spec, fields);
  }

  /** Sends a method with content. @param fields arguments and properties. Throws as {@link send} does. */
  sendContent(channel: number, spec: MethodSpec, fields: Fields, content: Buffer): void {
    this.#end.check();
    this.sender.content(channel, spec, fields, content);
  }

  /** Throws when the connection is closing or closed. */
  updateSecret(secret: Buffer, reason: string, callback: (error: Error | null) => void): void {
    this.#end.check();
    this.sender.method(0, ConnectionUpdateSecret, { newSecret: secret, reason });
    this.#secretCallbacks.push(callback);
  }

  /** From now on the server may send any number of messages without waiting for acknowledgements. */
  expectUnlimited(): void {
    this.#link.isUnlimited = true;
  }

  /** Handles what has arrived and waits in memory, while `isWaiting` returns true. */
  takeArrived(isWaiting: () => boolean): void {
    this.#link.takeArrived(isWaiting);
  }

  stats(): ConnectionStats {
    return {
      channels: this.#channels.all().length,
      published: this.sender.published,
      received: this.#received,
      writtenBytes: this.sender.position,
      waitingBytes: this.waiting,
      floor: links.stats(),
    };
  }

  async diagnose(): Promise<ConnectionDiagnosis> {
    const below = this.#end.hasEnded ? { socket: null, floor: null } : await this.#link.diagnose();
    return {
      state: this.#end.hasEnded ? 'closed' : this.#end.hasBegun ? 'closing' : 'open',
      blocked: this.#blockReason ?? null,
      heartbeat: this.connection.heartbeat,
      waitingBytes: this.waiting,
      channels: this.#channels.all().map((channel) => channel.diagnose()),
      isThreaded: this.isThreaded,
      ...below,
    };
  }

  /** Sends what was written, then closes. Throws while it is closing. A connection that is closed passes an error to the callback. */
  close(callback?: OnClosed): void {
    this.#end.byApplication(callback);
  }

  onFrames(bytes: Buffer, start: number, end: number): void {
    readFrames(bytes, start, end, this);
  }

  onMethod(incoming: IncomingMethod): void {
    if (this.#end.hasBegun) return;
    const channel = this.#channels.get(incoming.channel);
    if (channel === undefined) this.#end.guard(() => this.#onStray(incoming));
    else this.#end.guard(() => channel.onMethod(incoming));
  }

  onContent(incoming: IncomingContent): void {
    if (this.#end.hasBegun) return;
    this.#received++;
    const channel = this.#channels.get(incoming.channel);
    if (channel === undefined) return this.#end.guard(() => this.#onStray(incoming));
    // No closure: this runs for each message.
    try {
      channel.onContent(incoming);
    } catch (error) {
      this.#end.onThrown(error);
    }
  }

  onNews(state: ServerState): void {
    if (state.type === 'secret-updated') return this.#onSecretUpdated();
    const reason = state.type === 'blocked' ? state.reason : undefined;
    this.#blockReason = reason;
    this.#end.guard(() =>
      reason === undefined ? this.#announcer.emit('unblocked') : this.#announcer.emit('blocked', reason),
    );
  }

  onWritten(): void {
    this.sender.onWritten();
  }

  inFlight(): number {
    let sum = 0;
    for (const channel of this.#channels.all()) sum += channel.inFlight;
    return sum;
  }

  onEnd(end: ConnectionEnd): void {
    this.connection.stream.ended();
    this.#end.onEnd(end);
  }

  endParts(attempts: Attempts, stack: string, error: Error | undefined): void {
    for (const channel of this.#channels.all()) attempts.run(() => channel.end(stack));
    for (const callback of this.#secretCallbacks.splice(0))
      attempts.run(() => callback(error ?? this.#end.illegal()));
  }

  #onSecretUpdated(): void {
    const callback = this.#secretCallbacks.shift();
    this.#end.guard(() => {
      this.#announcer.emit('update-secret-ok');
      callback?.(null);
    });
  }

  /** A method for a channel that does not exist. */
  #onStray({ channel, method }: IncomingMethod): void {
    const name = methodById(method)?.name;
    const attempts = new Attempts();
    attempts.run(() =>
      this.#announcer.emit('error', new Error(`Frame on unknown channel: <${name} channel:${channel}>`)),
    );
    this.#end.begin(CHANNEL_ERROR, `Frame on unknown channel ${channel}`);
    attempts.finish();
  }
}
