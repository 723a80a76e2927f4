import { NumberedStates, type Shared, type SideState } from './numbered-states.js';
import type { Change, Scenario } from './scenario.js';
import type { OnAccess } from './stepper.js';
import { World, type Operation, type Underway } from './world.js';

const SIDES = ['caller', 'thread'] as const;
type SideName = (typeof SIDES)[number];

interface Move {
  readonly side: SideName;
  readonly operation: Operation;
  /** It does not begin here, it goes on. */
  readonly isUnderWay: boolean;
}

/** What a move of one side leads to: its own state, and that of what both share. The other side stays as it is. */
interface Outcome {
  readonly move: Move;
  readonly side: number;
  readonly shared: number;
  readonly failure: Error | undefined;
}

export interface Found {
  readonly states: number;
  readonly steps: number;
  /** Why a state is no good, and what led to it; undefined: every state is good. */
  readonly stuck: { readonly why: string; readonly trace: readonly string[] } | undefined;
}

/**
 * Visits every state that two sides can come to, breadth first: each state by one of its shortest ways. What a side does
 * depends on its own state and on what is shared, and not on how far the other is: it is run once for each pair of these.
 */
export class Search {
  readonly #world: World;
  readonly #numbered = new NumberedStates();
  readonly #parents: number[] = [];
  readonly #moves: (Move | undefined)[] = [];
  /** By state of a side, then of what is shared: what it can do. */
  readonly #outcomes: Record<SideName, Map<number, readonly Outcome[]>[]> = { caller: [], thread: [] };
  /** From state to state, in pairs, by something that will happen. */
  readonly #certain: number[] = [];
  readonly #delivered: number[] = [];
  readonly #maxStates: number;
  #steps = 0;
  /** The local states that the sides' objects hold; undefined: one that has no number. */
  readonly #held: Record<SideName, number | undefined> = { caller: undefined, thread: undefined };

  constructor(scenario: Scenario, change: Change = {}, maxStates = 1_000_000) {
    this.#world = new World(scenario, change);
    this.#maxStates = maxStates;
  }

  run(): Found {
    const { caller, thread, stepper, underway } = this.#world;
    const numbered = this.#numbered;
    const first = { operation: undefined, log: [] };
    this.#add(
      numbered.side({ ...first, local: numbered.local(caller.local.save()) }),
      numbered.side({ ...first, local: numbered.local(thread.local.save()) }),
      numbered.shared({ memory: stepper.memory(), underway: copyOf(underway) }),
      -1,
      undefined,
    );
    for (let number = 0; number < this.#parents.length; number++) {
      let willMove = false;
      for (const side of SIDES) {
        for (const outcome of this.#outcomesOf(side, number)) {
          const { move, failure } = outcome;
          this.#steps++;
          if (failure !== undefined) {
            const trace = [...this.#trace(number), this.#label(number, move)];
            return this.#found(`it throws: ${failure.message}`, trace);
          }
          const next = this.#next(side, number, outcome);
          if (move.isUnderWay || !move.operation.isOptional) {
            willMove = true;
            this.#certain.push(number, next);
          }
        }
      }
      if (!willMove) {
        if (!this.#isDelivered(number))
          return this.#found('nobody will do anything more', this.#trace(number));
        this.#delivered.push(number);
      }
    }
    const lost = this.#undelivered();
    return lost === undefined
      ? this.#found(undefined, [])
      : this.#found('both sides are busy and nothing can come of it', this.#trace(lost));
  }

  /** A state from which none that is delivered and at rest can be reached, if there is one. */
  #undelivered(): number | undefined {
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
    const queue = [...this.#delivered];
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

  #outcomesOf(side: SideName, number: number): readonly Outcome[] {
    const own = this.#numbered.sideOf(number, side);
    const shared = this.#numbered.sharedOf(number);
    const ofSide = (this.#outcomes[side][own] ??= new Map<number, readonly Outcome[]>());
    let outcomes = ofSide.get(shared);
    if (outcomes === undefined) {
      outcomes = this.#movesFrom(side, number).map((move) => this.#step(number, move));
      ofSide.set(shared, outcomes);
    }
    return outcomes;
  }

  #movesFrom(side: SideName, number: number): Move[] {
    const { operation } = this.#numbered.sides[this.#numbered.sideOf(number, side)];
    if (operation !== undefined) return [{ side, operation, isUnderWay: true }];
    this.#restore(number);
    return this.#world[side].operations
      .filter((each) => each.isEnabled())
      .map((each) => ({ side, operation: each, isUnderWay: false }));
  }

  #restore(number: number): void {
    const { underway, stepper } = this.#world;
    const numbered = this.#numbered;
    for (const name of SIDES) {
      const { local } = numbered.sides[numbered.sideOf(number, name)];
      if (this.#held[name] === local) continue;
      this.#world[name].local.restore(numbered.locals[local]);
      this.#held[name] = local;
    }
    const shared = numbered.shareds[numbered.sharedOf(number)];
    stepper.restore(shared.memory);
    Object.assign(underway, copyOf(shared.underway));
  }

  #step(from: number, move: Move, onAccess?: OnAccess): Outcome {
    this.#restore(from);
    const world = this.#world;
    const numbered = this.#numbered;
    const side = world[move.side];
    const { operation } = move;
    const before = numbered.sides[numbered.sideOf(from, move.side)];
    this.#held[move.side] = undefined;
    if (!move.isUnderWay) operation.take();
    let step;
    try {
      step = world.stepper.step(before.log, () => world.runOn(side, () => operation.run()), onAccess);
    } catch (error) {
      return { move, side: -1, shared: -1, failure: error as Error };
    }
    const after: SideState = step.isOver
      ? { local: numbered.local(side.local.save()), operation: undefined, log: [] }
      : { local: before.local, operation, log: step.log };
    const shared: Shared = { memory: step.memory, underway: copyOf(world.underway) };
    return { move, side: numbered.side(after), shared: numbered.shared(shared), failure: undefined };
  }

  #next(side: SideName, number: number, { move, side: own, shared }: Outcome): number {
    const caller = side === 'caller' ? own : this.#numbered.sideOf(number, 'caller');
    const thread = side === 'thread' ? own : this.#numbered.sideOf(number, 'thread');
    return this.#add(caller, thread, shared, number, move);
  }

  #add(caller: number, thread: number, shared: number, parent: number, move: Move | undefined): number {
    const number = this.#numbered.state(caller, thread, shared);
    if (number < this.#parents.length) return number;
    if (number === this.#maxStates) throw new Error(`more than ${number} states`);
    this.#parents.push(parent);
    this.#moves.push(move);
    return number;
  }

  #isDelivered(number: number): boolean {
    this.#restore(number);
    return this.#world.isDelivered;
  }

  #found(why: string | undefined, trace: readonly string[]): Found {
    const stuck = why === undefined ? undefined : { why, trace };
    return { states: this.#parents.length, steps: this.#steps, stuck };
  }

  #trace(number: number): string[] {
    const lines: string[] = [];
    for (let at = number; this.#parents[at] >= 0; at = this.#parents[at]) {
      lines.push(this.#label(this.#parents[at], this.#moves[at]!));
    }
    return lines.toReversed();
  }

  #label(from: number, move: Move): string {
    let accesses = '';
    this.#step(from, move, (what, value) => {
      accesses += ` ${what} = ${value}`;
    });
    return `${move.side} ${move.operation.name}${move.isUnderWay ? ', goes on' : ''}:${accesses}`;
  }
}

function copyOf(underway: Underway): Underway {
  return { ...underway, spills: [...underway.spills] };
}
