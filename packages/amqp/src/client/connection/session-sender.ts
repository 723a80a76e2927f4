import { throwLater } from '@offloop/runtime';
import type { MethodSpec } from '../../wire/method-spec.js';
import type { AmqpLink } from '../links.js';
import type { ChannelPort } from './channel-port.js';

type Fields = Readonly<Record<string, unknown>>;

/** Where a method lies among the bytes to be sent. */
export interface MethodPosition {
  readonly begun: number;
  readonly at: number;
}

/** Writes the frames of a connection, counts their bytes, and tells its channels when they have gone. */
export class SessionSender {
  readonly #link: AmqpLink;
  /**
   * Channels that wait for their bytes to go, each once; undefined where one was. An array: the table of a `Set` whose entries come and go is
   * made anew again and again, in V8's old space.
   */
  readonly #draining: (ChannelPort | undefined)[] = [];
  #written = 0;
  #sent = 0;
  #published = 0;

  constructor(link: AmqpLink) {
    this.#link = link;
  }

  /** Bytes that were written since the connection was opened. */
  get position(): number {
    return this.#written;
  }

  /** Bytes of {@link position} that have gone to the socket, or may have. */
  get sent(): number {
    return this.#sent;
  }

  /** Bytes of {@link position} that have not gone to the socket yet. */
  get waiting(): number {
    return this.#link.waiting;
  }

  /** Messages that were written. */
  get published(): number {
    return this.#published;
  }

  /** Throws for arguments of a wrong type. */
  method(channel: number, spec: MethodSpec, fields: Fields): void {
    const { writer } = this.#link;
    const before = writer.length;
    writer.method(channel, spec, fields);
    this.#wrote(before);
  }

  /** @param fields arguments and properties. Throws as {@link method} does. */
  content(channel: number, spec: MethodSpec, fields: Fields, content: Buffer): void {
    const { writer, opened } = this.#link;
    const before = writer.length;
    writer.content(channel, spec, fields, fields, content, opened.frameMax);
    this.#published++;
    this.#wrote(before);
  }

  /** The position of the method that is written next. */
  nextPosition(): MethodPosition {
    const { begun, length } = this.#link.writer;
    return { begun, at: length };
  }

  /** Writes a method in the place of one of the same length. @returns false if that is on its way, or dropped */
  amend({ begun, at }: MethodPosition, channel: number, spec: MethodSpec, fields: Fields): boolean {
    const { writer } = this.#link;
    if (writer.begun !== begun) return false;
    writer.rewrite(at, channel, spec, fields);
    return true;
  }

  /** Calls a channel's `onWritten` whenever bytes have gone to the socket, until it returns true. To be called once until then. */
  awaitWritten(channel: ChannelPort): void {
    this.#draining.push(channel);
  }

  /** Ends the calls of a channel's `onWritten`. */
  forget(channel: ChannelPort): void {
    const place = this.#draining.indexOf(channel);
    if (place >= 0) this.#draining[place] = undefined;
  }

  /** Bytes have gone to the socket. */
  onWritten(): void {
    this.#sent = this.#written - this.#link.waiting;
    const draining = this.#draining;
    const { length } = draining;
    for (let place = 0; place < length; place++) {
      const channel = draining[place];
      // Out of its place first: a listener of `drain` may fill the channel again, which then waits behind the others, or close it.
      draining[place] = undefined;
      if (channel !== undefined && !hasDrained(channel)) draining[place] = channel;
    }
    if (length > 0) removeGaps(draining);
  }

  #wrote(before: number): void {
    this.#written += this.#link.writer.length - before;
    this.#link.written();
  }
}

function hasDrained(channel: ChannelPort): boolean {
  try {
    return channel.onWritten();
  } catch (error) {
    // As with `amqplib`: a listener of `drain` that throws is nobody's business here.
    throwLater(error);
    return true;
  }
}

function removeGaps(channels: (ChannelPort | undefined)[]): void {
  let count = 0;
  for (const channel of channels) if (channel !== undefined) channels[count++] = channel;
  channels.length = count;
}
