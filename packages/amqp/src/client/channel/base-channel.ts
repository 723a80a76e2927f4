import { EventEmitter } from 'node:events';
import type { MethodSpec } from '../../wire/method-spec.js';
import { methodById } from '../../wire/methods.js';
import type { Connection } from '../connection/connection.js';
import type { Session } from '../connection/session.js';
import type { ConsumeMessage } from '../types/message.js';
import type { ChannelOptions, Options } from '../types/options.js';
import { ChannelCore } from './channel-core.js';
import type { ChannelRecovery } from './channel-recovery.js';
import type { OnMessage } from './deliveries/consumers.js';
import { publishFields } from './publishing/publish-fields.js';
// oxlint-disable-next-line import/no-unassigned-import -- a tracer reads it when it is loaded
import './defs.js';

type Fields = Record<string, unknown>;

// Published as `lib/channel.js`: tracers wrap the classes of this file, by the names that they have in the file of `amqplib`.

/** What a channel sends. */
export abstract class Channel extends EventEmitter {
  connection: Connection;
  protected core: ChannelCore;

  constructor(session: Session, options: ChannelOptions | undefined) {
    super();
    this.connection = session.connection;
    this.core = new ChannelCore(this, session, options);
  }

  /** Number of the channel; 0 before it is opened. */
  get ch(): number {
    return this.core.number;
  }

  isRunBy(core: unknown): boolean {
    return this.core === core;
  }

  /** Calls the consumer that a message is for. Throws what it throws, and if there is none. @param message null: the server has ended it */
  abstract dispatchMessage(fields: { readonly consumerTag: string }, message: ConsumeMessage | null): void;

  /** Sends a method. Throws for arguments of a wrong type, and when the channel is closing or closed. @param method its id */
  sendImmediately(method: number, fields: Fields): void {
    this.core.sender.send(methodById(method)!, fields);
  }

  /**
   * Publishes a message. Throws as {@link sendImmediately} does.
   *
   * @param fields arguments and properties, whose names differ
   * @param _properties the same object: what wraps this method counts its arguments as those of `amqplib`
   * @returns false if too much waits
   */
  sendMessage(fields: Fields, _properties: Fields, content: Buffer): boolean {
    return this.core.sender.publish(fields, content);
  }
}

/** What the channels of both APIs have in common. */
export class BaseChannel extends Channel {
  publish(exchange: string, routingKey: string, content: Buffer, options?: Options.Publish): boolean {
    const given = publishFields(exchange, routingKey, options);
    return this.sendMessage(given, given, content);
  }

  sendToQueue(queue: string, content: Buffer, options?: Options.Publish): boolean {
    return this.publish('', queue, content, options);
  }

  /** @param select the method that turns on confirms; undefined: there are none */
  protected recoverWith(recovery: ChannelRecovery | undefined, select: MethodSpec | undefined): void {
    recovery?.add(this.core, select, (core) => {
      this.core = core;
      this.connection = core.session.connection;
    });
  }

  /** @param noAck true: its messages are not acknowledged */
  registerConsumer(tag: string, onMessage: OnMessage, noAck: boolean): void {
    this.core.consumers.add(tag, onMessage, noAck);
  }

  unregisterConsumer(tag: string): void {
    this.core.consumers.remove(tag);
  }

  override dispatchMessage(
    { consumerTag }: { readonly consumerTag: string },
    message: ConsumeMessage | null,
  ): void {
    this.core.consumers.call(consumerTag, message);
  }
}
