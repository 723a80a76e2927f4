import { argumentsOf, propertiesOf, type IncomingContent } from '../../../link/incoming.js';
import { decodeDeliver } from '../../../wire/decode.js';
import { BasicDeliver, BasicGetOk, BasicReturn } from '../../../wire/methods.js';
import { handlerThrew, safeEmit } from '../../connection/safe-emit.js';
import type { RawConnection } from '../../types/connection.js';
import type { ConsumeMessage, GetMessage } from '../../types/message.js';
import type { Answers } from '../calls/answers.js';
import type { PublicChannel } from '../public-channel.js';
import type { Closing } from '../closing.js';
import { deliverAttributes } from '../trace-attributes.js';
import { deliverTracing } from '../tracing.js';
import type { Acks } from './acks.js';

/** The channel that the messages are for. */
interface Owner {
  readonly publicChannel: PublicChannel;
  readonly number: number;
  readonly session: { readonly connection: RawConnection };
}

/** Decodes the messages that come, and hands them over: to a consumer, to who waits for `get`, or as event `return`. */
export class Messages {
  readonly #owner: Owner;
  readonly #acks: Acks;
  readonly #answers: Answers;
  readonly #closing: Closing;

  constructor(owner: Owner, acks: Acks, answers: Answers, closing: Closing) {
    this.#owner = owner;
    this.#acks = acks;
    this.#answers = answers;
    this.#closing = closing;
  }

  onContent(incoming: IncomingContent): void {
    switch (incoming.method) {
      case BasicDeliver.id:
        return this.#onDeliver(incoming);
      case BasicReturn.id:
        return this.#onReturn(incoming);
      default:
        return this.#onGetOk(incoming);
    }
  }

  #onDeliver(incoming: IncomingContent): void {
    const { content } = incoming;
    const fields = decodeDeliver(incoming.bytes, incoming.start, incoming.end);
    fields.deliveryTag = this.#acks.arrived(fields.deliveryTag);
    this.#deliver({ fields, properties: propertiesOf(incoming), content } as ConsumeMessage);
  }

  #onReturn(incoming: IncomingContent): void {
    const { content } = incoming;
    const message = {
      fields: argumentsOf(BasicReturn, incoming),
      properties: propertiesOf(incoming),
      content,
    };
    this.#closing.guard(() => safeEmit(this.#owner.publicChannel, 'return', message));
  }

  #onGetOk(incoming: IncomingContent): void {
    const { content } = incoming;
    const fields = argumentsOf(BasicGetOk, incoming);
    fields['deliveryTag'] = this.#acks.arrived(fields['deliveryTag'] as number);
    const message = { fields, properties: propertiesOf(incoming), content };
    this.#answers.onMessage(message as unknown as GetMessage);
  }

  #deliver(message: ConsumeMessage): void {
    const { publicChannel } = this.#owner;
    // No closure: this runs for each message.
    try {
      if (deliverTracing.hasSubscribers) this.#deliverTraced(message);
      else publicChannel.dispatchMessage(message.fields, message);
      if (publicChannel.listenerCount('delivery') > 0) publicChannel.emit('delivery', message);
    } catch (error) {
      this.#closing.guard(() => handlerThrew(publicChannel, 'delivery', error));
    }
  }

  #deliverTraced(message: ConsumeMessage): void {
    const { publicChannel, number, session } = this.#owner;
    const { connection } = session;
    const attributes = deliverAttributes(connection, message);
    const trace = { connection, channel: number, message, attributes };
    deliverTracing.traceSync(() => publicChannel.dispatchMessage(message.fields, message), trace);
  }
}
