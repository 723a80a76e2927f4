import { watchLimits } from './limits.js';

/** Milliseconds that an agent has for its answer. */
const PATIENCE_MILLIS = 1_000;

/**
 * Questions to agents that may be stuck, by a number for who is asked. While one has no answer, those who ask the same further wait for it, too: questions do not
 * pile up.
 */
export class Questions<Answer> {
  readonly #send: (asked: number) => void;
  /** Those who wait for an answer, by who owes it; nobody, if all have given up. */
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
