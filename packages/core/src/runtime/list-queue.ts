import { releaseStack } from '../errors/stack.js';
import { SLICE_MILLIS } from './drain-budget.js';
import type { ListResult } from './list-result.js';
import type { SlotTable } from './slot-table.js';

interface Unfinished {
  readonly slot: number;
  readonly generation: number;
  readonly result: ListResult;
}

/** Lists too long to be decoded within a drain: one slice a turn of the loop, and at most one that is finished. */
export class ListQueue {
  readonly #slots: SlotTable;
  readonly #unfinished: Unfinished[] = [];
  #scheduled = false;

  constructor(slots: SlotTable) {
    this.#slots = slots;
  }

  add(slot: number, generation: number, result: ListResult): void {
    this.#unfinished.push({ slot, generation, result });
    if (!this.#scheduled) this.#schedule();
  }

  /** Decodes what is left, without a pause. */
  finish(): void {
    while (this.#unfinished.length > 0) this.#advance(Infinity);
  }

  #schedule(): void {
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      // Not two results a turn: what the first sets off runs behind this slice, and would behind that of the second.
      if (this.#unfinished.length > 0) this.#advance(performance.now() + SLICE_MILLIS);
      if (this.#unfinished.length > 0) this.#schedule();
    });
  }

  #advance(until: number): void {
    const { slot, generation, result } = this.#unfinished[0];
    if (this.#step(slot, generation, result, until)) this.#unfinished.shift();
  }

  /** @returns whether the call is done with. */
  #step(slot: number, generation: number, result: ListResult, until: number): boolean {
    const slots = this.#slots;
    // Rejected with its worker.
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
