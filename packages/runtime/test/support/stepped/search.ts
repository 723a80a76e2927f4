import { nextTurn } from '../../../src/shared/clock.js';
import type { LocalStateKeeper } from './local-state.js';
import { NumberedStates, type SideState } from './numbered-states.js';
import type { Replay } from './replay.js';

/** Something that a side may begin when it is doing nothing. */
export interface Operation {
  readonly name: string;
  /** Nobody relies on it: it may never happen. */
  readonly isOptional: boolean;
  isEnabled(): boolean;
  /** Its effect on what is under way; together with the first step. */
  take?(): void;
  run(): void;
}

export interface Side {
  readonly operations: readonly Operation[];
  readonly local: LocalStateKeeper;
}

/** Two sides on one thread, and what they share, whose every access is a step. */
export interface SteppedWorld<S> {
  readonly sides: readonly [first: string, second: string];
  side(name: string): Side;
  readonly replay: Replay<S>;
  save(): S;
  restore(shared: S): void;
  /** Two of the same key are the same. */
  keyOf(shared: S): string;
  run(name: string, operation: Operation): void;
  /** What has happened in the last step that must never be. */
  takeWrong(): string | undefined;
  /** Looked at while neither side is doing anything. @param willMove one of them will go on for certain */
  atRest(willMove: boolean): { readonly isSettled: boolean; readonly wrong: string | undefined };
  /** A side that may be gone at any time, also in the midst of an operation, and begin anew. */
  readonly death?: { readonly of: string; isPossible(): boolean; run(): void };
}

/** What a step of one side leads to: its own state, and that of what both share. The other side stays as it is. */
interface Outcome {
  /** For traces. */
  readonly label: string;
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

/** States after which the loop turns: one that stands is an error in tests. */
const TURN = 1_000;

/**
 * Visits every state that two sides can come to, breadth first: each state by one of its shortest ways. What a side does depends on its own state and
 * on what is shared, and not on how far the other is: it is run once for each pair of these.
 */
export class Search<S> {
  readonly #world: SteppedWorld<S>;
  readonly #numbered = new NumberedStates<S>();
  readonly #parents: number[] = [];
  readonly #by: string[] = [];
  /** By side, state of the side, then what is shared: what it can do. */
  readonly #outcomes: readonly [Map<number, readonly Outcome[]>[], Map<number, readonly Outcome[]>[]] = [
    [],
    [],
  ];
  /** From state to state, in pairs, by something that will happen. */
  readonly #certain: number[] = [];
  readonly #settled: number[] = [];
  /** The local states that the sides' objects hold; undefined: one that has no number. */
  readonly #held: (number | undefined)[] = [undefined, undefined];
  readonly #first: readonly number[];
  readonly #maxStates: number;
  #steps = 0;

  constructor(world: SteppedWorld<S>, maxStates = 1_000_000) {
    this.#world = world;
    this.#maxStates = maxStates;
    this.#first = world.sides.map((name) => this.#numberOf(name, undefined, []));
    this.#add(this.#first[0], this.#first[1], this.#share(world.save()), -1, '');
  }

  async run(): Promise<Found> {
    const numbered = this.#numbered;
    for (let number = 0; number < this.#parents.length; number++) {
      if (number % TURN === 0) await nextTurn();
      let willMove = false;
      for (const side of [0, 1]) {
        for (const outcome of this.#outcomesOf(side, number)) {
          this.#steps++;
          if (outcome.wrong !== undefined)
            return this.#found(outcome.wrong, [...this.#trace(number), outcome.label]);
          const first = side === 0 ? outcome.side : numbered.sideOf(number, 0);
          const second = side === 1 ? outcome.side : numbered.sideOf(number, 1);
          const next = this.#add(first, second, outcome.shared, number, outcome.label);
          if (!outcome.isCertain) continue;
          willMove = true;
          this.#certain.push(number, next);
        }
      }
      const wrong = this.#wrongAtRest(number, willMove);
      if (wrong !== undefined) return this.#found(wrong, this.#trace(number));
    }
    const lost = this.#unsettled();
    return lost === undefined
      ? this.#found(undefined, [])
      : this.#found('both sides are busy and nothing can come of it', this.#trace(lost));
  }

  #wrongAtRest(number: number, willMove: boolean): string | undefined {
    const isAtRest = ([0, 1] as const).every((side) => this.#sideIn(number, side).operation === undefined);
    if (!isAtRest) return undefined;
    this.#restore(number);
    const { isSettled, wrong } = this.#world.atRest(willMove);
    if (isSettled) this.#settled.push(number);
    return wrong ?? (isSettled || willMove ? undefined : 'nobody will do anything more');
  }

  /** A state from which none that is settled can be reached, if there is one. */
  #unsettled(): number | undefined {
    const certain = this.#certain;
    // Of each state the last pair that leads to it; of each pair the one before it that leads to the same.
    const last = new Int32Array(this.#parents.length).fill(-1);
    const before = new Int32Array(certain.length / 2);
    for (let pair = 0; pair < before.length; pair++) {
      const to = certain[2 * pair + 1];
      before[pair] = last[to];
      last[to] = pair;
    }
    const reaches = new Uint8Array(this.#parents.length);
    const queue = [...this.#settled];
    for (const number of queue) reaches[number] = 1;
    for (let number = queue.pop(); number !== undefined; number = queue.pop()) {
      for (let pair = last[number]; pair >= 0; pair = before[pair]) {
        const from = certain[2 * pair];
        if (reaches[from] === 1) continue;
        reaches[from] = 1;
        queue.push(from);
      }
    }
    const first = reaches.indexOf(0);
    return first < 0 ? undefined : first;
  }

  #outcomesOf(side: number, number: number): readonly Outcome[] {
    const shared = this.#numbered.sharedOf(number);
    const ofSide = (this.#outcomes[side][this.#numbered.sideOf(number, side)] ??= new Map());
    let outcomes = ofSide.get(shared);
    if (outcomes === undefined) {
      outcomes = [...this.#run(side, number), ...this.#death(side, number)];
      ofSide.set(shared, outcomes);
    }
    return outcomes;
  }

  *#run(side: number, number: number): Generator<Outcome> {
    const world = this.#world;
    const name = world.sides[side];
    const { local, operation: underWay, log } = this.#sideIn(number, side);
    this.#restore(number);
    const operations =
      underWay === undefined ? world.side(name).operations.filter((each) => each.isEnabled()) : [underWay];
    for (const operation of operations) {
      const isCertain = underWay !== undefined || !operation.isOptional;
      let options = 1;
      for (let option = 0; option < options; option++) {
        this.#restore(number);
        this.#held[side] = undefined;
        if (underWay === undefined) operation.take?.();
        let step;
        try {
          step = world.replay.step(log, option, () => world.run(name, operation));
        } catch (error) {
          const label = `${name} ${operation.name}`;
          yield { label, isCertain, side: -1, shared: -1, wrong: `it throws: ${String(error)}` };
          continue;
        }
        options = step.options;
        yield {
          label: `${name} ${operation.name}: ${step.what}`,
          isCertain,
          side: step.isOver
            ? this.#numberOf(name, undefined, [])
            : this.#numbered.side({ local, operation, log: step.log }),
          shared: this.#share(step.shared),
          wrong: world.takeWrong(),
        };
      }
    }
  }

  *#death(side: number, number: number): Generator<Outcome> {
    const { death, sides } = this.#world;
    if (death === undefined || sides[side] !== death.of) return;
    this.#restore(number);
    if (!death.isPossible()) return;
    death.run();
    const shared = this.#share(this.#world.save());
    yield { label: `${death.of} dies`, isCertain: false, side: this.#first[side], shared, wrong: undefined };
  }

  #restore(number: number): void {
    for (const side of [0, 1]) {
      const { local } = this.#sideIn(number, side);
      if (this.#held[side] === local) continue;
      this.#world.side(this.#world.sides[side]).local.restore(this.#numbered.locals[local]);
      this.#held[side] = local;
    }
    this.#world.restore(this.#numbered.shareds[this.#numbered.sharedOf(number)]);
  }

  #sideIn(number: number, side: number): SideState {
    return this.#numbered.sides[this.#numbered.sideOf(number, side)];
  }

  /** A side as its objects are now. */
  #numberOf(name: string, operation: Operation | undefined, log: readonly number[]): number {
    const local = this.#numbered.local(this.#world.side(name).local.save());
    return this.#numbered.side({ local, operation, log });
  }

  #share(shared: S): number {
    return this.#numbered.shared(this.#world.keyOf(shared), shared);
  }

  #add(first: number, second: number, shared: number, parent: number, by: string): number {
    const number = this.#numbered.state(first, second, shared);
    if (number < this.#parents.length) return number;
    if (number === this.#maxStates) throw new Error(`more than ${number} states`);
    this.#parents.push(parent);
    this.#by.push(by);
    return number;
  }

  #found(why: string | undefined, trace: readonly string[]): Found {
    const bad = why === undefined ? undefined : { why, trace };
    return { states: this.#parents.length, steps: this.#steps, bad };
  }

  #trace(number: number): string[] {
    const lines: string[] = [];
    for (let at = number; this.#parents[at] >= 0; at = this.#parents[at]) lines.push(this.#by[at]);
    return lines.toReversed();
  }
}
