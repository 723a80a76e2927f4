import type { Call } from './call.js';
import { overloaded } from './errors.js';
import { MAX_TIMER_MS } from './store/locks.js';
import type { LockOwner, LockTable, Waiter } from './store/locks.js';
import type { Slice } from './store/map-store.js';

/** The calls of one connection that wait for locks: copies of requests, each in the queue of its lock. */
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

  /**
   * Lets a call wait until `owner` may have the key, and then has it handled again.
   *
   * @param timeout ms since its first attempt after which `onTimeout` answers instead; not finite: none.
   * @param onTimeout is given the connection's own way to answer, since the call is long gone.
   */
  wait(
    call: Call,
    locks: LockTable,
    key: Slice,
    owner: LockOwner,
    timeout: number,
    onTimeout: (late: Call) => void,
  ): void {
    const size = call.end - call.start;
    if (this.#cancels.size >= this.#most || this.#bytes + size > this.#mostBytes) {
      throw overloaded(this.#cancels.size);
    }
    const { connection } = call;
    const since = call.waitingSince ?? Date.now();
    const bytes = Buffer.from(call.bytes.subarray(call.start, call.end));
    let timer: NodeJS.Timeout | undefined;
    const waiter: Waiter = {
      owner,
      resume: () => {
        forget();
        connection.retry(bytes, since);
      },
    };
    const lock = locks.enqueue(key, waiter);
    const cancel = (): void => {
      forget();
      locks.cancel(lock, waiter);
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
        connection.answerLate(bytes, onTimeout);
      },
      Math.max(0, since + timeout - Date.now()),
    );
    timer.unref();
  }

  cancelAll(): void {
    for (const cancel of this.#cancels) cancel();
  }
}
