import type { RowShape } from './rows/row-shape.js';

/** Statements that are remembered. */
const MOST_STATEMENTS = 1024;
/** Characters. A longer statement is not remembered. */
const LONGEST_TEXT = 4096;

/** What a run of a statement has told for the next one. */
export interface KnownStatement {
  /** Which argument says in which partition the rows are: the next run goes to the member that has them. −1: none says it. */
  readonly partitionArgument: number;
  /** Undefined for a statement without rows. */
  readonly shape: RowShape | undefined;
}

/** What is known of statements that ran before, by their text. */
export class KnownStatements {
  readonly #bySql = new Map<string, KnownStatement>();

  /** Undefined for a statement of which nothing is known. */
  of(sql: string): KnownStatement | undefined {
    return this.#bySql.get(sql);
  }

  /** A statement has run. @param partitionArgument, shape see `KnownStatement` */
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
