import { watchLimits } from './limits.js';

/** Milliseconds that an agent has for its answer. */
const PATIENCE_MILLIS = 1_000;

/**
 * Questions to agents, which may be stuck; a number says who is asked. While a question has no answer, it is not sent again, and further
 * callers wait for the same answer: questions do not pile up.
 */
export class Questions<Answer> {
  readonly #send: (asked: number) => void;
  /** The functions that get an answer, by the number of who was asked. A set is empty when nobody waits any longer. */
  readonly #open = new Map<number, Set<(answer: Answer | null) => void>>();

  /** @param send sends a question */
  constructor(send: (asked: number) => void) {
    this.#send = send;
  }

  /** Resolves to the answer, or after a second to null. */
  ask(asked: number): Promise<Answer | null> {
    const waiting = this.#open.get(asked) ?? this.#begin(asked);
    return new Promise((resolve) => {
      const done = (answer: Answer | null): void => {
        stop();
        waiting.delete(done);
        resolve(answer);
      };
      const stop = watchLimits(
        { timeout: PATIENCE_MILLIS },
        { onTimeout: () => done(null), onAbort: () => done(null) },
      );
      waiting.add(done);
    });
  }

  /** Passes an answer on. @param answer null: none will come, as the question is lost with who was asked */
  answer(asked: number, answer: Answer | null): void {
    const waiting = this.#open.get(asked);
    this.#open.delete(asked);
    waiting?.forEach((done) => done(answer));
  }

  #begin(asked: number): Set<(answer: Answer | null) => void> {
    const waiting = new Set<(answer: Answer | null) => void>();
    this.#open.set(asked, waiting);
    this.#send(asked);
    return waiting;
  }
}
