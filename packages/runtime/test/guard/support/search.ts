import type { LocalState } from '../../support/stepped/local-state.js';
import type { Change, Scenario } from './scenario.js';
import type { Sockets } from './kernel.js';
import { nextTurn } from '../../../src/shared/clock.js';
import { World, type Operation } from './world.js';

/** States after which the loop turns. */
const TURN = 1_000;
const SIDES = ['loop', 'guard'] as const;
type SideName = (typeof SIDES)[number];

/** A side, as it was when its operation began, and what the operation has read since. */
interface SideState {
  readonly local: LocalState;
  readonly operation: Operation | undefined;
  readonly log: readonly number[];
}

interface Shared {
  readonly sockets: Sockets;
  readonly memory: readonly number[];
}

/** What a side may do next. Without an operation it dies. */
interface Move {
  readonly side: SideName;
  readonly operation: Operation | undefined;
  readonly option: number;
}

interface Outcome {
  readonly move: Move;
  readonly what: string;
  readonly isCertain: boolean;
  readonly side: number;
  readonly shared: number;
  readonly wrong: string | undefined;
}

export interface Found {
  readonly states: number;
  readonly steps: number;
  /** Why a state is no good, and what has led to it. Undefined: every state is good. */
  readonly bad: { readonly why: string; readonly trace: readonly string[] } | undefined;
}

/** Gives equal things equal numbers. */
class Numbers<T> {
  readonly items: T[] = [];
  readonly #numbers = new Map<string, number>();

  of(key: string, item: T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.items.length);
    return this.items.push(item) - 1;
  }
}

/**
 * Visits every state that the loop and its guard can come to, breadth first. What a side does depends on its own state and on what is shared: it is
 * run once for each pair of these.
 */
export class Search {
  readonly #world: World;
  readonly #sides = new Numbers<SideState>();
  readonly #shared = new Numbers<Shared>();
  readonly #states = new Numbers<readonly [loop: number, guard: number, shared: number]>();
  readonly #parents: number[] = [];
  readonly #by: string[] = [];
  readonly #outcomes = new Map<string, readonly Outcome[]>();
  /** From state to state, in pairs, by something that will happen. */
  readonly #certain: number[] = [];
  readonly #settled: number[] = [];
  readonly #firstOfGuard: number;
  readonly #maxStates: number;
  #steps = 0;

  constructor(scenario: Scenario, change: Change = [], maxStates = 1_000_000) {
    const world = (this.#world = new World(scenario, change));
    this.#maxStates = maxStates;
    const loop = this.#side({ local: world.loop.local.save(), operation: undefined, log: [] });
    this.#firstOfGuard = this.#side({ local: world.guard.local.save(), operation: undefined, log: [] });
    this.#add(loop, this.#firstOfGuard, this.#share(world.save()), -1, '');
  }

  async run(): Promise<Found> {
    for (let number = 0; number < this.#states.items.length; number++) {
      // A loop that does not turn is an error in tests.
      if (number % TURN === 0) await nextTurn();
      const [loop, guard, shared] = this.#states.items[number];
      let willMove = false;
      for (const side of SIDES) {
        for (const outcome of this.#outcomesOf(side, side === 'loop' ? loop : guard, shared)) {
          this.#steps++;
          const label = `${side} ${outcome.move.operation?.name ?? 'dies'}: ${outcome.what}`;
          if (outcome.wrong !== undefined) return this.#found(outcome.wrong, [...this.#trace(number), label]);
          const next =
            side === 'loop'
              ? this.#add(outcome.side, guard, outcome.shared, number, label)
              : this.#add(loop, outcome.side, outcome.shared, number, label);
          if (!outcome.isCertain) continue;
          willMove = true;
          this.#certain.push(number, next);
        }
      }
      const why = this.#wrongAtRest(number, willMove);
      if (why !== undefined) return this.#found(why, this.#trace(number));
    }
    const lost = this.#unsettled();
    return lost === undefined
      ? this.#found(undefined, [])
      : this.#found('somebody waits for ever', this.#trace(lost));
  }

  #wrongAtRest(number: number, willMove: boolean): string | undefined {
    const [loop, guard, shared] = this.#states.items[number];
    if (this.#sides.items[loop].operation ?? this.#sides.items[guard].operation) return undefined;
    this.#world.restore(this.#shared.items[shared]);
    this.#world.loop.local.restore(this.#sides.items[loop].local);
    const { isSettled, lock } = this.#world;
    if (isSettled) this.#settled.push(number);
    else if (!willMove) return 'nobody will do anything more';
    return this.#world.wrongAtRest(lock);
  }

  /** A state from which none that is settled can be reached, if there is one. */
  #unsettled(): number | undefined {
    const before = new Map<number, number[]>();
    for (let pair = 0; pair < this.#certain.length; pair += 2) {
      const [from, to] = this.#certain.slice(pair, pair + 2);
      const known = before.get(to);
      if (known === undefined) before.set(to, [from]);
      else known.push(from);
    }
    const reaches = new Set(this.#settled);
    for (const number of reaches) for (const from of before.get(number) ?? []) reaches.add(from);
    for (let number = 0; number < this.#states.items.length; number++)
      if (!reaches.has(number)) return number;
    return undefined;
  }

  #outcomesOf(name: SideName, own: number, shared: number): readonly Outcome[] {
    const key = `${name} ${own} ${shared}`;
    let outcomes = this.#outcomes.get(key);
    if (outcomes === undefined) {
      outcomes = [...this.#run(name, own, shared), ...(name === 'guard' ? this.#death(shared) : [])];
      this.#outcomes.set(key, outcomes);
    }
    return outcomes;
  }

  *#run(name: SideName, own: number, shared: number): Generator<Outcome> {
    const state = this.#sides.items[own];
    if (name === 'guard' && this.#shared.items[shared].sockets.guard !== 'lives') return;
    this.#restore(name, own, shared);
    const operations =
      state.operation === undefined
        ? this.#world[name].operations.filter((operation) => operation.isEnabled())
        : [state.operation];
    for (const operation of operations) {
      let options = 1;
      for (let option = 0; option < options; option++) {
        this.#restore(name, own, shared);
        const world = this.#world;
        world.kernel.wrong = undefined;
        const move = { side: name, operation, option };
        const isCertain = state.operation !== undefined || !operation.isOptional;
        let step;
        try {
          step = world.steps.step(state.log, option, () => operation.run());
        } catch (error) {
          yield { move, what: '', isCertain, side: -1, shared: -1, wrong: `it throws: ${String(error)}` };
          continue;
        }
        options = step.options;
        const after = step.isOver
          ? { local: world[name].local.save(), operation: undefined, log: [] }
          : { local: state.local, operation, log: step.log };
        yield {
          move,
          what: step.what,
          isCertain,
          side: this.#side(after),
          shared: this.#share(world.saved),
          wrong: world.kernel.wrong,
        };
      }
    }
  }

  /** The guard may die in the midst of anything. Another begins anew. */
  *#death(shared: number): Generator<Outcome> {
    const { sockets } = this.#shared.items[shared];
    if (sockets.guard !== 'lives' || sockets.guardsLeft === 0) return;
    this.#world.restore(this.#shared.items[shared]);
    this.#world.dies();
    const move = { side: 'guard', operation: undefined, option: 0 } as const;
    const side = this.#firstOfGuard;
    yield {
      move,
      what: '',
      isCertain: false,
      side,
      shared: this.#share(this.#world.save()),
      wrong: undefined,
    };
  }

  #restore(name: SideName, own: number, shared: number): void {
    this.#world.restore(this.#shared.items[shared]);
    this.#world[name].local.restore(this.#sides.items[own].local);
  }

  #side(state: SideState): number {
    return this.#sides.of(`${state.local.text} ${state.operation?.name ?? ''} ${state.log.join()}`, state);
  }

  #share(shared: Shared): number {
    return this.#shared.of(JSON.stringify(shared), shared);
  }

  #add(loop: number, guard: number, shared: number, parent: number, by: string): number {
    const number = this.#states.of(`${loop} ${guard} ${shared}`, [loop, guard, shared]);
    if (number < this.#parents.length) return number;
    if (number === this.#maxStates) throw new Error(`more than ${number} states`);
    this.#parents.push(parent);
    this.#by.push(by);
    return number;
  }

  #found(why: string | undefined, trace: readonly string[]): Found {
    const bad = why === undefined ? undefined : { why, trace };
    return { states: this.#states.items.length, steps: this.#steps, bad };
  }

  #trace(number: number): string[] {
    const lines: string[] = [];
    for (let at = number; this.#parents[at] >= 0; at = this.#parents[at]) lines.push(this.#by[at]);
    return lines.toReversed();
  }
}
