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
  BasicRecover,
  BasicRecoverOk,
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
import { Acks } from './deliveries/acks.js';
import { Backlog, piecesOf } from './backlog.js';
import type { ChannelObserver } from './channel-observer.js';
import { ChannelState } from './channel-state.js';
import { closeForThrown } from './close-for-thrown.js';
import { Confirms } from './publishing/confirms.js';
import { consumerTimeoutHint } from './deliveries/consumer-timeout.js';
import { Consumers } from './deliveries/consumers.js';
import { diagnoseChannel } from './diagnose-channel.js';
import { RpcQueue, type OnReply, type Rpc } from './calls/rpc-queue.js';
import type { ChannelOptions } from '../types/options.js';
import { deliverAttributes } from './trace-attributes.js';
import { deliverTracing, publishTrace, publishTracing } from './tracing.js';

type Fields = Readonly<Record<string, unknown>>;

const REPLY_SUCCESS = 200;
const UNEXPECTED_FRAME = 505;
/** Offset of the bits of `BasicAck` and `BasicNack`, behind the delivery tag. */
const BITS_OFFSET = 8;

/** What the application sees of a channel, through which all goes that tracers wrap. */
interface ChannelFace extends EventEmitter {
  /** False for a core that is to take the place of the one before. */
  isRunBy(core: unknown): boolean;
  sendImmediately(method: number, fields: Fields): void;
  dispatchMessage(fields: { readonly consumerTag: string }, message: ConsumeMessage | null): void;
}

/** What runs a channel. The application sees its face: see `Channel` of both APIs. */
export class ChannelCore implements ChannelPort {
  readonly face: ChannelFace;
  readonly session: Session;
  readonly consumers: Consumers;
  readonly confirms: Confirms = new Confirms();
  /** Set where the channel may come back. */
  observer: ChannelObserver | undefined;
  readonly #options: ChannelOptions | undefined;
  readonly #acks: Acks;
  readonly #state = new ChannelState();
  readonly #rpcs = new RpcQueue((rpc) => this.sendByFace(rpc.spec, rpc.fields));
  readonly #backlog: Backlog;
  #number = 0;
  /** Runs when the server has agreed to the channel's end. */
  #onCloseOk: (() => void) | undefined;
  /** True if it is the application that waits for the channel's end. */
  #isCloseAwaited = false;
  /** True if the server has closed it for an error. */
  #isRefused = false;

  /** @param face hears of the channel's events; @param before what ran the channel on a connection that is lost */
  constructor(face: ChannelFace, session: Session, options?: ChannelOptions, before?: ChannelCore) {
    this.face = face;
    this.session = session;
    this.#options = options;
    this.#backlog = new Backlog(options?.highWaterMark, before !== undefined && before.#backlog.isFull);
    this.consumers = before?.consumers ?? new Consumers();
    this.#acks = new Acks(this, before === undefined ? undefined : before.#acks);
  }

  /** Makes what runs the channel on another connection: with the same consumers and events, and deliveries that are counted on. */
  successor(session: Session): ChannelCore {
    return new ChannelCore(this.face, session, this.#options, this);
  }

  /** Tells the application that the channel is back. Throws what its listeners throw. */
  tellRecovered(): void {
    const attempts = new Attempts();
    attempts.run(() => safeEmit(this.face, 'recovered'));
    attempts.run(() => {
      if (this.#backlog.isFull && !this.onWritten()) this.session.awaitWritten(this);
    });
    attempts.finish();
  }

  /** Number of the channel; 0 before it has one. */
  get number(): number {
    return this.#number;
  }

  /** True if its connection is lost, and it comes back on another. */
  get isLost(): boolean {
    return this.#state.isLost;
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

  /** Sends a method as {@link send} does, by what tracers wrap. */
  sendByFace(spec: MethodSpec, fields: Fields): void {
    if (this.face.isRunBy(this)) this.face.sendImmediately(spec.id, fields);
    else this.send(spec, fields);
  }

  /** Sends a method that has a reply, as soon as those before it have theirs. Throws as {@link send} does. */
  call(spec: MethodSpec, fields: Fields, { id: expected }: MethodSpec, settle: OnReply): Rpc {
    this.#state.check();
    if (spec === BasicRecover) this.#acks.forget();
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

  ack(tag: number, multiple: boolean): void {
    this.#acks.ack(tag, multiple);
  }

  /** @param requeue undefined: true */
  nack(tag: number, multiple: boolean, requeue: boolean | undefined): void {
    this.#acks.nack(tag, multiple, requeue);
  }

  /** @param requeue undefined: true */
  reject(tag: number, requeue: boolean | undefined): void {
    this.#acks.reject(tag, requeue);
  }

  /** Closes a channel that is lost: it does not come back. @param onClosed runs before event `close` */
  abandon(onClosed: () => void = () => undefined): void {
    if (!this.#state.isLost) return;
    this.#state.closed(stackCapture('the channel does not come back'));
    const attempts = new Attempts();
    attempts.run(onClosed);
    attempts.run(() => this.#tellClosed());
    attempts.finish();
  }

  /** A consumer has ended, and not because the application has cancelled it: that is told so. Throws what it throws. */
  endConsumer(fields: { readonly consumerTag: string }): void {
    try {
      this.observer?.onCancel(fields.consumerTag);
      this.face.dispatchMessage(fields, null);
      this.consumers.remove(fields.consumerTag);
      this.face.emit('cancel', fields);
    } catch (error) {
      handlerThrew(this.face, 'cancel', error);
    }
  }

  /** Closes the channel. Throws if it is closing or closed. @param onClosed runs before event `close` */
  close(onClosed: () => void): void {
    if (this.#state.isLost) return this.abandon(onClosed);
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
        return this.endConsumer(decodeMethod(BasicCancel, bytes, start, end) as { consumerTag: string });
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
      fields.deliveryTag = this.#acks.arrived(fields.deliveryTag);
      const properties = decodeProperties(bytes, propertiesStart, propertiesEnd);
      this.#deliver({ fields, properties, content } as ConsumeMessage);
      return;
    }
    const spec = method === BasicReturn.id ? BasicReturn : BasicGetOk;
    const fields = decodeMethod(spec, bytes, start, end);
    if (spec === BasicGetOk) fields['deliveryTag'] = this.#acks.arrived(fields['deliveryTag'] as number);
    const message = { fields, properties: decodeProperties(bytes, propertiesStart, propertiesEnd), content };
    if (method === BasicGetOk.id) this.#onGetOk(message as unknown as GetMessage);
    else this.#run(() => safeEmit(this.face, 'return', message));
  }

  onWritten(): boolean {
    if (!this.#backlog.drain(this.session.sent)) return false;
    safeEmit(this.face, 'drain');
    return true;
  }

  end(stack: string): void {
    if (this.#state.isClosed) return;
    const attempts = new Attempts();
    // A channel that was about to be closed, or that the server has closed, does not come back.
    const isLost = this.#state.isOpen && !this.#isRefused && this.observer?.onLost() === true;
    if (isLost) this.#state.lost(stack);
    else this.#state.closed(stack);
    attempts.run(() => this.#rpcs.end());
    this.session.removeChannel(this.#number, this);
    this.consumers.unacknowledged.clear();
    attempts.run(() => this.confirms.end(this.session.sent));
    // The connection is lost, and with it the answer to `close`; the channel is closed all the same.
    if (this.#isCloseAwaited) attempts.run(() => this.#onCloseOk?.());
    if (!isLost) attempts.run(() => this.#tellClosed());
    attempts.finish();
  }

  #tellClosed(): void {
    if (this.observer?.onClosed() !== false) safeEmit(this.face, 'close');
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
    this.#acks.interrupt();
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
      safeEmit(this.face, 'error', error);
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
    this.#isRefused = true;
    if (rpc !== undefined) {
      const isItsOwn = rpc.spec.id === reason.classId * 0x1_0000 + reason.methodId;
      if (isItsOwn && this.observer?.isOwn(rpc)) this.#isRefused = false;
      const why = isItsOwn ? `Operation failed: ${rpc.spec.name}; ${text}` : message;
      rpc.settle(serverError(why, reason, hint));
    }
    this.#send(ChannelCloseOk, {});
    if (this.#isRefused) safeEmit(this.face, 'error', serverError(message, reason, hint));
    this.end(stackCapture(message));
  }

  #onConfirm(method: number, bytes: Buffer, start: number, end: number): void {
    const isAck = method === BasicAck.id;
    const tag = readLong(bytes, start);
    const multiple = (bytes[start + BITS_OFFSET] & 1) !== 0;
    const event = isAck ? 'ack' : 'nack';
    try {
      this.confirms.settle(tag, multiple, isAck ? null : new Error('message nacked'));
      if (this.face.listenerCount(event) === 0) return;
      this.face.emit(event, decodeMethod(isAck ? BasicAck : BasicNack, bytes, start, end));
    } catch (error) {
      handlerThrew(this.face, event, error);
    }
  }

  #onReply(method: number, bytes: Buffer, start: number, end: number): void {
    const rpc = this.#rpcs.current;
    const spec = methodById(method);
    if (method === BasicRecoverOk.id) this.consumers.unacknowledged.clear();
    if (method === rpc?.expected) {
      const reply = decodeMethod(spec!, bytes, start, end);
      this.observer?.onReply(rpc, reply);
      return this.#rpcs.advance(null, reply);
    }
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
      else this.face.dispatchMessage(message.fields, message);
      if (this.face.listenerCount('delivery') > 0) this.face.emit('delivery', message);
    } catch (error) {
      this.#run(() => handlerThrew(this.face, 'delivery', error));
    }
  }

  #deliverTraced(message: ConsumeMessage): void {
    const { connection } = this.session;
    const attributes = deliverAttributes(connection, message);
    const trace = { connection, channel: this.#number, message, attributes };
    deliverTracing.traceSync(() => this.face.dispatchMessage(message.fields, message), trace);
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
    const { reason, code, error } = closeForThrown(thrown);
    this.#fail(0, reason, code, error);
  }
}
