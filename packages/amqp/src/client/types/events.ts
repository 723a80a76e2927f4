import type { EventEmitter } from 'node:events';
import type { TopologyError } from '../errors/topology-error.js';
import type { Loose } from './loose.js';
import type { ConsumeMessage, Message } from './message.js';

/** The events of a model. */
export interface ModelEvents extends EventEmitter {
  /** The connection has ended. There is no error if this side has closed it. */
  on(event: 'close', listener: (err?: Error) => void): this;
  on(event: 'error', listener: (err: Error) => void): this;
  /** The server accepts no messages for now. */
  on(event: 'blocked', listener: (reason: string) => void): this;
  on(event: 'unblocked', listener: () => void): this;
  on(event: 'update-secret-ok', listener: () => void): this;
  /** A listener has thrown. Nothing is closed if there is a listener of this event. */
  on(event: 'handler-error', listener: (err: Error, eventName: string) => void): this;
  on(event: string, listener: (...args: Loose[]) => void): this;
}

/** The events of a channel. */
export interface ChannelEvents extends EventEmitter {
  on(event: 'close', listener: () => void): this;
  on(event: 'error', listener: (err: Error) => void): this;
  /** What waited when `publish` returned false has been sent. */
  on(event: 'drain', listener: () => void): this;
  on(event: 'ack', listener: (fields: { deliveryTag: number; multiple: boolean }) => void): this;
  on(
    event: 'nack',
    listener: (fields: { deliveryTag: number; multiple: boolean; requeue: boolean }) => void,
  ): this;
  /** The server has ended a consumer. */
  on(event: 'cancel', listener: (fields: { consumerTag: string }) => void): this;
  on(event: 'delivery', listener: (message: ConsumeMessage) => void): this;
  /** A message published with `mandatory` was routed to no queue. */
  on(event: 'return', listener: (message: Message) => void): this;
  /** With `recovery.topology`: the channel is open again after a loss, with all its consumers. */
  on(event: 'recovered', listener: () => void): this;
  /** A listener or a consumer has thrown. Nothing is closed if there is a listener of this event. */
  on(event: 'handler-error', listener: (err: Error, eventName: string) => void): this;
  on(event: string, listener: (...args: Loose[]) => void): this;
}

/** The next attempt to reconnect. */
export interface ScheduledReconnect {
  /** From 1. */
  attempt: number;
  /** Milliseconds. */
  delay: number;
  /** Why it is made. */
  error: Error;
}

/** A queue with a name made by the server, which has come back under another name. */
export interface RenamedQueue {
  from: string;
  to: string;
}

/** How a topology has come back. */
export interface RecoveredTopology {
  /** Parts that did not come back. */
  failures: TopologyError[];
}

/** The events of a connection that reconnects. @typeParam Model the connection that each attempt opens */
export interface RecoveryEvents<Model> extends EventEmitter {
  on(event: 'connect', listener: (model: Model) => void): this;
  on(event: 'disconnect', listener: (err: Error) => void): this;
  on(event: 'connect-failed', listener: (err: Error) => void): this;
  on(event: 'reconnect-scheduled', listener: (info: ScheduledReconnect) => void): this;
  /** The last attempt has failed. */
  on(event: 'reconnect-failed', listener: (err: Error) => void): this;
  /** With `recovery.topology`: the channels are open again, and all parts that could have come back. Event `connect` follows. */
  on(event: 'topology-recovered', listener: (info: RecoveredTopology) => void): this;
  /** With `recovery.topology`: the server has refused a part. The others still come back. */
  on(event: 'topology-failed', listener: (err: TopologyError) => void): this;
  /** With `recovery.topology`. Bindings and consumers use the new name already. Change it where else you use it, such as in a `replyTo`. */
  on(event: 'queue-renamed', listener: (info: RenamedQueue) => void): this;
  on(event: 'blocked', listener: (reason: string) => void): this;
  on(event: 'unblocked', listener: () => void): this;
  on(event: 'error', listener: (err: Error) => void): this;
  on(event: 'update-secret-ok', listener: () => void): this;
  on(event: string, listener: (...args: Loose[]) => void): this;
}
