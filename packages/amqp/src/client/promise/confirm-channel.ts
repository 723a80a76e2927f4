import { ConfirmSelect } from '../../wire/methods.js';
import type { ChannelRecovery } from '../channel/channel-recovery.js';
import type { OnConfirm } from '../channel/publishing/confirms.js';
import { callWithin, waitWithin } from '../channel/calls/limited.js';
import type { Limits, Options } from '../types/options.js';
import type { ConfirmChannel as ConfirmChannelApi } from '../types/promise.js';
import type { Loose } from '../types/loose.js';
import type { Replies } from '../types/replies.js';
import { Channel } from './channel.js';

/** A callback as `amqplib` types it, though it never gets the second argument. */
type Callback = (error: Loose, ok: Replies.Empty) => void;

/** A channel on which the server confirms each message. */
export class ConfirmChannel extends Channel implements ConfirmChannelApi {
  /** The callbacks of the messages that are not confirmed, false where there is none. */
  get unconfirmed(): readonly (OnConfirm | false)[] {
    return this.core.confirms.open;
  }

  override async open(recovery?: ChannelRecovery): Promise<void> {
    await super.open();
    await callWithin(this.core, ConfirmSelect, {}, undefined, {
      arrived: () => this.recoverWith(recovery, ConfirmSelect),
    });
  }

  override publish(
    exchange: string,
    routingKey: string,
    content: Buffer,
    options?: Options.Publish,
    callback?: Callback,
  ): boolean {
    const hasRoom = super.publish(exchange, routingKey, content, options);
    this.core.confirms.push(callback as OnConfirm | undefined, this.core.session.sender.position);
    return hasRoom;
  }

  override sendToQueue(
    queue: string,
    content: Buffer,
    options?: Options.Publish,
    callback?: Callback,
  ): boolean {
    return this.publish('', queue, content, options, callback);
  }

  // The promise of `amqplib` resolves to an array, of which its types do not tell.
  waitForConfirms(limits?: Limits): Promise<void> {
    return waitWithin(
      this.core,
      this.core.confirms.wait(),
      'waitForConfirms',
      limits,
    ) as Promise<unknown> as Promise<void>;
  }
}
