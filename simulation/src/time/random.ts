/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) ^ 0x5bf03635;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from 0 up to and without `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** A number from `least` up to and without `most`; small ones are as likely as large ones of ten times the size. */
  skewed(least: number, most: number): number {
    return least * (most / least) ** this.next();
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }

  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const item = items[i];
      items[i] = items[j];
      items[j] = item;
    }
    return items;
  }
}
