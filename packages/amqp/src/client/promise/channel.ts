import { BasicCancel, BasicConsume, BasicGet } from '../../wire/methods.js';
import * as fields from '../channel/arguments.js';
import { BaseChannel } from '../channel/base-channel.js';
import type { ChannelRecovery } from '../channel/channel-recovery.js';
import type { OnMessage } from '../channel/deliveries/consumers.js';
import { callWithin } from '../channel/calls/limited.js';
import { defineQuestions, type QuestionName } from '../channel/calls/questions.js';
import { giveBack, undoConsume } from '../channel/calls/receiving.js';
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

  /** Opens the channel, before anything else. @param recovery restores it after a loss; undefined: nothing does */
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
    const noAck = given['noAck'] === true;
    return callWithin<Replies.Consume>(this.core, BasicConsume, given, limits, {
      arrived: ({ consumerTag }) => this.registerConsumer(consumerTag, onMessage, noAck),
      late: ({ consumerTag }) => undoConsume(this.core, consumerTag, noAck),
    });
  }

  cancel(consumerTag: string, limits?: Limits): Promise<Replies.Cancel> {
    const arrived = (): void => this.unregisterConsumer(consumerTag);
    const given = fields.cancel(consumerTag);
    return callWithin<Replies.Cancel>(this.core, BasicCancel, given, limits, { arrived, late: arrived });
  }

  get(queue: string, options?: Options.Get, limits?: Limits): Promise<GetMessage | false> {
    const given = fields.get(queue, options);
    return callWithin<GetMessage | false>(this.core, BasicGet, given, limits, {
      late: (message) => {
        if (message !== false && given['noAck'] !== true) giveBack(this.core, message);
      },
    });
  }

  ack(message: Message, allUpTo?: boolean): void {
    this.core.acks.ack(message.fields.deliveryTag, Boolean(allUpTo));
  }

  ackAll(): void {
    this.core.acks.ack(0, true);
  }

  nack(message: Message, allUpTo?: boolean, requeue?: boolean): void {
    this.core.acks.nack(message.fields.deliveryTag, Boolean(allUpTo), requeue);
  }

  nackAll(requeue?: boolean): void {
    this.core.acks.nack(0, true, requeue);
  }

  reject(message: Message, requeue?: boolean): void {
    this.core.acks.reject(message.fields.deliveryTag, requeue);
  }
}
