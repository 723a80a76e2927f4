import { errorOf, throwLater } from '@offloop/runtime';
import { setImmediate } from '@offloop/runtime/clock';
import { closeMessage } from '../../link/close-message.js';
import { ConnectionClose } from '../../wire/methods.js';
import { Attempts } from '../errors/attempts.js';
import { IllegalOperationError } from '../errors/illegal-operation-error.js';
import { stackCapture } from '../errors/stack-capture.js';
import type { AmqpLink, ConnectionEnd } from '../links.js';
import type { Announcer } from './announcer.js';

/** Called when a connection is closed. */
export type OnClosed = (error: Error | null) => void;

const REPLY_SUCCESS = 200;
const CONNECTION_FORCED = 320;

/** The connection that ends. */
interface Owner {
  /** True while the server takes no messages. */
  readonly isBlocked: boolean;
  /** Ends all that is open on the connection. @param stack where its end became known; @param error undefined: it was closed in order */
  endParts(attempts: Attempts, stack: string, error: Error | undefined): void;
}

/**
 * How a connection ends: by the application, by the server, by the loss of its socket, or by what a listener throws.
 *
 * ```
 *   open ──close──▶ ending ──closed──▶ ended
 *     └──lost, closed by the server, blocked────▲
 * ```
 */
export class SessionEnd {
  readonly #owner: Owner;
  readonly #link: AmqpLink;
  readonly #announcer: Announcer;
  #hasEnded = false;
  #isDestroyed = false;
  /** Why nothing can be sent; set once the end has begun. */
  #refusal: { readonly message: string; readonly stack: string } | undefined;
  #onClosed: OnClosed | undefined;

  constructor(owner: Owner, link: AmqpLink, announcer: Announcer) {
    this.#owner = owner;
    this.#link = link;
    this.#announcer = announcer;
  }

  /** True once the end has begun. */
  get hasBegun(): boolean {
    return this.#refusal !== undefined;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Throws when the connection is closing or closed. */
  check(): void {
    if (this.#refusal !== undefined) throw this.illegal();
  }

  /** The error of a call on a connection that is closing or closed. */
  illegal(): IllegalOperationError {
    return new IllegalOperationError(this.#refusal!.message, this.#refusal!.stack);
  }

  /** The application closes the connection. Throws while it is closing. One that is closed passes an error to the callback. */
  byApplication(callback: OnClosed | undefined): void {
    if (this.#hasEnded) callback?.(this.illegal());
    else this.begin(REPLY_SUCCESS, 'Cheers, thanks', callback);
  }

  /** Sends what was written, then closes the connection. Throws when it is closing or closed. */
  begin(code: number, text: string, callback?: OnClosed): void {
    this.check();
    const stack = stackCapture(`closeBecause called: ${text}`);
    this.#onClosed = callback;
    if (this.#owner.isBlocked) {
      // The server reads nothing, so it would not answer either.
      this.#link.destroy();
      this.#end(stackCapture('Connection blocked: closing immediately'), undefined, false);
      return;
    }
    this.#refusal = { message: 'Connection closing', stack };
    this.#link.writer.method(0, ConnectionClose, {
      replyCode: code,
      replyText: text,
      classId: 0,
      methodId: 0,
    });
    this.#link.close();
  }

  /** Ends the socket, and with it the connection, as if it were lost. */
  destroy(error: Error): void {
    if (this.#hasEnded) return;
    this.#isDestroyed = true;
    this.#link.destroy();
    setImmediate(() => {
      if (!this.#hasEnded) this.#end(stackCapture('Socket error'), error, true);
    });
  }

  /** Runs a step that the server has caused. What a callback or listener throws in it ends the connection, as in `amqplib`. */
  guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.onThrown(error);
    }
  }

  /** A step that the server has caused has thrown: see {@link guard}. */
  onThrown(error: unknown): void {
    if (this.#hasEnded) return;
    this.#link.destroy();
    this.#end(stackCapture('Socket error'), error as Error, true);
  }

  /** The link has ended. */
  onEnd(end: ConnectionEnd): void {
    // The end of a socket that was destroyed may come before the turn in which its error is told.
    if (this.#hasEnded || this.#isDestroyed) return;
    if (end.kind === 'closed') this.#end(stackCapture('ConnectionCloseOk received'), undefined, false);
    else if (end.kind === 'lost') this.#end(stackCapture('Socket error'), errorOf(end.failure), true);
    else {
      const message = `Connection closed: ${closeMessage(end.code, end.text)}`;
      const error = Object.assign(new Error(message), { code: end.code });
      const isFatal = end.code !== CONNECTION_FORCED && end.code !== REPLY_SUCCESS;
      this.#end(stackCapture(message), error, isFatal);
    }
  }

  /** @param isFatal true: `error` goes out as an event of that name, too */
  #end(stack: string, error: Error | undefined, isFatal: boolean): void {
    this.#hasEnded = true;
    this.#refusal = { message: 'Connection closing', stack };
    const telling = new Attempts();
    if (isFatal) telling.run(() => this.#announcer.emit('error', error));
    const ending = new Attempts();
    ending.run(() => this.#onClosed?.(error ?? null));
    this.#owner.endParts(ending, stack, error);
    // What a listener throws at an end in order makes it one by an error; but nobody hears of what listeners of `close` itself throw.
    const isUpset = !isFatal && ending.hasFailed;
    const reason = isUpset ? (ending.error as Error) : error;
    if (isUpset) telling.run(() => this.#announcer.emit('error', reason));
    this.#refusal = {
      message: `Connection closed (${reason === undefined ? 'by client' : String(reason)})`,
      stack,
    };
    const closing = new Attempts();
    closing.run(() => this.#announcer.emit('close', reason));
    for (const attempts of isFatal ? [telling, ending, closing] : [telling])
      if (attempts.hasFailed) throwLater(attempts.error);
  }
}
