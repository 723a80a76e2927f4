import type { ChannelEvents, ModelEvents } from './events.js';
import type { RawConnection } from './connection.js';
import type { Loose } from './loose.js';
import type { ConsumeMessage, GetMessage, Message } from './message.js';
import type { ChannelOptions, Limits, Options } from './options.js';
import type { Replies } from './replies.js';

export type { RawConnection as Connection } from './connection.js';

/** An open connection, as `connect` gives it. */
export interface ChannelModel extends ModelEvents {
  /** Sends what was published, closes all channels, then the connection. */
  close(): Promise<void>;
  createChannel(options?: ChannelOptions): Promise<Channel>;
  /** Creates a channel on which the server confirms each message. */
  createConfirmChannel(options?: ChannelOptions): Promise<ConfirmChannel>;
  readonly connection: RawConnection;
  /** Gives the server a new secret, such as a token, before the old one expires. */
  updateSecret(newSecret: Buffer, reason: string): Promise<void>;
}

/** A channel. Most methods of a client are on it. */
export interface Channel extends ChannelEvents {
  readonly connection: RawConnection;

  close(): Promise<void>;

  /** Creates a queue if there is none of this name. Rejects, and closes the channel, if there is one with other options. */
  assertQueue(queue?: string, options?: Options.AssertQueue, limits?: Limits): Promise<Replies.AssertQueue>;
  /** Rejects, and closes the channel, if there is no such queue. */
  checkQueue(queue: string, limits?: Limits): Promise<Replies.AssertQueue>;
  deleteQueue(queue: string, options?: Options.DeleteQueue, limits?: Limits): Promise<Replies.DeleteQueue>;
  /** Drops the messages in a queue, except those that are delivered and not acknowledged. */
  purgeQueue(queue: string, limits?: Limits): Promise<Replies.PurgeQueue>;
  bindQueue(
    queue: string,
    source: string,
    pattern: string,
    args?: Loose,
    limits?: Limits,
  ): Promise<Replies.Empty>;
  unbindQueue(
    queue: string,
    source: string,
    pattern: string,
    args?: Loose,
    limits?: Limits,
  ): Promise<Replies.Empty>;

  /** Creates an exchange if there is none of this name. Rejects, and closes the channel, if there is one with other options. */
  assertExchange(
    exchange: string,
    type: 'direct' | 'topic' | 'headers' | 'fanout' | 'match' | (string & {}),
    options?: Options.AssertExchange,
    limits?: Limits,
  ): Promise<Replies.AssertExchange>;
  /** Rejects, and closes the channel, if there is no such exchange. */
  checkExchange(exchange: string, limits?: Limits): Promise<Replies.Empty>;
  deleteExchange(exchange: string, options?: Options.DeleteExchange, limits?: Limits): Promise<Replies.Empty>;
  bindExchange(
    destination: string,
    source: string,
    pattern: string,
    args?: Loose,
    limits?: Limits,
  ): Promise<Replies.Empty>;
  unbindExchange(
    destination: string,
    source: string,
    pattern: string,
    args?: Loose,
    limits?: Limits,
  ): Promise<Replies.Empty>;

  /** Sends a message. Returns false if much waits to be sent: this message is sent, but wait for event `drain` before the next. */
  publish(exchange: string, routingKey: string, content: Buffer, options?: Options.Publish): boolean;
  sendToQueue(queue: string, content: Buffer, options?: Options.Publish): boolean;

  /** Calls a function with each message of a queue, and with null when the server ends the consumer. */
  consume(
    queue: string,
    onMessage: (msg: ConsumeMessage | null) => void,
    options?: Options.Consume,
    limits?: Limits,
  ): Promise<Replies.Consume>;
  cancel(consumerTag: string, limits?: Limits): Promise<Replies.Cancel>;
  /** Fetches one message; false if there is none. */
  get(queue: string, options?: Options.Get, limits?: Limits): Promise<GetMessage | false>;

  ack(message: Message, allUpTo?: boolean): void;
  ackAll(): void;
  /** @param requeue default: true */
  nack(message: Message, allUpTo?: boolean, requeue?: boolean): void;
  nackAll(requeue?: boolean): void;
  reject(message: Message, requeue?: boolean): void;

  /** Sets how many messages may be unacknowledged; 0: no limit. */
  prefetch(count: number, global?: boolean, limits?: Limits): Promise<Replies.Empty>;
  /** Has the server deliver all unacknowledged messages again. */
  recover(limits?: Limits): Promise<Replies.Empty>;
}

/** A channel on which the server confirms each message. */
export interface ConfirmChannel extends Channel {
  publish(
    exchange: string,
    routingKey: string,
    content: Buffer,
    options?: Options.Publish,
    callback?: (err: Loose, ok: Replies.Empty) => void,
  ): boolean;
  sendToQueue(
    queue: string,
    content: Buffer,
    options?: Options.Publish,
    callback?: (err: Loose, ok: Replies.Empty) => void,
  ): boolean;
  /** Resolves when all messages published so far are confirmed. Rejects if the server has refused one, or if the channel is closed. */
  waitForConfirms(limits?: Limits): Promise<void>;
}
