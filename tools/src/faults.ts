/** A direction, as the client sees it: `UPSTREAM` is what it sends, `DOWNSTREAM` what it receives. */
export const Direction = { UPSTREAM: 'upstream', DOWNSTREAM: 'downstream' } as const;
export type Direction = (typeof Direction)[keyof typeof Direction];

/** A function that may change the bytes it is given, or return others of any length. */
export type Corrupt = (bytes: Buffer) => Uint8Array;

/** The faults in force, shared by all connections of one proxy. */
export class Faults {
  readonly #changed = new Set<() => void>();
  readonly #dropped = new Set<Direction>();
  refusing = false;
  /** Time by which each piece of data is delayed, in ms. */
  delay = 0;
  /** Most bytes that are handed to the kernel at once. */
  split: number = Number.POSITIVE_INFINITY;
  bytesPerSecond: number = Number.POSITIVE_INFINITY;
  corrupt: Corrupt | undefined = undefined;

  drop(directions: readonly Direction[]): void {
    for (const direction of directions) this.#dropped.add(direction);
    this.#announce();
  }

  drops(direction: Direction): boolean {
    return this.#dropped.has(direction);
  }

  clear(): void {
    this.#dropped.clear();
    this.refusing = false;
    this.delay = 0;
    this.split = Number.POSITIVE_INFINITY;
    this.bytesPerSecond = Number.POSITIVE_INFINITY;
    this.corrupt = undefined;
    this.#announce();
  }

  /** Calls `listener` whenever a direction is dropped or restored, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#changed.add(listener);
    return () => {
      this.#changed.delete(listener);
    };
  }

  #announce(): void {
    for (const listener of this.#changed) listener();
  }
}
