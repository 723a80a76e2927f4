import type { EventEmitter } from 'node:events';
import { closeMessage } from '../../link/close-message.js';
import { decodeDeliver, decodeMethod, decodeProperties } from '../../wire/decode.js';
import { readLong } from '../../wire/integers.js';
import {
  BasicAck,
  BasicCancel,
  BasicDeliver,
  BasicGetEmpty,
  BasicGetOk,
  BasicNack,
  BasicPublish,
  BasicRecoverOk,
  BasicReject,
  BasicReturn,
  ChannelClose,
  ChannelCloseOk,
  ChannelOpen,
  ChannelOpenOk,
  methodById,
} from '../../wire/methods.js';
import type { MethodSpec } from '../../wire/method-spec.js';
import type { ChannelPort } from '../connection/channel-port.js';
import { handlerThrew, safeEmit } from '../connection/safe-emit.js';
import type { Session } from '../connection/session.js';
import { Attempts } from '../errors/attempts.js';
import { serverError, type CloseReason } from '../errors/server-error.js';
import { stackCapture } from '../errors/stack-capture.js';
import type { ChannelDiagnosis } from '../types/diagnosis.js';
import type { ConsumeMessage, GetMessage } from '../types/message.js';
import { Backlog, piecesOf } from './backlog.js';
import { ChannelState } from './channel-state.js';
import { Confirms } from './confirms.js';
import { consumerTimeoutHint } from './consumer-timeout.js';
import { Consumers } from './consumers.js';
import { diagnoseChannel } from './diagnose-channel.js';
import { RpcQueue, type OnReply, type Rpc } from './rpc-queue.js';
import type { ChannelOptions } from '../types/options.js';
import { deliverAttributes } from './trace-attributes.js';
import { deliverTracing, publishTrace, publishTracing } from './tracing.js';

type Fields = Readonly<Record<string, unknown>>;

const REPLY_SUCCESS = 200;
const UNEXPECTED_FRAME = 505;
const INTERNAL_ERROR = 541;
/** Offset of the bits of `BasicAck` and `BasicNack`, behind the delivery tag. */
const BITS_OFFSET = 8;

/** What runs a channel. The application sees an emitter: see `Channel` of both APIs. */
export class ChannelCore implements ChannelPort {
  readonly session: Session;
  readonly consumers: Consumers = new Consumers();
  readonly confirms: Confirms = new Confirms();
  readonly #emitter: EventEmitter;
  readonly #state = new ChannelState();
  readonly #rpcs = new RpcQueue((rpc) => this.send(rpc.spec, rpc.fields));
  readonly #backlog: Backlog;
  #number = 0;
  /** Runs when the server has agreed to the channel's end. */
  #onCloseOk: (() => void) | undefined;
  /** True if it is the application that waits for the channel's end. */
  #isCloseAwaited = false;

  /** @param emitter hears of the channel's events */
  constructor(emitter: EventEmitter, session: Session, options: ChannelOptions | undefined) {
    this.#emitter = emitter;
    this.session = session;
    this.#backlog = new Backlog(options?.highWaterMark);
  }

  /** Number of the channel; 0 before it has one. */
  get number(): number {
    return this.#number;
  }

  /** Takes the lowest free number. Throws if there is none. */
  allocate(): void {
    this.#number = this.session.addChannel(this);
  }

  /** Opens the channel under its number. Throws when the connection is closing or closed. */
  open(settle: OnReply): void {
    try {
      this.call(ChannelOpen, { outOfBand: '' }, ChannelOpenOk, settle);
    } catch (error) {
      this.session.removeChannel(this.#number, this);
      throw error;
    }
  }

  /** Sends a method that has no reply. Throws for arguments of a wrong type, and when the channel is closing or closed. */
  send(spec: MethodSpec, fields: Fields): void {
    this.#state.check();
    this.#send(spec, fields);
  }

  /** Sends a method that has a reply, as soon as those before it have theirs. Throws as {@link send} does. */
  call(spec: MethodSpec, fields: Fields, { id: expected }: MethodSpec, settle: OnReply): Rpc {
    this.#state.check();
    const rpc: Rpc = { spec, fields, expected, settle, isDropped: false };
    this.#rpcs.add(rpc);
    return rpc;
  }

  /** True if a method has been sent, and has no reply yet. */
  isSent(rpc: Rpc): boolean {
    return this.#rpcs.current === rpc;
  }

  /** Publishes a message. @param fields arguments and properties. @returns false if too much waits */
  publish(fields: Record<string, unknown>, content: Buffer): boolean {
    if (!publishTracing.hasSubscribers) return this.#publish(fields, content);
    const trace = publishTrace(this.session.connection, this.#number, fields, content);
    return publishTracing.traceSync(() => this.#publish(fields, content), trace);
  }

  ack(deliveryTag: number, multiple: boolean): void {
    this.send(BasicAck, { deliveryTag, multiple });
    this.consumers.unacknowledged.settle(deliveryTag, multiple);
  }

  /** @param requeue undefined: true */
  nack(deliveryTag: number, multiple: boolean, requeue: boolean | undefined): void {
    this.send(BasicNack, { deliveryTag, multiple, requeue });
    this.consumers.unacknowledged.settle(deliveryTag, multiple);
  }

  /** @param requeue undefined: true */
  reject(deliveryTag: number, requeue: boolean | undefined): void {
    this.send(BasicReject, { deliveryTag, requeue });
    this.consumers.unacknowledged.settle(deliveryTag, false);
  }

  /** Closes the channel. Throws if it is closing or closed. @param onClosed runs before event `close` */
  close(onClosed: () => void): void {
    this.#close('Goodbye', REPLY_SUCCESS, onClosed);
    this.#isCloseAwaited = true;
  }

  diagnose(): ChannelDiagnosis {
    const { consumers, confirms, session } = this;
    const waitingBytes = this.#backlog.waiting(session.sent);
    return { ...diagnoseChannel(this.#number, this.#state, this.#rpcs, consumers, confirms), waitingBytes };
  }

  onMethod(method: number, bytes: Buffer, start: number, end: number): void {
    if (!this.#state.isOpen) return this.#onClosing(method);
    switch (method) {
      case BasicAck.id:
      case BasicNack.id:
        return this.#onConfirm(method, bytes, start, end);
      case BasicCancel.id:
        return this.#onCancel(decodeMethod(BasicCancel, bytes, start, end) as { consumerTag: string });
      case ChannelClose.id:
        return this.#onServerClose(decodeMethod(ChannelClose, bytes, start, end) as unknown as CloseReason);
      default:
        return this.#onReply(method, bytes, start, end);
    }
  }

  onContent(
    method: number,
    bytes: Buffer,
    start: number,
    end: number,
    propertiesStart: number,
    propertiesEnd: number,
    content: Buffer,
  ): void {
    if (!this.#state.isOpen) return;
    if (method === BasicDeliver.id) {
      const fields = decodeDeliver(bytes, start, end);
      const properties = decodeProperties(bytes, propertiesStart, propertiesEnd);
      this.#deliver({ fields, properties, content } as ConsumeMessage);
      return;
    }
    const spec = method === BasicReturn.id ? BasicReturn : BasicGetOk;
    const fields = decodeMethod(spec, bytes, start, end);
    const message = { fields, properties: decodeProperties(bytes, propertiesStart, propertiesEnd), content };
    if (method === BasicGetOk.id) this.#onGetOk(message as unknown as GetMessage);
    else this.#run(() => safeEmit(this.#emitter, 'return', message));
  }

  onWritten(): boolean {
    if (!this.#backlog.drain(this.session.sent)) return false;
    safeEmit(this.#emitter, 'drain');
    return true;
  }

  end(stack: string): void {
    if (this.#state.isClosed) return;
    const attempts = new Attempts();
    this.#state.closed(stack);
    attempts.run(() => this.#rpcs.end());
    this.session.removeChannel(this.#number, this);
    this.consumers.unacknowledged.clear();
    attempts.run(() => this.confirms.end(this.session.sent));
    // The connection is lost, and with it the answer to `close`; the channel is closed all the same.
    if (this.#isCloseAwaited) attempts.run(() => this.#onCloseOk?.());
    attempts.run(() => safeEmit(this.#emitter, 'close'));
    attempts.finish();
  }

  #publish(fields: Fields, content: Buffer): boolean {
    this.#state.check();
    if (!Buffer.isBuffer(content)) throw new TypeError('content is not a buffer');
    const { session } = this;
    const start = session.position;
    session.sendContent(this.#number, BasicPublish, fields, content);
    return this.#wrote(piecesOf(content.length, session.position - start, session.connection.frameMax));
  }

  #send(spec: MethodSpec, fields: Fields): void {
    this.session.send(this.#number, spec, fields);
    this.#wrote(1);
  }

  /** @returns false if too much waits */
  #wrote(pieces: number): boolean {
    const { session } = this;
    if (this.#backlog.add(pieces, session.position, session.waiting)) return true;
    session.awaitWritten(this);
    return false;
  }

  #close(reason: string, code: number, onCloseOk: () => void): void {
    this.#state.check();
    this.#send(ChannelClose, { replyText: reason, replyCode: code, methodId: 0, classId: 0 });
    this.#onCloseOk = onCloseOk;
    this.#state.closing(stackCapture(`closeBecause called: ${reason}`));
  }

  /** Closes the channel for a reason that the server and the application are told differently. */
  #fail(method: number, reason: string, code: number, error: Error): void {
    this.#close(reason, code, () => {
      const isMethod = method !== 0;
      Object.assign(error, { code }, isMethod ? { classId: method >>> 16, methodId: method & 0xffff } : {});
      safeEmit(this.#emitter, 'error', error);
    });
  }

  #onClosing(method: number): void {
    if (method === ChannelClose.id) return this.#send(ChannelCloseOk, {});
    if (method !== ChannelCloseOk.id) return;
    const onCloseOk = this.#onCloseOk;
    this.#onCloseOk = undefined;
    onCloseOk?.();
    this.end(stackCapture('ChannelCloseOk frame received'));
  }

  #onServerClose(reason: CloseReason): void {
    const text = closeMessage(reason.replyCode, reason.replyText);
    const message = `Channel closed by server: ${text}`;
    const hint = consumerTimeoutHint(reason.replyText, this.consumers.unacknowledged);
    const rpc = this.#rpcs.take();
    if (rpc !== undefined) {
      const isItsOwn = rpc.spec.id === reason.classId * 0x1_0000 + reason.methodId;
      const why = isItsOwn ? `Operation failed: ${rpc.spec.name}; ${text}` : message;
      rpc.settle(serverError(why, reason, hint));
    }
    this.#send(ChannelCloseOk, {});
    safeEmit(this.#emitter, 'error', serverError(message, reason, hint));
    this.end(stackCapture(message));
  }

  #onConfirm(method: number, bytes: Buffer, start: number, end: number): void {
    const isAck = method === BasicAck.id;
    const tag = readLong(bytes, start);
    const multiple = (bytes[start + BITS_OFFSET] & 1) !== 0;
    const event = isAck ? 'ack' : 'nack';
    try {
      this.confirms.settle(tag, multiple, isAck ? null : new Error('message nacked'));
      if (this.#emitter.listenerCount(event) === 0) return;
      this.#emitter.emit(event, decodeMethod(isAck ? BasicAck : BasicNack, bytes, start, end));
    } catch (error) {
      handlerThrew(this.#emitter, event, error);
    }
  }

  #onCancel(fields: { readonly consumerTag: string }): void {
    try {
      this.consumers.call(fields.consumerTag, null);
      this.consumers.remove(fields.consumerTag);
      this.#emitter.emit('cancel', fields);
    } catch (error) {
      handlerThrew(this.#emitter, 'cancel', error);
    }
  }

  #onReply(method: number, bytes: Buffer, start: number, end: number): void {
    const rpc = this.#rpcs.current;
    const spec = methodById(method);
    if (method === BasicRecoverOk.id) this.consumers.unacknowledged.clear();
    if (method === rpc?.expected) return this.#rpcs.advance(null, decodeMethod(spec!, bytes, start, end));
    if (method === BasicGetEmpty.id && rpc?.expected === BasicGetOk.id)
      return this.#rpcs.advance(null, false);
    this.#onUnexpected(method, spec?.name);
  }

  #onGetOk(message: GetMessage): void {
    const rpc = this.#rpcs.current;
    if (rpc?.expected !== BasicGetOk.id) return this.#onUnexpected(BasicGetOk.id, BasicGetOk.name);
    if (rpc.fields['noAck'] !== true) this.consumers.unacknowledged.add(message.fields.deliveryTag);
    this.#run(() => this.#rpcs.advance(null, message));
  }

  #onUnexpected(method: number, name: string | undefined): void {
    const rpc = this.#rpcs.current;
    const expected = rpc === undefined ? 'no reply' : methodById(rpc.expected)?.name;
    const error = new Error(`Expected ${expected}; got <${name} channel:${this.#number}>`);
    this.#fail(method, `Expected ${expected}; got ${name}`, UNEXPECTED_FRAME, error);
    this.#rpcs.take()?.settle(error);
  }

  #deliver(message: ConsumeMessage): void {
    // No closure: this runs for each message.
    try {
      if (deliverTracing.hasSubscribers) this.#deliverTraced(message);
      else this.consumers.call(message.fields.consumerTag, message);
      if (this.#emitter.listenerCount('delivery') > 0) this.#emitter.emit('delivery', message);
    } catch (error) {
      this.#run(() => handlerThrew(this.#emitter, 'delivery', error));
    }
  }

  #deliverTraced(message: ConsumeMessage): void {
    const { connection } = this.session;
    const attributes = deliverAttributes(connection, message);
    const trace = { connection, channel: this.#number, message, attributes };
    deliverTracing.traceSync(() => this.consumers.call(message.fields.consumerTag, message), trace);
  }

  /** Runs what handles a message. What that throws closes the channel. */
  #run(step: () => void): void {
    try {
      step();
    } catch (thrown) {
      if (!this.#state.isOpen) throw thrown;
      this.#onMessageThrew(thrown);
    }
  }

  #onMessageThrew(thrown: unknown): void {
    if (typeof thrown === 'string') return this.#fail(0, thrown, UNEXPECTED_FRAME, new Error(thrown));
    if (thrown instanceof Error)
      return this.#fail(0, 'Error while processing message', INTERNAL_ERROR, thrown);
    this.#fail(0, 'Internal error while processing message', INTERNAL_ERROR, new Error(String(thrown)));
  }
}
