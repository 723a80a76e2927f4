import type { MethodSpec } from '../../wire/method-spec.js';
import * as methods from '../../wire/methods.js';
import * as fields from '../channel/arguments.js';
import { BaseChannel } from '../channel/base-channel.js';
import type { ChannelRecovery } from '../channel/channel-recovery.js';
import type { OnMessage } from '../channel/deliveries/consumers.js';
import { publishFields } from '../channel/publishing/publish-fields.js';
import type { OnReply } from '../channel/calls/rpc-queue.js';
import type { Channel as ChannelApi } from '../types/callback.js';
import type { GetMessage, Message } from '../types/message.js';
import type { Options } from '../types/options.js';
import type { Replies } from '../types/replies.js';
import { replyTo, type Callback } from './reply.js';

/** A channel whose methods take a callback, and return the channel. */
export class Channel extends BaseChannel implements ChannelApi {
  /** Opens the channel: nothing else may be done before. @param recovery has it come back after a loss; undefined: it does not */
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

  /** @param select the method that has its messages confirmed */
  protected recoverWith(recovery: ChannelRecovery | undefined, select: MethodSpec | undefined): void {
    recovery?.add(this.core, select, (core) => {
      this.core = core;
      this.connection = core.session.connection;
    });
  }

  close(callback?: (error: Error) => void): void {
    this.core.close(() => (callback as OnReply | undefined)?.(null));
  }

  assertQueue(queue?: string, options?: Options.AssertQueue, callback?: Callback<Replies.AssertQueue>): this {
    const given = fields.assertQueue(queue, options);
    return this.#call(methods.QueueDeclare, methods.QueueDeclareOk, given, callback);
  }

  checkQueue(queue: string, callback?: Callback<Replies.AssertQueue>): this {
    return this.#call(methods.QueueDeclare, methods.QueueDeclareOk, fields.checkQueue(queue), callback);
  }

  deleteQueue(queue: string, options?: Options.DeleteQueue, callback?: Callback<Replies.DeleteQueue>): this {
    const given = fields.deleteQueue(queue, options);
    return this.#call(methods.QueueDelete, methods.QueueDeleteOk, given, callback);
  }

  purgeQueue(queue: string, callback?: Callback<Replies.PurgeQueue>): this {
    return this.#call(methods.QueuePurge, methods.QueuePurgeOk, fields.purgeQueue(queue), callback);
  }

  bindQueue(
    queue: string,
    source: string,
    pattern: string,
    args?: unknown,
    callback?: Callback<Replies.Empty>,
  ): this {
    const given = fields.bindQueue(queue, source, pattern, args);
    return this.#call(methods.QueueBind, methods.QueueBindOk, given, callback);
  }

  unbindQueue(
    queue: string,
    source: string,
    pattern: string,
    args?: unknown,
    callback?: Callback<Replies.Empty>,
  ): this {
    const given = fields.bindQueue(queue, source, pattern, args);
    return this.#call(methods.QueueUnbind, methods.QueueUnbindOk, given, callback);
  }

  assertExchange(
    exchange: string,
    type: string,
    options?: Options.AssertExchange,
    callback?: Callback<Replies.AssertExchange>,
  ): this {
    const settle = replyTo(callback, () => ({ exchange }));
    const given = fields.assertExchange(exchange, type, options);
    this.core.call(methods.ExchangeDeclare, given, methods.ExchangeDeclareOk, settle);
    return this;
  }

  checkExchange(exchange: string, callback?: Callback<Replies.Empty>): this {
    const given = fields.checkExchange(exchange);
    return this.#call(methods.ExchangeDeclare, methods.ExchangeDeclareOk, given, callback);
  }

  deleteExchange(
    exchange: string,
    options?: Options.DeleteExchange,
    callback?: Callback<Replies.Empty>,
  ): this {
    const given = fields.deleteExchange(exchange, options);
    return this.#call(methods.ExchangeDelete, methods.ExchangeDeleteOk, given, callback);
  }

  bindExchange(
    destination: string,
    source: string,
    pattern: string,
    args?: unknown,
    callback?: Callback<Replies.Empty>,
  ): this {
    const given = fields.bindExchange(destination, source, pattern, args);
    return this.#call(methods.ExchangeBind, methods.ExchangeBindOk, given, callback);
  }

  unbindExchange(
    destination: string,
    source: string,
    pattern: string,
    args?: unknown,
    callback?: Callback<Replies.Empty>,
  ): this {
    const given = fields.bindExchange(destination, source, pattern, args);
    return this.#call(methods.ExchangeUnbind, methods.ExchangeUnbindOk, given, callback);
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
    callback?: Callback<Replies.Consume>,
  ): this {
    const given = fields.consume(queue, options);
    const settle = replyTo(callback, (reply) => {
      const ok = reply as Replies.Consume;
      this.registerConsumer(ok.consumerTag, onMessage, given['noAck'] === true);
      return ok;
    });
    this.core.call(methods.BasicConsume, given, methods.BasicConsumeOk, settle);
    return this;
  }

  cancel(consumerTag: string, callback?: Callback<Replies.Cancel>): this {
    const settle = replyTo(callback, (reply) => {
      this.unregisterConsumer(consumerTag);
      return reply as Replies.Cancel;
    });
    this.core.call(methods.BasicCancel, fields.cancel(consumerTag), methods.BasicCancelOk, settle);
    return this;
  }

  get(queue: string, options?: Options.Get, callback?: Callback<GetMessage | false>): this {
    return this.#call(methods.BasicGet, methods.BasicGetOk, fields.get(queue, options), callback);
  }

  ack(message: Message, allUpTo?: boolean): this {
    this.core.ack(message.fields.deliveryTag, Boolean(allUpTo));
    return this;
  }

  ackAll(): this {
    this.core.ack(0, true);
    return this;
  }

  nack(message: Message, allUpTo?: boolean, requeue?: boolean): this {
    this.core.nack(message.fields.deliveryTag, Boolean(allUpTo), requeue);
    return this;
  }

  nackAll(requeue?: boolean): this {
    this.core.nack(0, true, requeue);
    return this;
  }

  reject(message: Message, requeue?: boolean): this {
    this.core.reject(message.fields.deliveryTag, requeue);
    return this;
  }

  prefetch(count: number, global?: boolean, callback?: Callback<Replies.Empty>): this {
    return this.#call(methods.BasicQos, methods.BasicQosOk, fields.prefetch(count, global), callback);
  }

  recover(callback?: Callback<Replies.Empty>): this {
    return this.#call(methods.BasicRecover, methods.BasicRecoverOk, { requeue: true }, callback);
  }

  #call<Result>(
    spec: MethodSpec,
    reply: MethodSpec,
    given: Readonly<Record<string, unknown>>,
    callback: Callback<Result>,
  ): this {
    this.core.call(spec, given, reply, replyTo(callback));
    return this;
  }
}
