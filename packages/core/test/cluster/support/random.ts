/** The seed of a suite's random choices: OFFLOOP_SEED, or a new one. A suite prints it, and the same seed asks the same. */
export const seed: number = Number(process.env['OFFLOOP_SEED'] ?? Date.now() % 0x7fff_ffff) | 0;

/** Random whole numbers that a seed decides (mulberry32). */
export class Random {
  #state: number;

  constructor(from: number) {
    this.#state = from | 0;
  }

  /** From 0 to `limit` - 1. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }
}
