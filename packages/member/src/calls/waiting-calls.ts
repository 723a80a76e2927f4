import type { Slice } from '../protocol/slice.js';
import { overloaded, type MemberError } from './errors.js';

/** Longest delay a timer takes; Node fires longer ones at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/**
 * Puts a call in the queue of what it waits for, and returns a way to take it out again. The keeper of the queue takes the
 * call out and then runs `resume`, once: the call is handled as if it had just come, and may wait again. Or it runs `fail`,
 * with which the call is answered.
 */
export type Enqueue = (resume: () => void, fail: (error: MemberError) => void) => () => void;

export interface Wait {
  /** When its first attempt was, in ms since the epoch. */
  readonly since: number;
  /** ms from then on after which it has waited in vain; not finite: never. */
  readonly timeout: number;
  readonly enqueue: Enqueue;
  /** All are given the copy of the request. */
  readonly onResume: (request: Buffer) => void;
  readonly onTimeout: (request: Buffer) => void;
  readonly onFail: (request: Buffer, error: MemberError) => void;
}

/** The calls of one connection that wait, for a lock for example: copies of requests, each in some queue. */
export class WaitingCalls {
  readonly #most: number;
  readonly #mostBytes: number;
  readonly #cancels: Set<() => void> = new Set();
  #bytes = 0;

  /** @param most calls, and `mostBytes` bytes of them, that may wait at a time. */
  constructor(most: number, mostBytes: number) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get size(): number {
    return this.#cancels.size;
  }

  /** Keeps a copy of a request until it is resumed, has waited in vain, or the connection is gone. */
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
