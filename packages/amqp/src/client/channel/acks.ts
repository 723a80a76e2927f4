import { BasicAck, BasicNack, BasicReject } from '../../wire/methods.js';
import type { MethodSpec } from '../../wire/method-spec.js';
import type { Place, Session } from '../connection/session.js';
import { Acknowledged } from './acknowledged.js';
import { DeliveryTags } from './delivery-tags.js';

/** The channel whose deliveries are settled. */
interface Owner {
  readonly number: number;
  readonly isLost: boolean;
  readonly session: Session;
  /** Throws when the channel is closing or closed. */
  sendByFace(spec: MethodSpec, fields: Readonly<Record<string, unknown>>): void;
}

/** Settles the deliveries of a channel. Acknowledgements of one tick, in the order of the deliveries, are one frame. */
export class Acks {
  readonly #owner: Owner;
  readonly #tags: DeliveryTags;
  readonly #acknowledged = new Acknowledged();
  /** The channel's last frame, if that is an acknowledgement of all deliveries up to one: the next may take its place. */
  #last: Place | undefined;

  /** @param before those of the channel on a connection that is lost */
  constructor(owner: Owner, before: Acks | undefined) {
    this.#owner = owner;
    this.#tags = new DeliveryTags(before === undefined ? 0 : before.#tags.newest);
  }

  /**
   * A delivery has come.
   *
   * @param tag the server's number
   * @param isSettled true: no acknowledgement is awaited
   * @returns the number that the application is told
   */
  arrived(tag: number, isSettled: boolean): number {
    const told = this.#tags.arrived(tag);
    if (isSettled) this.#acknowledged.one(tag, tag);
    return told;
  }

  ack(tag: number, multiple: boolean): void {
    if (this.#isVoid(tag)) return;
    const deliveryTag = this.#tags.toServer(tag);
    if (this.#settle(deliveryTag, multiple)) this.#ackInOrder(deliveryTag);
    else this.#owner.sendByFace(BasicAck, { deliveryTag, multiple });
  }

  nack(tag: number, multiple: boolean, requeue: boolean | undefined): void {
    if (this.#isVoid(tag)) return;
    const deliveryTag = this.#tags.toServer(tag);
    this.#settle(deliveryTag, multiple);
    this.#owner.sendByFace(BasicNack, { deliveryTag, multiple, requeue });
  }

  reject(tag: number, requeue: boolean | undefined): void {
    if (this.#isVoid(tag)) return;
    const deliveryTag = this.#tags.toServer(tag);
    this.#settle(deliveryTag, false);
    this.#owner.sendByFace(BasicReject, { deliveryTag, requeue });
  }

  /** The channel has written another frame. */
  interrupt(): void {
    this.#last = undefined;
  }

  /** The server takes all deliveries back that are not settled. */
  forget(): void {
    this.#acknowledged.forget();
  }

  /** True for a delivery that is not the application's any more, as the channel was lost since. */
  #isVoid(tag: number): boolean {
    return this.#owner.isLost || this.#tags.isVoid(tag);
  }

  /** @returns true if it was one delivery, and all up to it are settled now */
  #settle(deliveryTag: number, multiple: boolean): boolean {
    const newest = this.#tags.toServer(this.#tags.newest);
    if (!multiple) return this.#acknowledged.one(deliveryTag, newest);
    // Which deliveries the server takes for all, those that are on their way included, cannot be known here.
    if (deliveryTag === 0) this.#acknowledged.forget();
    else this.#acknowledged.upTo(deliveryTag);
    return false;
  }

  #ackInOrder(deliveryTag: number): void {
    const { session, number } = this.#owner;
    const last = this.#last;
    if (last !== undefined && session.amend(last, number, BasicAck, { deliveryTag, multiple: true })) return;
    const place = session.place();
    this.#owner.sendByFace(BasicAck, { deliveryTag, multiple: false });
    this.#last = place;
  }
}
