import type { LocalState } from '../../support/stepped/local-state.js';
import type { Operation, Underway } from './world.js';

/** One side, as it was when its operation began, and what the operation has read since. */
export interface SideState {
  readonly local: number;
  readonly operation: Operation | undefined;
  readonly log: readonly number[];
}

/** What both sides see. */
export interface Shared {
  readonly memory: Int32Array;
  readonly underway: Underway;
}

/** Above all numbers there are: two of them make one key that a double holds exactly. */
const LIMIT = 2 ** 26;

/** Gives equal things equal numbers, so that a state is three numbers: of each side, and of what they share. */
export class NumberedStates {
  readonly locals: LocalState[] = [];
  readonly sides: SideState[] = [];
  readonly shareds: Shared[] = [];
  readonly #numbersOfLocals = new Map<string, number>();
  readonly #numbersOfSides = new Map<string, number>();
  readonly #numbersOfShareds = new Map<string, number>();
  readonly #pairs = new Map<number, number>();
  readonly #states = new Map<number, number>();
  /** By state. */
  readonly #callers: number[] = [];
  readonly #threads: number[] = [];
  readonly #sharedOf: number[] = [];

  local(local: LocalState): number {
    return numberOf(local, local.text, this.#numbersOfLocals, this.locals);
  }

  side(side: SideState): number {
    const key = `${side.local} ${side.operation?.name ?? ''} ${side.log.join()}`;
    return numberOf(side, key, this.#numbersOfSides, this.sides);
  }

  shared(shared: Shared): number {
    const { signalsToCaller, signalsToThread, spuriousLeft, spills } = shared.underway;
    const key = `${shared.memory.join()} ${signalsToCaller} ${signalsToThread} ${spuriousLeft} ${spills.length}`;
    return numberOf(shared, key, this.#numbersOfShareds, this.shareds);
  }

  state(caller: number, thread: number, shared: number): number {
    const sides = caller * LIMIT + thread;
    let pair = this.#pairs.get(sides);
    if (pair === undefined) this.#pairs.set(sides, (pair = this.#pairs.size));
    const key = pair * LIMIT + shared;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const number = this.#states.size;
    this.#states.set(key, number);
    this.#callers.push(caller);
    this.#threads.push(thread);
    this.#sharedOf.push(shared);
    return number;
  }

  sideOf(state: number, side: 'caller' | 'thread'): number {
    return (side === 'caller' ? this.#callers : this.#threads)[state];
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
