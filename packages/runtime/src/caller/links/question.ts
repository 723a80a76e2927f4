import { clearTimeout, setImmediate, setTimeout } from '../../shared/clock.js';

/** Milliseconds that the thread has for its answer. */
const PATIENCE_MILLIS = 1_000;

/** A question to the thread, which may be stuck. While one has no answer, those who ask further wait for the same: questions do not pile up. */
export class Question<Answer> {
  readonly #send: () => void;
  #isAsked = false;
  readonly #waiting = new Set<(answer: Answer | null) => void>();

  constructor(send: () => void) {
    this.#send = send;
  }

  /** Resolves to the answer, or after a second to null. */
  ask(): Promise<Answer | null> {
    if (!this.#isAsked) {
      this.#isAsked = true;
      this.#send();
    }
    return new Promise((resolve) => {
      const done = (answer: Answer | null): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve(answer);
      };
      // A loop that was blocked reaches its timers first: an answer that is already here is taken before this immediate.
      const timer = setTimeout(() => setImmediate(done, null), PATIENCE_MILLIS);
      this.#waiting.add(done);
    });
  }

  /** Passes the answer on. @param answer null: none will come */
  answer(answer: Answer | null): void {
    this.#isAsked = false;
    for (const done of this.#waiting) done(answer);
  }
}
