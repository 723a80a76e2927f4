import type { EventEmitter } from 'node:events';
import { closeMessage } from '../../link/close-message.js';
import { ChannelClose, ChannelCloseOk } from '../../wire/methods.js';
import { safeEmit } from '../connection/safe-emit.js';
import { serverError, type CloseReason } from '../errors/server-error.js';
import { stackCapture } from '../errors/stack-capture.js';
import type { Rpc } from './calls/rpc-queue.js';
import type { ChannelObserver } from './channel-observer.js';
import type { ChannelSender } from './channel-sender.js';
import type { ChannelState } from './channel-state.js';
import { consumerTimeoutHint } from './deliveries/consumer-timeout.js';
import type { Unacknowledged } from './deliveries/unacknowledged.js';

const REPLY_SUCCESS = 200;
const UNEXPECTED_FRAME = 505;
const INTERNAL_ERROR = 541;

interface Owner {
  readonly publicChannel: EventEmitter;
  readonly observer: ChannelObserver | undefined;
  readonly consumers: { readonly unacknowledged: Unacknowledged };
  /** The channel is closed on its connection. @param stack where that became known */
  end(stack: string): void;
}

/** How a channel is closed: by the application, for an error that was found here, or by the server. */
export class Closing {
  readonly #owner: Owner;
  readonly #state: ChannelState;
  readonly #sender: ChannelSender;
  /** Runs when the server has agreed to the channel's end. */
  #onAgreed: (() => void) | undefined;
  /** True if it is the application that waits for the channel's end. */
  #isAwaited = false;
  #isRefused = false;

  constructor(owner: Owner, state: ChannelState, sender: ChannelSender) {
    this.#owner = owner;
    this.#state = state;
    this.#sender = sender;
  }

  /** True if the server has closed the channel for an error of the application. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** The application closes the channel. Throws if it is closing or closed. @param onClosed runs before event `close` */
  byApplication(onClosed: () => void): void {
    this.#ask('Goodbye', REPLY_SUCCESS, onClosed);
    this.#isAwaited = true;
  }

  /**
   * Closes the channel for a reason that the server and the application are told differently. Throws if it is closing or closed.
   *
   * @param method the server's method that is wrong; 0: none
   */
  forError(method: number, reason: string, code: number, error: Error): void {
    this.#ask(reason, code, () => {
      const isMethod = method !== 0;
      Object.assign(error, { code }, isMethod ? { classId: method >>> 16, methodId: method & 0xffff } : {});
      safeEmit(this.#owner.publicChannel, 'error', error);
    });
  }

  /** Runs what handles a message. What that throws closes the channel. */
  guard(step: () => void): void {
    try {
      step();
    } catch (thrown) {
      if (!this.#state.isOpen) throw thrown;
      const { reason, code, error } = closeForThrown(thrown);
      this.forError(0, reason, code, error);
    }
  }

  /** The server closes the channel. @param rpc the method that waited for its reply */
  byServer(reason: CloseReason, rpc: Rpc | undefined): void {
    const { publicChannel, observer, consumers } = this.#owner;
    const text = closeMessage(reason.replyCode, reason.replyText);
    const message = `Channel closed by server: ${text}`;
    const hint = consumerTimeoutHint(reason.replyText, consumers.unacknowledged);
    this.#isRefused = true;
    if (rpc !== undefined) {
      const isItsOwn = rpc.spec.id === reason.classId * 0x1_0000 + reason.methodId;
      if (isItsOwn && observer?.isOwn(rpc)) this.#isRefused = false;
      const why = isItsOwn ? `Operation failed: ${rpc.spec.name}; ${text}` : message;
      rpc.settle(serverError(why, reason, hint));
    }
    this.#sender.sendAnyway(ChannelCloseOk, {});
    if (this.#isRefused) safeEmit(publicChannel, 'error', serverError(message, reason, hint));
    this.#owner.end(stackCapture(message));
  }

  /** The server has sent a method since the channel's end has begun. */
  onMethod(method: number): void {
    if (method === ChannelClose.id) return this.#sender.sendAnyway(ChannelCloseOk, {});
    if (method !== ChannelCloseOk.id) return;
    const onAgreed = this.#onAgreed;
    this.#onAgreed = undefined;
    onAgreed?.();
    this.#owner.end(stackCapture('ChannelCloseOk frame received'));
  }

  /** The connection is lost, and with it the answer to `close`; the channel is closed all the same. */
  onLost(): void {
    if (this.#isAwaited) this.#onAgreed?.();
  }

  #ask(reason: string, code: number, onAgreed: () => void): void {
    this.#state.check();
    this.#sender.sendAnyway(ChannelClose, { replyText: reason, replyCode: code, methodId: 0, classId: 0 });
    this.#onAgreed = onAgreed;
    this.#state.closing(stackCapture(`closeBecause called: ${reason}`));
  }
}

/** Returns how a channel is closed whose consumer has thrown: what the server is told, and what the application. */
function closeForThrown(thrown: unknown): {
  readonly reason: string;
  readonly code: number;
  readonly error: Error;
} {
  if (typeof thrown === 'string') return { reason: thrown, code: UNEXPECTED_FRAME, error: new Error(thrown) };
  if (thrown instanceof Error)
    return { reason: 'Error while processing message', code: INTERNAL_ERROR, error: thrown };
  const reason = 'Internal error while processing message';
  return { reason, code: INTERNAL_ERROR, error: new Error(String(thrown)) };
}
