import type { EventEmitter } from 'node:events';
import type { TopologyError } from '../errors/topology-error.js';
import type { Loose } from './loose.js';
import type { ConsumeMessage, Message } from './message.js';

/** The events of a model. */
export interface ModelEvents extends EventEmitter {
  /** The connection is no more; without an error where it was closed by this side. */
  on(event: 'close', listener: (err?: Error) => void): this;
  on(event: 'error', listener: (err: Error) => void): this;
  /** The server takes no messages for now. */
  on(event: 'blocked', listener: (reason: string) => void): this;
  on(event: 'unblocked', listener: () => void): this;
  on(event: 'update-secret-ok', listener: () => void): this;
  /** A listener has thrown. With this event, that closes nothing. */
  on(event: 'handler-error', listener: (err: Error, eventName: string) => void): this;
  on(event: string, listener: (...args: Loose[]) => void): this;
}

/** The events of a channel. */
export interface ChannelEvents extends EventEmitter {
  on(event: 'close', listener: () => void): this;
  on(event: 'error', listener: (err: Error) => void): this;
  /** After `publish` has returned false: what waited was sent. */
  on(event: 'drain', listener: () => void): this;
  on(event: 'ack', listener: (fields: { deliveryTag: number; multiple: boolean }) => void): this;
  on(
    event: 'nack',
    listener: (fields: { deliveryTag: number; multiple: boolean; requeue: boolean }) => void,
  ): this;
  /** The server has ended a consumer. */
  on(event: 'cancel', listener: (fields: { consumerTag: string }) => void): this;
  on(event: 'delivery', listener: (message: ConsumeMessage) => void): this;
  /** No queue has taken a message that was published with `mandatory`. */
  on(event: 'return', listener: (message: Message) => void): this;
  /** With `recovery.topology`: the channel is open again after a loss, with all its consumers. */
  on(event: 'recovered', listener: () => void): this;
  /** A listener or a consumer has thrown. With this event, that closes nothing. */
  on(event: 'handler-error', listener: (err: Error, eventName: string) => void): this;
  on(event: string, listener: (...args: Loose[]) => void): this;
}

/** An attempt to connect again that will be made. */
export interface ScheduledReconnect {
  /** From 1. */
  attempt: number;
  /** Milliseconds. */
  delay: number;
  /** Why it is needed. */
  error: Error;
}

/** A queue whose name the server has made, and which came back under another. */
export interface RenamedQueue {
  from: string;
  to: string;
}

/** What came of a topology. */
export interface RecoveredTopology {
  /** Parts that did not come back. */
  failures: TopologyError[];
}

/** The events of a connection that is opened again when it is lost. @typeParam Model what is made at each opening */
export interface RecoveryEvents<Model> extends EventEmitter {
  on(event: 'connect', listener: (model: Model) => void): this;
  on(event: 'disconnect', listener: (err: Error) => void): this;
  on(event: 'connect-failed', listener: (err: Error) => void): this;
  on(event: 'reconnect-scheduled', listener: (info: ScheduledReconnect) => void): this;
  /** The last attempt has failed. */
  on(event: 'reconnect-failed', listener: (err: Error) => void): this;
  /** With `recovery.topology`: all came back that could, and the channels are open. Event `connect` follows. */
  on(event: 'topology-recovered', listener: (info: RecoveredTopology) => void): this;
  /** With `recovery.topology`: the server has refused a part. The others go on coming back. */
  on(event: 'topology-failed', listener: (err: TopologyError) => void): this;
  /** With `recovery.topology`. Bindings and consumers have followed; what else knows the name, such as a `replyTo`, has to learn the new one. */
  on(event: 'queue-renamed', listener: (info: RenamedQueue) => void): this;
  on(event: 'blocked', listener: (reason: string) => void): this;
  on(event: 'unblocked', listener: () => void): this;
  on(event: 'error', listener: (err: Error) => void): this;
  on(event: 'update-secret-ok', listener: () => void): this;
  on(event: string, listener: (...args: Loose[]) => void): this;
}
