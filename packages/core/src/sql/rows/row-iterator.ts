import type { SqlRowType } from '../sql-result.js';

/** What comes next of a result. */
export const Ahead = {
  /** A row that is here. */
  ROW: 0,
  /** Nothing. */
  END: 1,
  /** What is not here: a page, or a turn of the loop that is due. */
  LATER: 2,
} as const;
export type Ahead = (typeof Ahead)[keyof typeof Ahead];

/** What an iterator reads. */
export interface RowSource {
  /** What comes next. A row must be taken by `row` then. */
  ahead(): Ahead;
  /** Makes the row that is here. Throws HazelcastSqlException; the next one is another row. */
  row(): SqlRowType;
  next(): Promise<IteratorResult<SqlRowType, undefined>>;
  close(): Promise<void>;
}

/** A step of `for await`, which takes what it says before it asks for the next. */
class Step {
  readonly done = false;
  isTaken = true;
  row: SqlRowType = {};

  get value(): SqlRowType {
    this.isTaken = true;
    return this.row;
  }
}

/**
 * Iterates over the rows of a result, for `for await`.
 *
 * Expectation: rows that are here, read one after the other. Mechanism: one step and one resolved promise of it serve for all of
 * them, so that a row costs no promise. Price: a step holds until the next is asked for; who keeps steps calls `result.next()`.
 */
export class RowIterator implements AsyncIterator<SqlRowType, undefined> {
  readonly #result: RowSource;
  readonly #step = new Step();
  readonly #ready: Promise<IteratorYieldResult<SqlRowType>> = Promise.resolve(this.#step);

  constructor(result: RowSource) {
    this.#result = result;
  }

  next(): Promise<IteratorResult<SqlRowType, undefined>> {
    const step = this.#step;
    const result = this.#result;
    if (!step.isTaken || result.ahead() !== Ahead.ROW) return result.next();
    try {
      step.row = result.row();
    } catch (error) {
      return Promise.reject(error);
    }
    step.isTaken = false;
    return this.#ready;
  }

  /** A loop was left: the query is closed. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#result.close();
    return { done: true, value: undefined };
  }
}
