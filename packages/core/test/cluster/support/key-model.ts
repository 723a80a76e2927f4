/** What one operation does to a key's state, and what it answers. */
export interface Transition {
  readonly next: (state: number) => number;
  readonly answer: (state: number) => unknown;
  /** Sent again when its connection is lost: never lost itself, but it may run after what followed it there. */
  readonly resent: boolean;
}

/** In place of an answer: the connection was lost first, the operation may or may not have run. */
export const LOST: unique symbol = Symbol('lost');

/**
 * The states a key can be in, given all that was answered so far: one, until a write is lost; then as many as are still
 * possible. A lost write may also run after later ones that were answered: the member may read its connection late.
 */
export class KeyModel {
  #possible: number[];
  readonly #lost: Transition[] = [];
  constructor(state: number) {
    this.#possible = [state];
  }

  get possible(): readonly number[] {
    return this.#possible;
  }

  /** Takes operations of one burst, in the order they were called. Throws when no possible state explains an answer. */
  apply(burst: readonly (readonly [Transition, unknown])[]): void {
    const isLossy = burst.some(([, answer]) => answer === LOST);
    for (const [at, [transition, answer]] of burst.entries()) {
      if (answer === LOST) {
        this.#possible = withNext(this.#possible, transition);
        this.#lost.push(transition);
      } else if (transition.resent && isLossy) {
        // Sent again, a read comes after the writes that were called after it and are lost. So it says nothing of the state at its turn.
        const later = burst.slice(at).filter(([, other]) => other === LOST);
        this.#check(
          transition,
          answer,
          later.map(([write]) => write),
        );
      } else {
        this.#possible = unique(this.#check(transition, answer).map(transition.next));
      }
    }
  }

  /** @returns the states that explain the answer: those of now, or else those after lost writes, and others that may have run as well. */
  #check(transition: Transition, answer: unknown, others: readonly Transition[] = []): number[] {
    const explains = (state: number): boolean => transition.answer(state) === answer;
    const explaining = this.#possible.filter(explains);
    if (explaining.length > 0) return explaining;
    const states = [...this.#lost, ...others].reduce(withNext, this.#possible);
    const late = states.filter(explains);
    if (late.length > 0) return late;
    throw new Error(`answered ${String(answer)}, though the state can only be ${states.join(' or ')}`);
  }
}

function withNext(states: number[], transition: Transition): number[] {
  return unique([...states, ...states.map(transition.next)]);
}

function unique(states: number[]): number[] {
  return [...new Set(states)];
}
