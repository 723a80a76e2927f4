import type { Slice } from '../protocol/slice.js';
import { overloaded, type MemberError } from './errors.js';

/** Longest delay that a timer of Node accepts, in ms; longer ones would fire at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/**
 * Puts a call in the queue of whatever it waits for; returns a function that takes it out. The queue's keeper takes the call out
 * and then runs either `resume`, once: the call is handled as if it had just come, and may wait again; or `fail`: the call is
 * answered with that error.
 */
export type Enqueue = (resume: () => void, fail: (error: MemberError) => void) => () => void;

export interface Wait {
  /** Time of the call's first attempt, in ms since the epoch. */
  readonly since: number;
  /** Time it may wait since its first attempt, in ms; `Infinity`: without limit. */
  readonly timeout: number;
  readonly enqueue: Enqueue;
  /** Handles the copy of the request again, once the call is resumed. */
  readonly onResume: (request: Buffer) => void;
  /** Responds to the copy of the request when it has waited `timeout` ms. */
  readonly onTimeout: (request: Buffer) => void;
  /** Responds to the copy of the request with the error that ended its wait. */
  readonly onFail: (request: Buffer, error: MemberError) => void;
}

/** The calls of one connection that wait, for a lock for example. Each is a copy of its request, and is in some queue. */
export class WaitingCalls {
  readonly #most: number;
  readonly #mostBytes: number;
  readonly #cancels: Set<() => void> = new Set();
  #bytes = 0;

  /**
   * @param most calls that may wait at a time.
   * @param mostBytes total size in bytes of their requests.
   */
  constructor(most: number, mostBytes: number) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get size(): number {
    return this.#cancels.size;
  }

  /**
   * Keeps a copy of a request until it is resumed, times out, or the connection closes. Throws `MemberError` beyond the limits.
   */
  add(request: Slice, { since, timeout, enqueue, onResume, onTimeout, onFail }: Wait): void {
    const size = request.end - request.start;
    if (this.#cancels.size >= this.#most || this.#bytes + size > this.#mostBytes) {
      throw overloaded(this.#cancels.size);
    }
    const copy = Buffer.from(request.bytes.subarray(request.start, request.end));
    let timer: NodeJS.Timeout | undefined;
    const leave = enqueue(
      () => {
        forget();
        onResume(copy);
      },
      (error) => {
        forget();
        onFail(copy, error);
      },
    );
    const cancel = (): void => {
      forget();
      leave();
    };
    const forget = (): void => {
      clearTimeout(timer);
      this.#cancels.delete(cancel);
      this.#bytes -= size;
    };
    this.#cancels.add(cancel);
    this.#bytes += size;
    if (timeout > MAX_TIMER_MS) return;
    timer = setTimeout(
      () => {
        cancel();
        onTimeout(copy);
      },
      Math.max(0, since + timeout - Date.now()),
    );
    timer.unref();
  }

  cancelAll(): void {
    for (const cancel of this.#cancels) cancel();
  }
}
