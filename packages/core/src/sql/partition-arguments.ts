/** Statements whose argument is remembered. */
const MOST_STATEMENTS = 1024;

/**
 * Which argument of a statement says in which partition its rows are, as members told when it ran before. It then goes to the
 * member that has the rows.
 */
export class PartitionArguments {
  readonly #indices = new Map<string, number>();

  /** Undefined where no argument says it, or nothing is known. */
  indexOf(sql: string): number | undefined {
    return this.#indices.get(sql);
  }

  /** @param index −1: none says it. */
  learn(sql: string, index: number): void {
    if (index < 0) {
      this.#indices.delete(sql);
      return;
    }
    if (this.#indices.get(sql) === index) return;
    this.#indices.set(sql, index);
    if (this.#indices.size <= MOST_STATEMENTS) return;
    for (const oldest of this.#indices.keys()) {
      this.#indices.delete(oldest);
      break;
    }
  }
}
