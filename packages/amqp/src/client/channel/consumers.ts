import type { ConsumeMessage } from '../types/message.js';

/** Called with each message, and with null when the server ends the consumer. */
export type OnMessage = (message: ConsumeMessage | null) => void;

/** The consumers of a channel by their tags. */
export class Consumers {
  readonly #functions = new Map<string, OnMessage>();

  add(tag: string, onMessage: OnMessage): void {
    this.#functions.set(tag, onMessage);
  }

  remove(tag: string): void {
    this.#functions.delete(tag);
  }

  /** Calls a consumer. Throws what it throws, and if there is none with this tag. */
  call(tag: string, message: ConsumeMessage | null): void {
    const onMessage = this.#functions.get(tag);
    if (onMessage === undefined) throw new Error(`Unknown consumer: ${tag}`);
    onMessage(message);
  }
}
