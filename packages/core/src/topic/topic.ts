import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { Address } from '@offloop/values';

/** A message of a topic, which listeners get. */
export class Message<T> {
  messageObject: T;
  /** The publisher's own address; null when it gave none. */
  publisher: Address;
  /**
   * Time at which it was published, in milliseconds since 1970: by the clock of the publishing client, or, for a plain topic, of
   * the member that passed it on.
   */
  publishingTime: Long;

  constructor(messageObject: T, publisher: Address, publishingTime: Long) {
    this.messageObject = messageObject;
    this.publisher = publisher;
    this.publishingTime = publishingTime;
  }
}

/**
 * A function that is called with messages, on the caller's thread. An error that it throws, or that its promise rejects with, is
 * logged.
 */
export type MessageListener<E> = (message: Message<E>) => void;

/**
 * A plain topic: members send each message to the listeners of that moment, and do not keep it. A listener without a connection
 * misses messages; a reliable topic (`ITopic`) keeps them. `hazelcast-client` does not have plain topics; Java's client does.
 */
export interface Topic<E> extends DistributedObject {
  /**
   * Registers a function that is called with each message published from now on.
   *
   * Resolves to the registration's id once every connected member has the registration. A new connection gets it before any call.
   * Rejects with HazelcastError when a member refuses, and with IllegalArgumentError when it is not a function.
   */
  addMessageListener(listener: MessageListener<E>): Promise<string>;
  /** Removes a listener, which is not called any more from then on. Resolves to whether there was one with this id. */
  removeMessageListener(listenerId: string): Promise<boolean>;
  /**
   * Publishes a message. Resolves when the owner of the topic's partition has it; listeners may get it later. They get the
   * messages of one publisher in order. A message that is `null` or `undefined` rejects with IllegalArgumentError.
   */
  publish(message: E, options?: CallOptions): Promise<void>;
  /** Publishes messages in their order. Needs members of version 4.2 or later. */
  publishAll(messages: readonly E[], options?: CallOptions): Promise<void>;
}
