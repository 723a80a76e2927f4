import type { SqlRowType } from '../sql-result.js';

/** The next thing of a result. */
export const Ahead = {
  /** A row that has arrived. */
  ROW: 0,
  /** The end. */
  END: 1,
  /** Something to wait for: a page, or a turn of the loop. */
  LATER: 2,
} as const;
export type Ahead = (typeof Ahead)[keyof typeof Ahead];

/** A source of rows for an iterator. */
export interface RowSource {
  /** Tells what comes next. If it is a row, it must be taken by `row` then. */
  ahead(): Ahead;
  /** Makes the row that has arrived, and goes on to the next. Throws HazelcastSqlException. */
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

  /** Closes the query: a loop was left early. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#result.close();
    return { done: true, value: undefined };
  }
}
