import { argumentsOf, type IncomingMethod } from '../../../link/incoming.js';
import { BasicGetEmpty, BasicGetOk, BasicRecoverOk, methodById } from '../../../wire/methods.js';
import type { GetMessage } from '../../types/message.js';
import type { ChannelObserver } from '../channel-observer.js';
import type { Closing } from '../closing.js';
import type { Unacknowledged } from '../deliveries/unacknowledged.js';
import type { RpcQueue } from './rpc-queue.js';

const UNEXPECTED_FRAME = 505;

/** The channel whose methods are answered. */
interface Owner {
  readonly number: number;
  readonly observer: ChannelObserver | undefined;
  readonly consumers: { readonly unacknowledged: Unacknowledged };
}

/** Takes what the server answers to the method that waits for it. An answer to none closes the channel. */
export class Answers {
  readonly #owner: Owner;
  readonly #rpcs: RpcQueue;
  readonly #closing: Closing;

  constructor(owner: Owner, rpcs: RpcQueue, closing: Closing) {
    this.#owner = owner;
    this.#rpcs = rpcs;
    this.#closing = closing;
  }

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

  /** The answer to `get`. */
  onMessage(message: GetMessage): void {
    const rpc = this.#rpcs.current;
    if (rpc?.expected !== BasicGetOk.id) return this.#onUnexpected(BasicGetOk.id);
    if (rpc.fields['noAck'] !== true) this.#owner.consumers.unacknowledged.add(message.fields.deliveryTag);
    this.#closing.guard(() => this.#rpcs.advance(null, message));
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
