import type { ConsumeMessage } from '../../types/message.js';
import { Unacknowledged } from './unacknowledged.js';

/** Called with each message, and with null when the server ends the consumer. */
export type OnMessage = (message: ConsumeMessage | null) => void;

interface Consumer {
  readonly onMessage: OnMessage;
  /** True if its messages need no acknowledgement. */
  readonly noAck: boolean;
}

/** The consumers of a channel by their tags. */
export class Consumers {
  /** What they and `get` have brought, and was not acknowledged. */
  readonly unacknowledged: Unacknowledged = new Unacknowledged();
  readonly #consumers = new Map<string, Consumer>();

  get tags(): string[] {
    return [...this.#consumers.keys()];
  }

  add(tag: string, onMessage: OnMessage, noAck: boolean): void {
    this.#consumers.set(tag, { onMessage, noAck });
  }

  remove(tag: string): void {
    this.#consumers.delete(tag);
  }

  /** Calls a consumer. Throws what it throws, and if there is none with this tag. */
  call(tag: string, message: ConsumeMessage | null): void {
    const consumer = this.#consumers.get(tag);
    if (consumer === undefined) throw new Error(`Unknown consumer: ${tag}`);
    if (message !== null && !consumer.noAck) this.unacknowledged.add(message.fields.deliveryTag, tag);
    consumer.onMessage(message);
  }
}
