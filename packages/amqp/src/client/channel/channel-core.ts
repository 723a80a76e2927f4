import { monotonicNow } from '@offloop/runtime/clock';
import { argumentsOf, type IncomingContent, type IncomingMethod } from '../../link/incoming.js';
import type { Fields, MethodSpec } from '../../wire/method-spec.js';
import {
  BasicAck,
  BasicCancel,
  BasicConsume,
  BasicNack,
  BasicQos,
  BasicRecover,
  ChannelClose,
  ChannelOpen,
  replyOf,
} from '../../wire/methods.js';
import type { ChannelPort } from '../connection/channel-port.js';
import { handlerThrew, safeEmit } from '../connection/safe-emit.js';
import type { Session } from '../connection/session.js';
import { Attempts } from '../errors/attempts.js';
import type { CloseReason } from '../errors/server-error.js';
import { stackCapture } from '../errors/stack-capture.js';
import type { ChannelDiagnosis } from '../types/diagnosis.js';
import type { ChannelOptions } from '../types/options.js';
import { RpcQueue, type OnReply, type Rpc } from './calls/rpc-queue.js';
import type { PublicChannel } from './public-channel.js';
import type { ChannelObserver } from './channel-observer.js';
import { ChannelSender } from './channel-sender.js';
import { ChannelState } from './channel-state.js';
import { Closing } from './closing.js';
import { Acks } from './deliveries/acks.js';
import { Consumers } from './deliveries/consumers.js';
import { Incoming } from './incoming.js';
import { Confirms } from './publishing/confirms.js';
import { onConfirm } from './publishing/on-confirm.js';

/**
 * Runs a channel. Each of its tasks has a class of its own. The application sees `publicChannel`, a `Channel` of one of the APIs.
 *
 * ```
 *   methods ───▶ RpcQueue ─┐                                ┌─▶ Incoming ──▶ RpcQueue, Consumers
 *   ack, nack ─▶ Acks ─────┼─▶ ChannelSender ─▶ │ session │ ─┼─▶ onConfirm ─▶ Confirms
 *   close ─────▶ Closing ──┘         ▲                      └─▶ Closing
 *   publish ─────────────────────────┘
 * ```
 */
export class ChannelCore implements ChannelPort {
  readonly publicChannel: PublicChannel;
  readonly session: Session;
  readonly consumers: Consumers;
  readonly confirms: Confirms = new Confirms();
  readonly sender: ChannelSender;
  readonly acks: Acks;
  /** Set if the channel may come back. */
  observer: ChannelObserver | undefined;
  readonly #options: ChannelOptions | undefined;
  readonly #state = new ChannelState();
  readonly #rpcs = new RpcQueue((rpc) => this.sendThroughChannel(rpc.spec, rpc.fields));
  readonly #closing: Closing;
  readonly #incoming: Incoming;
  #number = 0;
  #hasPrefetch = false;

  /** @param publicChannel emits the channel's events; @param before the core of the channel on a lost connection */
  constructor(
    publicChannel: PublicChannel,
    session: Session,
    options?: ChannelOptions,
    before?: ChannelCore,
  ) {
    this.publicChannel = publicChannel;
    this.session = session;
    this.consumers = before?.consumers ?? new Consumers();
    this.#options = options;
    const isFull = before !== undefined && before.sender.isFull;
    this.sender = new ChannelSender(this, this.#state, options?.highWaterMark, isFull);
    this.acks = new Acks(this, before?.acks);
    this.#closing = new Closing(this, this.#state, this.sender);
    this.#incoming = new Incoming(this, this.#rpcs, this.acks, this.#closing);
  }

  /** Makes the core of the channel on another connection. It keeps the consumers and the events, and goes on counting deliveries. */
  successor(session: Session): ChannelCore {
    return new ChannelCore(this.publicChannel, session, this.#options, this);
  }

  /** Tells the application that the channel is back. Throws what its listeners throw. */
  tellRecovered(): void {
    const attempts = new Attempts();
    attempts.run(() => safeEmit(this.publicChannel, 'recovered'));
    attempts.run(() => this.sender.emitOwedDrain());
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
      this.call(ChannelOpen, { outOfBand: '' }, settle);
    } catch (error) {
      this.session.removeChannel(this.#number, this);
      throw error;
    }
  }

  /** Sends a method as `ChannelSender.send` does, through what tracers wrap. */
  sendThroughChannel(spec: MethodSpec, fields: Fields): void {
    if (this.publicChannel.isRunBy(this)) this.publicChannel.sendImmediately(spec.id, fields);
    else this.sender.send(spec, fields);
  }

  /** Sends a method that has a reply, as soon as those before it have theirs. Throws as `ChannelSender.send` does. */
  call(spec: MethodSpec, fields: Fields, settle: OnReply): Rpc {
    this.#state.check();
    if (spec === BasicRecover) this.acks.forget();
    if (spec === BasicQos) this.#hasPrefetch = fields['prefetchCount'] !== 0;
    if (spec === BasicConsume && (fields['noAck'] || !this.#hasPrefetch)) this.session.expectUnlimited();
    const rpc: Rpc = { spec, fields, expected: replyOf(spec).id, settle, isDropped: false };
    this.#rpcs.add(rpc);
    return rpc;
  }

  /** True if a method has been sent, and has no reply yet. */
  isSent(rpc: Rpc): boolean {
    return this.#rpcs.current === rpc;
  }

  /** A consumer has ended, though the application has not cancelled it: tells the application. Throws what it throws. */
  endConsumer(fields: { readonly consumerTag: string }): void {
    try {
      this.observer?.onCancel(fields.consumerTag);
      this.publicChannel.dispatchMessage(fields, null);
      this.consumers.remove(fields.consumerTag);
      this.publicChannel.emit('cancel', fields);
    } catch (error) {
      handlerThrew(this.publicChannel, 'cancel', error);
    }
  }

  /** Closes the channel. Throws if it is closing or closed. @param onClosed runs before event `close` */
  close(onClosed: () => void): void {
    if (this.#state.isLost) this.abandon(onClosed);
    else this.#closing.byApplication(onClosed);
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

  get inFlight(): number {
    const { current, waiting } = this.#rpcs;
    const calls = current === undefined ? 0 : 1 + waiting;
    return calls + this.confirms.count + this.consumers.unacknowledged.count;
  }

  diagnose(): ChannelDiagnosis {
    const { current, waiting } = this.#rpcs;
    const { count, oldest } = this.consumers.unacknowledged;
    const isOpening = current?.spec === ChannelOpen;
    return {
      number: this.#number,
      state: !this.#state.isOpen ? 'closing' : isOpening ? 'opening' : 'open',
      consumers: this.consumers.tags,
      unacknowledged: count,
      oldestUnacknowledgedMillis: oldest === undefined ? null : monotonicNow() - oldest.at,
      call: current?.spec.name ?? null,
      waitingCalls: waiting,
      unconfirmed: this.confirms.open.length,
      waitingBytes: this.sender.waitingBytes,
    };
  }

  onMethod(incoming: IncomingMethod): void {
    if (!this.#state.isOpen) return this.#closing.onMethod(incoming.method);
    switch (incoming.method) {
      case BasicAck.id:
      case BasicNack.id:
        return onConfirm(this.confirms, this.publicChannel, incoming);
      case BasicCancel.id:
        return this.endConsumer(argumentsOf(BasicCancel, incoming) as { consumerTag: string });
      case ChannelClose.id: {
        const reason = argumentsOf(ChannelClose, incoming) as unknown as CloseReason;
        return this.#closing.byServer(reason, this.#rpcs.take());
      }
      default:
        return this.#incoming.onMethod(incoming);
    }
  }

  onContent(incoming: IncomingContent): void {
    if (this.#state.isOpen) this.#incoming.onContent(incoming);
  }

  onFrame(): void {
    this.acks.interrupt();
  }

  onWritten(): boolean {
    return this.sender.onWritten();
  }

  end(stack: string): void {
    if (this.#state.isClosed) return;
    const attempts = new Attempts();
    // A channel that was about to be closed, or that the server has closed, does not come back.
    const isLost = this.#state.isOpen && !this.#closing.isRefused && this.observer?.onLost() === true;
    if (isLost) this.#state.lost(stack);
    else this.#state.closed(stack);
    attempts.run(() => this.#rpcs.end());
    this.session.removeChannel(this.#number, this);
    this.consumers.unacknowledged.clear();
    attempts.run(() => this.confirms.end(this.session.sender.sent));
    attempts.run(() => this.#closing.onLost());
    if (!isLost) attempts.run(() => this.#tellClosed());
    attempts.finish();
  }

  #tellClosed(): void {
    if (this.observer?.onClosed() !== false) safeEmit(this.publicChannel, 'close');
  }
}
