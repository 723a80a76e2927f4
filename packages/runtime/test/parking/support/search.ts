import type { LocalState } from './local-state.js';
import type { Change, Scenario } from './scenario.js';
import type { OnAccess } from './stepper.js';
import { World, type Operation, type Side, type Underway } from './world.js';

interface SideState {
  /** As it was when its operation began. */
  readonly local: number;
  readonly operation: Operation | undefined;
  readonly log: readonly number[];
}

interface State {
  readonly memory: Int32Array;
  readonly underway: Underway;
  readonly caller: SideState;
  readonly thread: SideState;
}

type SideName = 'caller' | 'thread';

interface Move {
  readonly side: SideName;
  readonly operation: Operation;
  /** It does not begin here, it goes on. */
  readonly isUnderWay: boolean;
}

export interface Found {
  readonly states: number;
  readonly steps: number;
  /** Why a state is no good, and what led to it; undefined: every state is good. */
  readonly stuck: { readonly why: string; readonly trace: readonly string[] } | undefined;
}

/** Visits every state that two sides can come to, breadth first: each state by one of its shortest ways. */
export class Search {
  readonly #world: World;
  readonly #locals: LocalState[] = [];
  readonly #localNumbers = new Map<string, number>();
  readonly #numbers = new Map<string, number>();
  readonly #states: State[] = [];
  readonly #parents: number[] = [];
  readonly #moves: (Move | undefined)[] = [];
  /** By state: those that lead to it by something that will happen. */
  readonly #before: number[][] = [];
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
    const { caller, thread } = this.#world;
    const first = { operation: undefined, log: [] };
    this.#add(
      {
        memory: this.#world.stepper.memory(),
        underway: copyOf(this.#world.underway),
        caller: { ...first, local: this.#numberOfLocal(caller.local.save()) },
        thread: { ...first, local: this.#numberOfLocal(thread.local.save()) },
      },
      -1,
      undefined,
    );
    for (let number = 0; number < this.#states.length; number++) {
      let willMove = false;
      for (const move of this.#movesFrom(this.#states[number])) {
        const { state, failure } = this.#step(this.#states[number], move);
        if (failure !== undefined) {
          return this.#found(`it throws: ${failure.message}`, [
            ...this.#trace(number),
            this.#label(number, move),
          ]);
        }
        const next = this.#add(state, number, move);
        if (move.isUnderWay || !move.operation.isOptional) {
          willMove = true;
          this.#before[next].push(number);
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
    const reaches = new Uint8Array(this.#states.length);
    const queue = [...this.#delivered];
    for (const number of queue) reaches[number] = 1;
    for (let number = queue.pop(); number !== undefined; number = queue.pop()) {
      for (const before of this.#before[number]) {
        if (reaches[before] === 1) continue;
        reaches[before] = 1;
        queue.push(before);
      }
    }
    const first = reaches.indexOf(0);
    return first < 0 ? undefined : first;
  }

  #movesFrom(state: State): Move[] {
    this.#restore(state);
    const moves: Move[] = [];
    for (const side of ['caller', 'thread'] as const) {
      const { operation } = state[side];
      if (operation !== undefined) {
        moves.push({ side, operation, isUnderWay: true });
        continue;
      }
      for (const each of this.#world[side].operations) {
        if (each.isEnabled()) moves.push({ side, operation: each, isUnderWay: false });
      }
    }
    return moves;
  }

  #restore(state: State): void {
    const { underway, stepper } = this.#world;
    for (const name of ['caller', 'thread'] as const) {
      const { local } = state[name];
      if (this.#held[name] === local) continue;
      this.#world[name].local.restore(this.#locals[local]);
      this.#held[name] = local;
    }
    stepper.restore(state.memory);
    Object.assign(underway, copyOf(state.underway));
  }

  #step(from: State, move: Move, onAccess?: OnAccess): { state: State; failure: Error | undefined } {
    this.#restore(from);
    this.#steps++;
    const world = this.#world;
    const side: Side = world[move.side];
    const { operation } = move;
    const { log, local } = from[move.side];
    this.#held[move.side] = undefined;
    if (!move.isUnderWay) operation.take();
    let step;
    try {
      step = world.stepper.step(log, () => world.runOn(side, () => operation.run()), onAccess);
    } catch (error) {
      return { state: from, failure: error as Error };
    }
    const after: SideState = step.isOver
      ? { local: this.#numberOfLocal(side.local.save()), operation: undefined, log: [] }
      : { local, operation, log: step.log };
    const state = { ...from, memory: step.memory, underway: copyOf(world.underway), [move.side]: after };
    return { state, failure: undefined };
  }

  #add(state: State, parent: number, move: Move | undefined): number {
    const { memory, underway, caller, thread } = state;
    const { signalsToCaller, signalsToThread, spuriousLeft, spills } = underway;
    const key = `${memory.join()} ${signalsToCaller} ${signalsToThread} ${spuriousLeft} ${spills.length} ${keyOf(caller)} ${keyOf(thread)}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#states.length;
    if (number === this.#maxStates) throw new Error(`more than ${number} states`);
    this.#numbers.set(key, number);
    this.#states.push(state);
    this.#parents.push(parent);
    this.#moves.push(move);
    this.#before.push([]);
    return number;
  }

  #numberOfLocal(local: LocalState): number {
    const known = this.#localNumbers.get(local.text);
    if (known !== undefined) return known;
    this.#localNumbers.set(local.text, this.#locals.length);
    return this.#locals.push(local) - 1;
  }

  #isDelivered(number: number): boolean {
    this.#restore(this.#states[number]);
    return this.#world.isDelivered;
  }

  #found(why: string | undefined, trace: readonly string[]): Found {
    const stuck = why === undefined ? undefined : { why, trace };
    return { states: this.#states.length, steps: this.#steps, stuck };
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
    this.#step(this.#states[from], move, (what, value) => {
      accesses += ` ${what} = ${value}`;
    });
    return `${move.side} ${move.operation.name}${move.isUnderWay ? ', goes on' : ''}:${accesses}`;
  }
}

function copyOf(underway: Underway): Underway {
  return { ...underway, spills: [...underway.spills] };
}

function keyOf({ local, operation, log }: SideState): string {
  return `${local} ${operation?.name ?? ''} ${log.join()}`;
}
