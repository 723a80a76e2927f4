import { BasicCancel } from '../../wire/methods.js';
import * as fields from '../channel/arguments.js';
import { BaseChannel } from '../channel/base-channel.js';
import type { ChannelRecovery } from '../channel/channel-recovery.js';
import type { OnMessage } from '../channel/deliveries/consumers.js';
import { callWithin } from '../channel/calls/limited.js';
import { defineQuestions, type QuestionName } from '../channel/calls/questions.js';
import { consumeWithin, getWithin } from '../channel/calls/receiving.js';
import type { GetMessage, Message } from '../types/message.js';
import type { Limits, Options } from '../types/options.js';
import type { Channel as ChannelApi } from '../types/promise.js';
import type { Replies } from '../types/replies.js';

/** A channel whose methods return promises. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- defineQuestions adds these methods
export interface Channel extends Pick<ChannelApi, QuestionName> {}
export class Channel extends BaseChannel implements ChannelApi {
  static {
    defineQuestions(this.prototype, ({ core }, { spec, result }, given, limits: Limits | undefined) => {
      const called = callWithin(core, spec, given, limits);
      return result === undefined ? called : called.then(() => result(given));
    });
    // The same function under both names, as in `amqplib`.
    Object.defineProperty(
      this.prototype,
      'qos',
      Object.getOwnPropertyDescriptor(this.prototype, 'prefetch')!,
    );
  }

  /** Opens the channel: nothing else may be done before. @param recovery has it come back after a loss; undefined: it does not */
  open(recovery?: ChannelRecovery): Promise<void> {
    return new Promise((resolve, reject) => {
      this.core.allocate();
      this.core.open((error) => {
        if (error !== null) return reject(error);
        this.recoverWith(recovery, undefined);
        resolve();
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.core.close(resolve));
  }

  consume(
    queue: string,
    onMessage: OnMessage,
    options?: Options.Consume,
    limits?: Limits,
  ): Promise<Replies.Consume> {
    const given = fields.consume(queue, options);
    const register = (consumerTag: string): void =>
      this.registerConsumer(consumerTag, onMessage, given['noAck'] === true);
    return consumeWithin(this.core, given, register, limits);
  }

  cancel(consumerTag: string, limits?: Limits): Promise<Replies.Cancel> {
    const arrived = (): void => this.unregisterConsumer(consumerTag);
    const given = fields.cancel(consumerTag);
    return callWithin<Replies.Cancel>(this.core, BasicCancel, given, limits, { arrived, late: arrived });
  }

  get(queue: string, options?: Options.Get, limits?: Limits): Promise<GetMessage | false> {
    return getWithin(this.core, fields.get(queue, options), limits);
  }

  ack(message: Message, allUpTo?: boolean): void {
    this.core.ack(message.fields.deliveryTag, Boolean(allUpTo));
  }

  ackAll(): void {
    this.core.ack(0, true);
  }

  nack(message: Message, allUpTo?: boolean, requeue?: boolean): void {
    this.core.nack(message.fields.deliveryTag, Boolean(allUpTo), requeue);
  }

  nackAll(requeue?: boolean): void {
    this.core.nack(0, true, requeue);
  }

  reject(message: Message, requeue?: boolean): void {
    this.core.reject(message.fields.deliveryTag, requeue);
  }
}
