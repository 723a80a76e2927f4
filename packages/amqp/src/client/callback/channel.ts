import { BasicCancel, BasicConsume, BasicGet } from '../../wire/methods.js';
import * as fields from '../channel/arguments.js';
import { BaseChannel } from '../channel/base-channel.js';
import type { ChannelRecovery } from '../channel/channel-recovery.js';
import type { OnMessage } from '../channel/deliveries/consumers.js';
import { defineQuestions, type QuestionName } from '../channel/calls/questions.js';
import type { OnReply } from '../channel/calls/rpc-queue.js';
import type { Channel as ChannelApi } from '../types/callback.js';
import type { GetMessage, Message } from '../types/message.js';
import type { Options } from '../types/options.js';
import type { Replies } from '../types/replies.js';
import { replyTo, type Callback } from './reply.js';

/** A channel whose methods take a callback, and return the channel. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- defineQuestions adds these methods
export interface Channel extends Pick<ChannelApi, QuestionName> {}
export class Channel extends BaseChannel implements ChannelApi {
  static {
    defineQuestions(this.prototype, (channel, { spec, result }, given, callback: Callback<unknown>) => {
      channel.core.call(spec, given, replyTo(callback, result && (() => result(given))));
      return channel;
    });
  }

  /** Opens the channel, before anything else. @param recovery restores it after a loss; undefined: nothing does */
  open(settle: OnReply, recovery?: ChannelRecovery): void {
    try {
      this.core.allocate();
    } catch (error) {
      return settle(error as Error);
    }
    this.core.open((error, reply) => {
      if (error === null) this.recoverWith(recovery, undefined);
      settle(error, reply);
    });
  }

  close(callback?: (error: Error) => void): void {
    this.core.close(() => (callback as OnReply | undefined)?.(null));
  }

  consume(
    queue: string,
    onMessage: OnMessage,
    options?: Options.Consume,
    callback?: Callback<Replies.Consume>,
  ): this {
    const given = fields.consume(queue, options);
    const settle = replyTo(callback, (reply) => {
      const ok = reply as Replies.Consume;
      this.registerConsumer(ok.consumerTag, onMessage, given['noAck'] === true);
      return ok;
    });
    this.core.call(BasicConsume, given, settle);
    return this;
  }

  cancel(consumerTag: string, callback?: Callback<Replies.Cancel>): this {
    const settle = replyTo(callback, (reply) => {
      this.unregisterConsumer(consumerTag);
      return reply as Replies.Cancel;
    });
    this.core.call(BasicCancel, fields.cancel(consumerTag), settle);
    return this;
  }

  get(queue: string, options?: Options.Get, callback?: Callback<GetMessage | false>): this {
    this.core.call(BasicGet, fields.get(queue, options), replyTo(callback));
    return this;
  }

  ack(message: Message, allUpTo?: boolean): this {
    this.core.acks.ack(message.fields.deliveryTag, Boolean(allUpTo));
    return this;
  }

  ackAll(): this {
    this.core.acks.ack(0, true);
    return this;
  }

  nack(message: Message, allUpTo?: boolean, requeue?: boolean): this {
    this.core.acks.nack(message.fields.deliveryTag, Boolean(allUpTo), requeue);
    return this;
  }

  nackAll(requeue?: boolean): this {
    this.core.acks.nack(0, true, requeue);
    return this;
  }

  reject(message: Message, requeue?: boolean): this {
    this.core.acks.reject(message.fields.deliveryTag, requeue);
    return this;
  }
}
