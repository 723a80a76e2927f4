import type { SlicedResult } from '../protocol/sliced-result.js';
import { monotonicNow } from '../shared/clock.js';
import { releaseStack } from '../shared/stack.js';
import { SLICE_MILLIS } from './drain-budget.js';
import { OwnTurns, type Turns } from './loop-turns.js';
import type { SlotTable } from './slot-table.js';

interface Unfinished {
  readonly slot: number;
  readonly generation: number;
  readonly result: SlicedResult;
  readonly units: number;
}

/** Finishes results that are too long for a drain: one slice in each turn of the loop, in which at most one result is finished. */
export class SliceQueue {
  readonly #slots: SlotTable<unknown>;
  readonly #unfinished: Unfinished[] = [];
  readonly #onDone: (units: number) => void;
  readonly #turns: Pick<Turns, 'next'>;
  #scheduled = false;

  /** @param onDone runs when a result is finished or dropped, and its buffers no longer count as handed over. */
  constructor(
    slots: SlotTable<unknown>,
    onDone: (units: number) => void,
    turns: Pick<Turns, 'next'> = new OwnTurns(),
  ) {
    this.#slots = slots;
    this.#onDone = onDone;
    this.#turns = turns;
  }

  /** Adds a result. @param units the units that its buffers count for. */
  add(slot: number, generation: number, result: SlicedResult, units: number): void {
    this.#unfinished.push({ slot, generation, result, units });
    if (!this.#scheduled) this.#schedule();
  }

  /** True while results are unfinished and no slice is scheduled. */
  get isLeftBehind(): boolean {
    return this.#unfinished.length > 0 && !this.#scheduled;
  }

  /** Schedules a slice for unfinished results if none is scheduled; for the watchdog. */
  goOn(): void {
    if (this.isLeftBehind) this.#schedule();
  }

  /** Finishes all results, without a pause. */
  finish(): void {
    while (this.#unfinished.length > 0) this.#advance(Infinity);
  }

  #schedule(): void {
    this.#scheduled = true;
    this.#turns.next(() => {
      this.#scheduled = false;
      // Not two results a turn: what the first sets off runs behind this slice, and would behind that of the second.
      if (this.#unfinished.length > 0) this.#advance(monotonicNow() + SLICE_MILLIS);
      if (this.#unfinished.length > 0) this.#schedule();
    });
  }

  #advance(until: number): void {
    const { slot, generation, result, units } = this.#unfinished[0];
    if (!this.#step(slot, generation, result, until)) return;
    this.#unfinished.shift();
    this.#onDone(units);
  }

  /** @returns whether the call is done with. */
  #step(slot: number, generation: number, result: SlicedResult, until: number): boolean {
    const slots = this.#slots;
    // Rejected with its thread.
    if (!slots.holds(slot, generation)) return true;
    // Nobody waits for it any more: only the slot is to be given back.
    if (!slots.isPending(slot, generation)) {
      slots.resolve(slot, undefined);
      return true;
    }
    try {
      if (!result.advance(until)) return false;
    } catch (error) {
      slots.reject(slot, releaseStack(error));
      return true;
    }
    slots.resolve(slot, result.value);
    return true;
  }
}
