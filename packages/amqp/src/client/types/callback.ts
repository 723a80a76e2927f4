import type { ChannelEvents, ModelEvents } from './events.js';
import type { RawConnection } from './connection.js';
import type { Loose } from './loose.js';
import type { ConsumeMessage, GetMessage, Message } from './message.js';
import type { ChannelOptions, Options } from './options.js';
import type { Replies } from './replies.js';

/** Called with an error, or with null and a result. */
type Callback<Result> = (err: Error, ok: Result) => void;

/** An open connection, as `connect` gives it. */
export interface Connection extends ModelEvents {
  /** Sends what was published, closes all channels, then the connection. */
  close(callback?: (err: Error) => void): void;
  createChannel(callback: (err: Error, channel: Channel) => void): Channel;
  createChannel(options: ChannelOptions, callback: (err: Error, channel: Channel) => void): Channel;
  /** Creates a channel on which the server confirms each message. */
  createConfirmChannel(callback: (err: Error, confirmChannel: ConfirmChannel) => void): ConfirmChannel;
  createConfirmChannel(
    options: ChannelOptions,
    callback: (err: Error, confirmChannel: ConfirmChannel) => void,
  ): ConfirmChannel;
  readonly connection: RawConnection;
  /** Gives the server a new secret, such as a token, before the old one expires. */
  updateSecret(newSecret: Buffer, reason: string, callback?: (err: Error) => void): void;
}

/** A channel. Most methods of a client are on it. */
export interface Channel extends ChannelEvents {
  /** The connection itself: the same object as the model's `connection`. */
  readonly connection: Loose;

  close(callback?: (err: Error) => void): void;

  /** Creates a queue if there is none of this name. Fails, and closes the channel, if there is one with other options. */
  assertQueue(queue?: string, options?: Options.AssertQueue, callback?: Callback<Replies.AssertQueue>): void;
  /** Fails, and closes the channel, if there is no such queue. */
  checkQueue(queue: string, callback?: Callback<Replies.AssertQueue>): void;
  deleteQueue(queue: string, options?: Options.DeleteQueue, callback?: Callback<Replies.DeleteQueue>): void;
  /** Drops the messages in a queue, except those that are delivered and not acknowledged. */
  purgeQueue(queue: string, callback?: Callback<Replies.PurgeQueue>): void;
  bindQueue(
    queue: string,
    source: string,
    pattern: string,
    args?: Loose,
    callback?: Callback<Replies.Empty>,
  ): void;
  unbindQueue(
    queue: string,
    source: string,
    pattern: string,
    args?: Loose,
    callback?: Callback<Replies.Empty>,
  ): void;

  /** Creates an exchange if there is none of this name. Fails, and closes the channel, if there is one with other options. */
  assertExchange(
    exchange: string,
    type: 'direct' | 'topic' | 'headers' | 'fanout' | 'match' | (string & {}),
    options?: Options.AssertExchange,
    callback?: Callback<Replies.AssertExchange>,
  ): void;
  /** Fails, and closes the channel, if there is no such exchange. */
  checkExchange(exchange: string, callback?: Callback<Replies.Empty>): void;
  deleteExchange(
    exchange: string,
    options?: Options.DeleteExchange,
    callback?: Callback<Replies.Empty>,
  ): void;
  bindExchange(
    destination: string,
    source: string,
    pattern: string,
    args?: Loose,
    callback?: Callback<Replies.Empty>,
  ): void;
  unbindExchange(
    destination: string,
    source: string,
    pattern: string,
    args?: Loose,
    callback?: Callback<Replies.Empty>,
  ): void;

  /** Sends a message. Returns false if much waits to be sent: this message is sent, but wait for event `drain` before the next. */
  publish(exchange: string, routingKey: string, content: Buffer, options?: Options.Publish): boolean;
  sendToQueue(queue: string, content: Buffer, options?: Options.Publish): boolean;

  /** Calls a function with each message of a queue, and with null when the server ends the consumer. */
  consume(
    queue: string,
    onMessage: (msg: ConsumeMessage | null) => void,
    options?: Options.Consume,
    callback?: Callback<Replies.Consume>,
  ): void;
  cancel(consumerTag: string, callback?: Callback<Replies.Cancel>): void;
  /** Fetches one message; false if there is none. */
  get(queue: string, options?: Options.Get, callback?: Callback<GetMessage | false>): void;

  ack(message: Message, allUpTo?: boolean): void;
  ackAll(): void;
  /** @param requeue default: true */
  nack(message: Message, allUpTo?: boolean, requeue?: boolean): void;
  nackAll(requeue?: boolean): void;
  reject(message: Message, requeue?: boolean): void;

  /** Sets how many messages may be unacknowledged; 0: no limit. */
  prefetch(count: number, global?: boolean, callback?: Callback<Replies.Empty>): void;
  /** Has the server deliver all unacknowledged messages again. */
  recover(callback?: Callback<Replies.Empty>): void;
}

/** A channel on which the server confirms each message. */
export interface ConfirmChannel extends Channel {
  publish(
    exchange: string,
    routingKey: string,
    content: Buffer,
    options?: Options.Publish,
    callback?: Callback<Replies.Empty>,
  ): boolean;
  sendToQueue(
    queue: string,
    content: Buffer,
    options?: Options.Publish,
    callback?: Callback<Replies.Empty>,
  ): boolean;
  /** Calls the function when all messages published so far are confirmed, or with an error if the server has refused one or the channel is closed. */
  waitForConfirms(callback: (err?: Error) => void): void;
}
