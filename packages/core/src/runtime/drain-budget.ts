/** Records between two looks at the clock. */
const BATCH = 64;
/** Milliseconds a drain, or the decoding of lists, may hold the caller's loop. */
export const SLICE_MILLIS = 2;

/** How long one drain may go on: after a blocked minute the loop is given back in slices. */
export class DrainBudget {
  readonly batch: number = BATCH;
  #until = 0;

  begin(): void {
    this.#until = performance.now() + SLICE_MILLIS;
  }

  isSpent(): boolean {
    return performance.now() >= this.#until;
  }
}
