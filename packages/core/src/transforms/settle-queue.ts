import { DrainBudget, Share } from '@offloop/runtime';
import { setImmediate } from '@offloop/runtime/clock';

/**
 * Settles promises after a turn of the loop, as many at a time as can be handled in a slice of time.
 *
 * Results come by message ports, which Node.js empties before the loop goes on. A caller that works on each result would find the
 * next one there, and its loop would stand still (docs/decisions/0017-a-turn-between-slices.md).
 */
export class SettleQueue {
  readonly #budget = new DrainBudget();
  readonly #waiting: (() => void)[] = [];
  #scheduled = false;

  add(settle: () => void): void {
    this.#waiting.push(settle);
    if (!this.#scheduled) this.#schedule(Share.OWN);
  }

  #schedule(share: Share): void {
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#settleSome(share);
      if (this.#waiting.length > 0) this.#schedule(Share.EQUAL);
    });
  }

  #settleSome(share: Share): void {
    const budget = this.#budget;
    budget.begin(share);
    let batch: (() => void)[];
    do {
      batch = this.#waiting.splice(0, budget.batch);
      for (const settle of batch) settle();
    } while (budget.take(batch.length) && this.#waiting.length > 0);
    budget.end();
  }
}
