import type { MemberError } from '../../calls/errors.js';
import type { Enqueue } from '../../calls/waiting-calls.js';

interface Waiter {
  readonly resume: () => void;
  readonly fail: (error: MemberError) => void;
}

/** Calls that wait for the same thing, in order of arrival. */
export class WaitLine {
  readonly #waiters: Set<Waiter> = new Set();

  readonly enqueue: Enqueue = (resume, fail) => {
    const waiter = { resume, fail };
    this.#waiters.add(waiter);
    return () => this.#waiters.delete(waiter);
  };

  /** Handles the first call again, which may wait again and is then the last. Returns false if no call waits. */
  resumeFirst(): boolean {
    for (const waiter of this.#waiters) {
      this.#waiters.delete(waiter);
      waiter.resume();
      return true;
    }
    return false;
  }

  /** Answers every call with an error. */
  failAll(error: MemberError): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const waiter of waiters) waiter.fail(error);
  }
}
