/**
 * Numbers in shared memory that only one thread writes, by plain stores: a reader sees what was true a moment ago, which is
 * all that statistics need. Each is a float64, exact to 2⁵³.
 */
export class Counters {
  readonly #values: Float64Array;

  constructor(values: Float64Array) {
    this.#values = values;
  }

  count(counter: number, by: number = 1): void {
    this.#values[counter] += by;
  }

  set(counter: number, value: number): void {
    this.#values[counter] = value;
  }

  get(counter: number): number {
    return this.#values[counter];
  }
}
