import type { LocalState } from './local-state.js';
import type { Operation } from './search.js';

/** One side, as it was when its operation began, and what the operation has read since. */
export interface SideState {
  readonly local: number;
  readonly operation: Operation | undefined;
  readonly log: readonly number[];
}

/** Above all numbers there are: two of them make one key that a double holds exactly. */
const LIMIT = 2 ** 26;

/** Gives equal things equal numbers, so that a state is three numbers: of each side, and of what they share. */
export class NumberedStates<S> {
  readonly locals: LocalState[] = [];
  readonly sides: SideState[] = [];
  readonly shareds: S[] = [];
  readonly #numbersOfLocals = new Map<string, number>();
  readonly #numbersOfSides = new Map<string, number>();
  readonly #numbersOfShareds = new Map<string, number>();
  readonly #pairs = new Map<number, number>();
  readonly #states = new Map<number, number>();
  /** By side, then by state. */
  readonly #sidesOf: readonly [number[], number[]] = [[], []];
  readonly #sharedOf: number[] = [];

  local(local: LocalState): number {
    return numberOf(local, local.text, this.#numbersOfLocals, this.locals);
  }

  side(side: SideState): number {
    const key = `${side.local} ${side.operation?.name ?? ''} ${side.log.join()}`;
    return numberOf(side, key, this.#numbersOfSides, this.sides);
  }

  shared(key: string, shared: S): number {
    return numberOf(shared, key, this.#numbersOfShareds, this.shareds);
  }

  state(first: number, second: number, shared: number): number {
    const sides = first * LIMIT + second;
    let pair = this.#pairs.get(sides);
    if (pair === undefined) this.#pairs.set(sides, (pair = this.#pairs.size));
    const key = pair * LIMIT + shared;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const number = this.#states.size;
    this.#states.set(key, number);
    this.#sidesOf[0].push(first);
    this.#sidesOf[1].push(second);
    this.#sharedOf.push(shared);
    return number;
  }

  sideOf(state: number, side: number): number {
    return this.#sidesOf[side][state];
  }

  sharedOf(state: number): number {
    return this.#sharedOf[state];
  }
}

function numberOf<T>(item: T, key: string, numbers: Map<string, number>, items: T[]): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, items.length);
  return items.push(item) - 1;
}
