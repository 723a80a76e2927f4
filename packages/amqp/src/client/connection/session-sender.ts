import type { Link } from '../../link/link.js';
import type { MethodSpec } from '../../wire/method-spec.js';
import { throwLater } from '../errors/throw-later.js';
import type { ChannelPort } from './channel-port.js';

type Fields = Readonly<Record<string, unknown>>;

/** Where a method lies that is to be sent. */
export interface Place {
  readonly begun: number;
  readonly at: number;
}

/** Writes the frames of a connection, counts their bytes, and tells its channels when they have gone. */
export class SessionSender {
  readonly #link: Link;
  /** Channels that wait for their bytes to go. */
  readonly #draining = new Set<ChannelPort>();
  #written = 0;
  #sent = 0;
  #published = 0;

  constructor(link: Link) {
    this.#link = link;
  }

  /** Bytes that were written since the connection was opened. */
  get position(): number {
    return this.#written;
  }

  /** Bytes, of those that were written, that have gone to the socket, or may have. */
  get sent(): number {
    return this.#sent;
  }

  /** Bytes that were written, and have not gone to the socket yet. */
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

  /** The place of the method that is written next. */
  place(): Place {
    const { begun, length } = this.#link.writer;
    return { begun, at: length };
  }

  /** Writes a method in the place of one of the same length. @returns false if that is on its way, or dropped */
  amend({ begun, at }: Place, channel: number, spec: MethodSpec, fields: Fields): boolean {
    const { writer } = this.#link;
    if (writer.begun !== begun) return false;
    writer.rewrite(at, channel, spec, fields);
    return true;
  }

  /** Has a channel asked whenever bytes have gone. */
  awaitWritten(channel: ChannelPort): void {
    this.#draining.add(channel);
  }

  /** Has a channel not be asked any more. */
  forget(channel: ChannelPort): void {
    this.#draining.delete(channel);
  }

  /** Bytes have gone to the socket. */
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

  #wrote(before: number): void {
    this.#written += this.#link.writer.length - before;
    this.#link.written();
  }
}
