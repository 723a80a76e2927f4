import type { MethodSpec } from '../../wire/method-spec.js';
import * as methods from '../../wire/methods.js';
import * as fields from '../channel/arguments.js';
import { BaseChannel } from '../channel/base-channel.js';
import type { ChannelRecovery } from '../channel/channel-recovery.js';
import type { OnMessage } from '../channel/deliveries/consumers.js';
import { callWithin } from '../channel/calls/limited.js';
import { consumeWithin, getWithin } from '../channel/calls/receiving.js';
import { publishFields } from '../channel/publishing/publish-fields.js';
import type { GetMessage, Message } from '../types/message.js';
import type { Limits, Options } from '../types/options.js';
import type { Channel as ChannelApi } from '../types/promise.js';
import type { Replies } from '../types/replies.js';

/** A channel whose methods return promises. */
export class Channel extends BaseChannel implements ChannelApi {
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

  /** @param select the method that has its messages confirmed */
  protected recoverWith(recovery: ChannelRecovery | undefined, select: MethodSpec | undefined): void {
    recovery?.add(this.core, select, (core) => {
      this.core = core;
      this.connection = core.session.connection;
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.core.close(resolve));
  }

  assertQueue(queue?: string, options?: Options.AssertQueue, limits?: Limits): Promise<Replies.AssertQueue> {
    return this.#call(
      methods.QueueDeclare,
      methods.QueueDeclareOk,
      fields.assertQueue(queue, options),
      limits,
    );
  }

  checkQueue(queue: string, limits?: Limits): Promise<Replies.AssertQueue> {
    return this.#call(methods.QueueDeclare, methods.QueueDeclareOk, fields.checkQueue(queue), limits);
  }

  deleteQueue(queue: string, options?: Options.DeleteQueue, limits?: Limits): Promise<Replies.DeleteQueue> {
    return this.#call(methods.QueueDelete, methods.QueueDeleteOk, fields.deleteQueue(queue, options), limits);
  }

  purgeQueue(queue: string, limits?: Limits): Promise<Replies.PurgeQueue> {
    return this.#call(methods.QueuePurge, methods.QueuePurgeOk, fields.purgeQueue(queue), limits);
  }

  bindQueue(
    queue: string,
    source: string,
    pattern: string,
    args?: unknown,
    limits?: Limits,
  ): Promise<Replies.Empty> {
    const given = fields.bindQueue(queue, source, pattern, args);
    return this.#call(methods.QueueBind, methods.QueueBindOk, given, limits);
  }

  unbindQueue(
    queue: string,
    source: string,
    pattern: string,
    args?: unknown,
    limits?: Limits,
  ): Promise<Replies.Empty> {
    const given = fields.bindQueue(queue, source, pattern, args);
    return this.#call(methods.QueueUnbind, methods.QueueUnbindOk, given, limits);
  }

  assertExchange(
    exchange: string,
    type: string,
    options?: Options.AssertExchange,
    limits?: Limits,
  ): Promise<Replies.AssertExchange> {
    const given = fields.assertExchange(exchange, type, options);
    return this.#call(methods.ExchangeDeclare, methods.ExchangeDeclareOk, given, limits).then(() => ({
      exchange,
    }));
  }

  checkExchange(exchange: string, limits?: Limits): Promise<Replies.Empty> {
    const given = fields.checkExchange(exchange);
    return this.#call(methods.ExchangeDeclare, methods.ExchangeDeclareOk, given, limits);
  }

  deleteExchange(
    exchange: string,
    options?: Options.DeleteExchange,
    limits?: Limits,
  ): Promise<Replies.Empty> {
    const given = fields.deleteExchange(exchange, options);
    return this.#call(methods.ExchangeDelete, methods.ExchangeDeleteOk, given, limits);
  }

  bindExchange(
    destination: string,
    source: string,
    pattern: string,
    args?: unknown,
    limits?: Limits,
  ): Promise<Replies.Empty> {
    const given = fields.bindExchange(destination, source, pattern, args);
    return this.#call(methods.ExchangeBind, methods.ExchangeBindOk, given, limits);
  }

  unbindExchange(
    destination: string,
    source: string,
    pattern: string,
    args?: unknown,
    limits?: Limits,
  ): Promise<Replies.Empty> {
    const given = fields.bindExchange(destination, source, pattern, args);
    return this.#call(methods.ExchangeUnbind, methods.ExchangeUnbindOk, given, limits);
  }

  publish(exchange: string, routingKey: string, content: Buffer, options?: Options.Publish): boolean {
    const given = publishFields(exchange, routingKey, options);
    return this.sendMessage(given, given, content);
  }

  sendToQueue(queue: string, content: Buffer, options?: Options.Publish): boolean {
    return this.publish('', queue, content, options);
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
    return callWithin<Replies.Cancel>(
      this.core,
      { spec: methods.BasicCancel, reply: methods.BasicCancelOk },
      given,
      limits,
      { arrived, late: arrived },
    );
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

  prefetch(count: number, global?: boolean, limits?: Limits): Promise<Replies.Empty> {
    return this.#call(methods.BasicQos, methods.BasicQosOk, fields.prefetch(count, global), limits);
  }

  recover(limits?: Limits): Promise<Replies.Empty> {
    return this.#call(methods.BasicRecover, methods.BasicRecoverOk, { requeue: true }, limits);
  }

  #call<Result>(
    spec: MethodSpec,
    reply: MethodSpec,
    given: Readonly<Record<string, unknown>>,
    limits?: Limits,
  ): Promise<Result> {
    return callWithin(this.core, { spec, reply }, given, limits);
  }
}

// The same function under both names, as in `amqplib`.
const prefetch = Object.getOwnPropertyDescriptor(Channel.prototype, 'prefetch')!;
Object.defineProperty(Channel.prototype, 'qos', prefetch);
