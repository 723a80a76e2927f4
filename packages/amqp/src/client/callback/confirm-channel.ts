import { ConfirmSelect } from '../../wire/methods.js';
import type { ChannelRecovery } from '../channel/channel-recovery.js';
import type { OnConfirm } from '../channel/publishing/confirms.js';
import type { OnReply } from '../channel/calls/rpc-queue.js';
import type { ConfirmChannel as ConfirmChannelApi } from '../types/callback.js';
import type { Options } from '../types/options.js';
import { Channel } from './channel.js';

/** A channel on which the server confirms each message. */
export class ConfirmChannel extends Channel implements ConfirmChannelApi {
  /** The callbacks of the messages that are not confirmed, false where there is none. */
  get unconfirmed(): readonly (OnConfirm | false)[] {
    return this.core.confirms.open;
  }

  override open(settle: OnReply, recovery?: ChannelRecovery): void {
    super.open((error) => {
      if (error !== null) return settle(error);
      this.core.call(ConfirmSelect, {}, (refusal, reply) => {
        if (refusal === null) this.recoverWith(recovery, ConfirmSelect);
        settle(refusal, reply);
      });
    });
  }

  override publish(
    exchange: string,
    routingKey: string,
    content: Buffer,
    options?: Options.Publish,
    // Their types say that there is always an error: it is null where all went well.
    callback?: (error: Error, ok: object) => void,
  ): boolean {
    const hasRoom = super.publish(exchange, routingKey, content, options);
    this.core.confirms.push(callback as OnConfirm | undefined, this.core.session.sender.position);
    return hasRoom;
  }

  override sendToQueue(
    queue: string,
    content: Buffer,
    options?: Options.Publish,
    callback?: (error: Error, ok: object) => void,
  ): boolean {
    return this.publish('', queue, content, options, callback);
  }

  waitForConfirms(callback: (error?: Error) => void): void {
    // Called from within the promise, as in `amqplib`: what it throws is an unhandled rejection.
    const confirmed = (): void => callback();
    this.core.confirms.wait().then(confirmed, callback);
  }
}
