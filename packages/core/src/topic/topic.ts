import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { MessageListener } from './message.js';

/**
 * A plain topic: members pass each message on to whoever listens at that moment, and keep none. What is published while a
 * listener has no connection is lost to it; a reliable topic (`ITopic`) keeps it. The protocol and Java's client have these
 * topics, `hazelcast-client` does not.
 */
export interface Topic<E> extends DistributedObject {
  /**
   * Has a function called with each message that is published from now on.
   *
   * Resolves to the registration's id once every connected member has it; new connections get it before they carry calls.
   * Rejects with HazelcastError when a member refuses, with IllegalArgumentError for what is no function.
   */
  addMessageListener(listener: MessageListener<E>): Promise<string>;
  /** Resolves to whether there was such a listener. It hears nothing more from the call on. */
  removeMessageListener(listenerId: string): Promise<boolean>;
  /**
   * Resolves when the message's partition has it, whether or not anybody has heard it yet. Messages of one publisher are heard
   * in their order. A message that is `null` or `undefined` rejects with IllegalArgumentError.
   */
  publish(message: E, options?: CallOptions): Promise<void>;
  /** Publishes messages in their order. Of members since 4.2. */
  publishAll(messages: readonly E[], options?: CallOptions): Promise<void>;
}
