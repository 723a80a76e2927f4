import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { Message, MessageListener } from './message.js';

/**
 * A reliable topic, as `hazelcast-client` has it, with `publishAll`, `ReliableMessageListener` and call options besides. Its
 * messages are kept in a ring buffer (`_hz_rb_` and the topic's name), which has backups: each listener reads them from there,
 * at its own pace and in their order, also those that were published while it had no connection.
 */
export interface ITopic<E> extends DistributedObject {
  /**
   * Has a function called with each message that is published from now on (or from where a `ReliableMessageListener` says).
   * A message that cannot be read is logged, and left out.
   *
   * Returns the registration's id. Throws IllegalArgumentError for what is no listener.
   */
  addMessageListener(listener: MessageListener<E> | ReliableMessageListener<E>): string;
  /** Returns whether there was such a listener. It hears nothing more from the call on. */
  removeMessageListener(listenerId: string): boolean;
  /**
   * Resolves when the message is in the ring buffer; what happens where it has no room, `reliableTopics[…].overloadPolicy`
   * says. A message that is `null` or `undefined` rejects with IllegalArgumentError.
   */
  publish(message: E, options?: CallOptions): Promise<void>;
  /**
   * Publishes messages in their order, all or none of them. For more than the ring buffer's capacity there is never room, but
   * with `DISCARD_OLDEST`. Not of the official client.
   */
  publishAll(messages: readonly E[], options?: CallOptions): Promise<void>;
}

/**
 * A listener that says where it begins and what it tolerates, as Java's. Not of the official client, whose listeners are
 * functions: those begin with the next message, tolerate loss, and go on whatever they throw.
 */
export interface ReliableMessageListener<E> {
  /** As a `MessageListener`. */
  onMessage(message: Message<E>): unknown;
  /**
   * The sequence of the first message it wants: of one that keeps what `storeSequence` told it, that and one. −1: the next
   * that is published, the default.
   */
  retrieveInitialSequence?(): number | Long;
  /** Called with each message's sequence, before `onMessage`. */
  storeSequence?(sequence: Long): void;
  /**
   * Whether it goes on when messages were lost to it: overwritten before it had read them, or gone with the cluster. If not,
   * it is removed, and that is logged. Default true.
   */
  isLossTolerant?(): boolean;
  /** Whether it is removed for what its `onMessage` threw, or rejected with. Default false. */
  isTerminal?(error: unknown): boolean;
}
