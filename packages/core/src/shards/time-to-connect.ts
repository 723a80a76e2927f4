import { clearTimeout, monotonicNow, setTimeout } from '@offloop/runtime/clock';

/** Milliseconds. */
const TIME_TO_CONNECT = 1000;

/** The time that the thread has, from its first connection on, to open as many connections as the shard on the loop has. */
export class TimeToConnect {
  /** `monotonicNow()` at which it is over; undefined before the first connection. */
  #until: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Returns true when the time is over. It begins with the first call. @param again runs when it is over. */
  isOver(again: () => void): boolean {
    const now = monotonicNow();
    this.#timer ??= setTimeout(again, TIME_TO_CONNECT).unref();
    this.#until ??= now + TIME_TO_CONNECT;
    return now >= this.#until;
  }

  /** Nobody waits for it any more. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
