import { BasicAck, BasicNack, BasicReject } from '../../../wire/methods.js';
import type { Fields, MethodSpec } from '../../../wire/method-spec.js';
import type { MethodPosition } from '../../connection/session-sender.js';
import type { Session } from '../../connection/session.js';
import { DeliveryTags } from './delivery-tags.js';
import type { Unacknowledged } from './unacknowledged.js';

interface Owner {
  readonly number: number;
  readonly isLost: boolean;
  readonly session: Session;
  readonly consumers: { readonly unacknowledged: Unacknowledged };
  /** Throws when the channel is closing or closed. */
  sendThroughChannel(spec: MethodSpec, fields: Fields): void;
}

/** Settles the deliveries of a channel. Acknowledgements of one tick, in the order of the deliveries, are one frame. */
export class Acks {
  readonly #owner: Owner;
  readonly #tags: DeliveryTags;
  /** False once the server's view of the deliveries cannot be known. */
  #joins = true;
  /** The channel's last frame, if that is an acknowledgement of all deliveries up to one: the next may take its place. */
  #last: MethodPosition | undefined;

  /** @param before those of the channel on a connection that is lost */
  constructor(owner: Owner, before: Acks | undefined) {
    this.#owner = owner;
    this.#tags = new DeliveryTags(before === undefined ? 0 : before.#tags.newest);
  }

  /** A delivery has come. @param tag the server's number @returns the number that the application is told */
  arrived(tag: number): number {
    return this.#tags.arrived(tag);
  }

  ack(tag: number, multiple: boolean): void {
    if (this.#isVoid(tag)) return;
    const deliveryTag = this.#tags.toServer(tag);
    if (this.#settle(tag, multiple)) this.#ackInOrder(deliveryTag);
    else this.#owner.sendThroughChannel(BasicAck, { deliveryTag, multiple });
  }

  /** @param requeue undefined: true */
  nack(tag: number, multiple: boolean, requeue: boolean | undefined): void {
    if (this.#isVoid(tag)) return;
    const deliveryTag = this.#tags.toServer(tag);
    this.#settle(tag, multiple);
    this.#owner.sendThroughChannel(BasicNack, { deliveryTag, multiple, requeue });
  }

  /** @param requeue undefined: true */
  reject(tag: number, requeue: boolean | undefined): void {
    if (this.#isVoid(tag)) return;
    const deliveryTag = this.#tags.toServer(tag);
    this.#settle(tag, false);
    this.#owner.sendThroughChannel(BasicReject, { deliveryTag, requeue });
  }

  /** The channel has written another frame. */
  interrupt(): void {
    this.#last = undefined;
  }

  /** The server takes all deliveries back that are not settled. */
  forget(): void {
    this.#joins = false;
  }

  /** True for a delivery that is not the application's any more, as the channel was lost since. */
  #isVoid(tag: number): boolean {
    return this.#owner.isLost || this.#tags.isVoid(tag);
  }

  /** @param tag as the application was told it @returns true if all deliveries up to it are settled now, and an acknowledgement may say so */
  #settle(tag: number, multiple: boolean): boolean {
    // Which deliveries the server takes for all, those that are on their way included, cannot be known here.
    if (multiple && tag === 0) this.#joins = false;
    return this.#owner.consumers.unacknowledged.settle(tag, multiple) && this.#joins;
  }

  #ackInOrder(deliveryTag: number): void {
    const { session, number } = this.#owner;
    const { sender } = session;
    const last = this.#last;
    if (last !== undefined && sender.amend(last, number, BasicAck, { deliveryTag, multiple: true })) return;
    const position = sender.nextPosition();
    this.#owner.sendThroughChannel(BasicAck, { deliveryTag, multiple: false });
    this.#last = position;
  }
}
