import { Attempts } from '../../errors/attempts.js';
import { LostPublishError } from '../../errors/lost-publish-error.js';
import { ConfirmWaiters } from './confirm-waiters.js';

/** Called with null when the server has a message, or with an error. */
export type OnConfirm = (error: Error | null) => void;

/** What is kept of a message: its callback, false if it has none, null if it is confirmed. */
type Entry = OnConfirm | false | null;

/** Entries in front that are out of use before they are cut off. */
const SLACK = 1024;

/**
 * The messages of a confirm channel that the server has not confirmed yet, by their delivery tags, which are numbers from 1 on.
 *
 * ```
 *            #head              first, not confirmed: tag #first
 *              │
 *  │ out of use │ cb │ null │ cb │ …
 * ```
 */
export class Confirms {
  #entries: Entry[] = [];
  /** Where each message ended among the bytes of its connection. */
  #positions: number[] = [];
  #head = 0;
  /** Tag of the entry at `#head`. */
  #first = 1;
  readonly #waiters = new ConfirmWaiters();

  /** Messages that are not confirmed; among them may be confirmed ones behind the first that is not. */
  get count(): number {
    return this.#entries.length - this.#head;
  }

  /** Adds the message that was just published. @param position where it ended among the bytes of its connection */
  push(callback: OnConfirm | undefined, position: number): void {
    this.#entries.push(callback ?? false);
    this.#positions.push(position);
  }

  /** The callbacks of the messages that are not confirmed, false where there is none. */
  get open(): (OnConfirm | false)[] {
    return this.#entries.slice(this.#head).filter((entry) => entry !== null);
  }

  /** Settles the message with a tag; with `multiple`, all up to it. Calls all callbacks, and throws what the first of them throws. */
  settle(tag: number, multiple: boolean, error: Error | null): void {
    if (!multiple) {
      this.#settleOne(tag, error);
      this.#shift();
      return;
    }
    const attempts = new Attempts();
    const newest = this.#first + this.#entries.length - this.#head - 1;
    // Tag 0 stands for all there are.
    const last = tag === 0 ? newest : Math.min(tag, newest);
    for (let next = this.#first; next <= last; next++) attempts.run(() => this.#settleOne(next, error));
    this.#shift();
    attempts.finish();
  }

  /** Resolves when all messages there are now are confirmed; rejects at the first that is refused, or lost. */
  wait(): Promise<undefined[]> {
    const open: number[] = [];
    for (let index = this.#head; index < this.#entries.length; index++)
      if (this.#entries[index] !== null) open.push(this.#first + index - this.#head);
    return this.#waiters.add(open);
  }

  /**
   * Fails all messages, as the channel is closed. Calls all callbacks, and throws what the first of them throws.
   *
   * @param sent bytes of the connection that have gone to the socket
   */
  end(sent: number): void {
    const entries = this.#entries;
    const attempts = new Attempts();
    let isAnyLost = false;
    for (let index = this.#head; index < entries.length; index++) {
      const entry = entries[index];
      if (entry === null) continue;
      isAnyLost = true;
      if (entry) attempts.run(() => entry(new LostPublishError(this.#positions[index] <= sent)));
    }
    this.#entries = [];
    this.#positions = [];
    this.#head = 0;
    if (isAnyLost) this.#waiters.end();
    attempts.finish();
  }

  #settleOne(tag: number, error: Error | null): void {
    const index = this.#head + tag - this.#first;
    const entry = this.#entries[index];
    if (entry === undefined || entry === null || index < this.#head) return;
    this.#entries[index] = null;
    if (!this.#waiters.isEmpty) this.#waiters.settle(tag, error);
    if (entry) entry(error);
  }

  #shift(): void {
    const entries = this.#entries;
    while (this.#head < entries.length && entries[this.#head] === null) {
      this.#head++;
      this.#first++;
    }
    if (this.#head < SLACK || this.#head * 2 < entries.length) return;
    entries.splice(0, this.#head);
    this.#positions.splice(0, this.#head);
    this.#head = 0;
  }
}
