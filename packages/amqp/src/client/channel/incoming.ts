import { argumentsOf, propertiesOf, type IncomingContent, type IncomingMethod } from '../../link/incoming.js';
import { decodeDeliver } from '../../wire/decode.js';
import {
  BasicDeliver,
  BasicGetEmpty,
  BasicGetOk,
  BasicRecoverOk,
  BasicReturn,
  methodById,
} from '../../wire/methods.js';
import { handlerThrew, safeEmit } from '../connection/safe-emit.js';
import type { RawConnection } from '../types/connection.js';
import type { ConsumeMessage } from '../types/message.js';
import type { RpcQueue } from './calls/rpc-queue.js';
import type { ChannelObserver } from './channel-observer.js';
import type { Closing } from './closing.js';
import type { Acks } from './deliveries/acks.js';
import type { Unacknowledged } from './deliveries/unacknowledged.js';
import type { PublicChannel } from './public-channel.js';
import { deliverAttributes } from './trace-attributes.js';
import { deliverTracing } from './tracing.js';

const UNEXPECTED_FRAME = 505;

interface Owner {
  readonly publicChannel: PublicChannel;
  readonly number: number;
  readonly session: { readonly connection: RawConnection };
  readonly observer: ChannelObserver | undefined;
  readonly consumers: { readonly unacknowledged: Unacknowledged };
}

/**
 * Handles what arrives on a channel: passes a message to its consumer or emits it as `return`, and a reply to the method that waits for it. A reply that
 * no method waits for closes the channel.
 */
export class Incoming {
  readonly #owner: Owner;
  readonly #rpcs: RpcQueue;
  readonly #acks: Acks;
  readonly #closing: Closing;

  constructor(owner: Owner, rpcs: RpcQueue, acks: Acks, closing: Closing) {
    this.#owner = owner;
    this.#rpcs = rpcs;
    this.#acks = acks;
    this.#closing = closing;
  }

  /** The server answers. */
  onMethod(incoming: IncomingMethod): void {
    const { method } = incoming;
    const rpc = this.#rpcs.current;
    if (method === BasicRecoverOk.id) this.#owner.consumers.unacknowledged.clear();
    if (method === rpc?.expected) {
      const reply = argumentsOf(methodById(method)!, incoming);
      this.#owner.observer?.onReply(rpc, reply);
      return this.#rpcs.advance(null, reply);
    }
    if (method === BasicGetEmpty.id && rpc?.expected === BasicGetOk.id)
      return this.#rpcs.advance(null, false);
    this.#onUnexpected(method);
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
    const message = {
      fields: argumentsOf(BasicReturn, incoming),
      properties: propertiesOf(incoming),
      content: incoming.content,
    };
    this.#closing.guard(() => safeEmit(this.#owner.publicChannel, 'return', message));
  }

  #onGetOk(incoming: IncomingContent): void {
    const { content } = incoming;
    const fields = argumentsOf(BasicGetOk, incoming);
    const deliveryTag = this.#acks.arrived(fields['deliveryTag'] as number);
    fields['deliveryTag'] = deliveryTag;
    const rpc = this.#rpcs.current;
    if (rpc?.expected !== BasicGetOk.id) return this.#onUnexpected(BasicGetOk.id);
    if (rpc.fields['noAck'] !== true) this.#owner.consumers.unacknowledged.add(deliveryTag);
    const message = { fields, properties: propertiesOf(incoming), content };
    this.#closing.guard(() => this.#rpcs.advance(null, message));
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

  #onUnexpected(method: number): void {
    const rpc = this.#rpcs.current;
    const name = methodById(method)?.name;
    const expected = rpc === undefined ? 'no reply' : methodById(rpc.expected)?.name;
    const error = new Error(`Expected ${expected}; got <${name} channel:${this.#owner.number}>`);
    this.#closing.forError(method, `Expected ${expected}; got ${name}`, UNEXPECTED_FRAME, error);
    this.#rpcs.take()?.settle(error);
  }
}
