import type { ConsumeMessage } from '../types/message.js';

/** Called with each message, and with null when the server ends the consumer. */
export type OnMessage = (message: ConsumeMessage | null) => void;

interface Consumer {
  readonly onMessage: OnMessage;
  readonly noAck: boolean;
}

/** The consumers of a channel by their tags. */
export class Consumers {
  readonly #all = new Map<string, Consumer>();

  /** @param noAck true: its messages are not acknowledged */
  add(tag: string, onMessage: OnMessage, noAck: boolean): void {
    this.#all.set(tag, { onMessage, noAck });
  }

  remove(tag: string): void {
    this.#all.delete(tag);
  }

  /** True for a consumer whose messages are not acknowledged. */
  isFree(tag: string): boolean {
    return this.#all.get(tag)?.noAck === true;
  }

  /** Calls a consumer. Throws what it throws, and if there is none with this tag. */
  call(tag: string, message: ConsumeMessage | null): void {
    const consumer = this.#all.get(tag);
    if (consumer === undefined) throw new Error(`Unknown consumer: ${tag}`);
    consumer.onMessage(message);
  }
}
