import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { Message, MessageListener } from './topic.js';

/**
 * A reliable topic, with the methods of `hazelcast-client`, and `publishAll`, `ReliableMessageListener` and call options.
 *
 * Messages are kept in a ring buffer with backups, named `_hz_rb_` and the topic's name. Each listener reads them from there in
 * order, at its own pace, also those that were published while it had no connection.
 */
export interface ITopic<E> extends DistributedObject {
  /**
   * Registers a listener for each message published from now on; a `ReliableMessageListener` may choose where it starts. A message
   * that cannot be deserialized is logged and skipped.
   *
   * Returns the registration's id. Throws IllegalArgumentError for an invalid listener.
   */
  addMessageListener(listener: MessageListener<E> | ReliableMessageListener<E>): string;
  /**
   * Returns the ring buffer that holds the messages, for its size and sequences. The official types do not have this.
   */
  getRingbuffer(): TopicRingbuffer;
  /** Removes a listener, which is not called any more from then on. Returns whether there was one with this id. */
  removeMessageListener(listenerId: string): boolean;
  /**
   * Publishes a message. Resolves when it is in the ring buffer. Without room there, `reliableTopics[…].overloadPolicy` decides. A
   * message that is `undefined` rejects with IllegalArgumentError.
   */
  publish(message: E, options?: CallOptions): Promise<void>;
  /**
   * Publishes messages in their order: all, or none of them. For more messages than the ring buffer's capacity there is never room,
   * except with `DISCARD_OLDEST`. The official client does not have this method.
   */
  publishAll(messages: readonly E[], options?: CallOptions): Promise<void>;
}

/**
 * A listener that chooses its first message and the errors it tolerates, like the one of Java's client. Listeners of the official
 * client are functions: they start with the next message, tolerate loss, and continue after errors.
 */
export interface ReliableMessageListener<E> {
  /** Called with each message, on the caller's thread. An error that it throws, or that its promise rejects with, is logged. */
  onMessage(message: Message<E>): unknown;
  /**
   * Returns the sequence of the first message to read. To continue, return the last sequence that `storeSequence` got, plus one.
   * Default −1: the next message that is published.
   */
  retrieveInitialSequence?(): number | Long;
  /** Called with each message's sequence, before `onMessage`. */
  storeSequence?(sequence: Long): void;
  /**
   * Returns whether the listener continues after it missed messages: they were overwritten before it read them, or lost with the
   * cluster. If not, it is removed, and that is logged. Default true.
   */
  isLossTolerant?(): boolean;
  /** Returns whether the listener is removed after this error of its `onMessage`. Default false. */
  isTerminal?(error: unknown): boolean;
}

/** The ring buffer of a reliable topic: its size and its sequences. Its items are in an internal form of members, and not readable here. */
export interface TopicRingbuffer extends DistributedObject {
  /** Resolves to the number of messages that there is room for. */
  capacity(options?: CallOptions): Promise<Long>;
  /** Resolves to the number of messages. */
  size(options?: CallOptions): Promise<Long>;
  /** Resolves to the sequence of the newest message; −1 before the first. */
  tailSequence(options?: CallOptions): Promise<Long>;
  /** Resolves to the sequence of the oldest message. */
  headSequence(options?: CallOptions): Promise<Long>;
  /** Resolves to the number of messages that can be added before one is overwritten whose time to live is not over. */
  remainingCapacity(options?: CallOptions): Promise<Long>;
}
