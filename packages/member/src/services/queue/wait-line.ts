import type { MemberError } from '../../calls/errors.js';
import type { Enqueue } from '../../calls/waiting-calls.js';

interface Waiter {
  readonly resume: () => void;
  readonly fail: (error: MemberError) => void;
}

/** Calls that wait for one thing, in order of arrival. */
export class WaitLine {
  readonly #waiters: Set<Waiter> = new Set();

  readonly enqueue: Enqueue = (resume, fail) => {
    const waiter = { resume, fail };
    this.#waiters.add(waiter);
    return () => this.#waiters.delete(waiter);
  };

  /** Has the first call handled again; false when none waits. It may wait again, and is the last then. */
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
