import { IllegalOperationError } from '../errors/illegal-operation-error.js';

/** Whether a channel can be used, and if not, why. */
export class ChannelState {
  #message: string | undefined;
  #stack: string | undefined;
  #isClosed = false;
  #isLost = false;

  get isOpen(): boolean {
    return this.#message === undefined;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True if it is closed on its connection, and comes back on another. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** @param stack where it was closed */
  closing(stack: string): void {
    this.#message = 'Channel closing';
    this.#stack = stack;
  }

  closed(stack: string): void {
    this.#isClosed = true;
    this.#isLost = false;
    this.#message = 'Channel closed';
    this.#stack = stack;
  }

  /** @param stack where its connection was lost */
  lost(stack: string): void {
    this.#isClosed = true;
    this.#isLost = true;
    this.#message = 'Channel closed until its connection is back';
    this.#stack = stack;
  }

  /** Throws if the channel is closing or closed. */
  check(): void {
    if (this.#message !== undefined) throw new IllegalOperationError(this.#message, this.#stack);
  }
}
