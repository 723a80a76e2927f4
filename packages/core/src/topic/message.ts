import type Long from 'long';
import type { Address } from '../values/address.js';

/** What a topic's listener is called with. */
export class Message<T> {
  messageObject: T;
  /** Of the client or member that published it, as that sees itself; null when it did not say. */
  publisher: Address;
  /** Milliseconds since 1970, by the clock of the client that published it; for a plain topic, of the member that passed it on. */
  publishingTime: Long;

  constructor(messageObject: T, publisher: Address, publishingTime: Long) {
    this.messageObject = messageObject;
    this.publisher = publisher;
    this.publishingTime = publishingTime;
  }
}

/** Runs on the caller's thread; what it throws, or its promise rejects with, is logged. */
export type MessageListener<E> = (message: Message<E>) => void;
