import type { RowShape } from './rows/row-shape.js';

const MOST_STATEMENTS = 1024;
/** Characters. A longer statement is not remembered. */
const LONGEST_TEXT = 4096;

/** Facts about a statement, learned when it ran, that make its next run cheaper. */
export interface KnownStatement {
  /** Index of the parameter whose partition holds the rows, so that the next run goes to its owner; −1 if no parameter decides that. */
  readonly partitionArgument: number;
  readonly shape: RowShape | undefined;
}

/** Remembers facts about the last 1,024 statements, by their text. */
export class KnownStatements {
  readonly #bySql = new Map<string, KnownStatement>();

  /** Returns the facts about a statement; undefined if there are none. */
  of(sql: string): KnownStatement | undefined {
    return this.#bySql.get(sql);
  }

  /** Keeps what a run of a statement has shown. @param partitionArgument, shape see `KnownStatement` */
  learn(sql: string, partitionArgument: number, shape: RowShape | undefined): void {
    if (partitionArgument < 0 && shape === undefined) {
      this.#bySql.delete(sql);
      return;
    }
    const known = this.#bySql.get(sql);
    if (known !== undefined && known.partitionArgument === partitionArgument && known.shape === shape) return;
    if (sql.length > LONGEST_TEXT) return;
    this.#bySql.set(sql, { partitionArgument, shape });
    if (this.#bySql.size <= MOST_STATEMENTS) return;
    for (const oldest of this.#bySql.keys()) {
      this.#bySql.delete(oldest);
      break;
    }
  }
}
