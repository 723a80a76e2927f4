import Long from 'long';
import type { RowPage } from '../../calls/completions/page/row-page.js';
import type { Cursor } from '../cursor.js';
import type { SqlResult, SqlRowType } from '../sql-result.js';
import type { SqlRowMetadata } from '../sql-row-metadata.js';
import { ReadingOrder } from './reading-order.js';
import type { ReadingPace } from './reading-pace.js';
import { Ahead, RowIterator, type RowSource } from './row-iterator.js';
import type { RowMaker } from './row-maker.js';

/** Closes the queries of results that nobody holds any more. */
const forgotten = new FinalizationRegistry<Cursor>((cursor) => void cursor.close().catch(() => undefined));

export class RowsResult implements SqlResult, RowSource {
  readonly updateCount: Long = Long.NEG_ONE;
  readonly #metadata: () => SqlRowMetadata;
  readonly #cursor: Cursor;
  readonly #make: RowMaker;
  readonly #pace: ReadingPace;
  readonly #prefetch: boolean;
  #page: RowPage;
  #row = 0;
  /** The calls that wait for a row. Later calls wait behind them, so that rows come in the order of the calls. */
  readonly #order = new ReadingOrder();

  /** @param metadata returns the same object each time. */
  constructor(
    cursor: Cursor,
    metadata: () => SqlRowMetadata,
    first: RowPage,
    make: RowMaker,
    pace: ReadingPace,
    prefetch: boolean,
  ) {
    this.#cursor = cursor;
    this.#metadata = metadata;
    this.#make = make;
    this.#pace = pace;
    this.#prefetch = prefetch;
    this.#page = first;
    pace.begin(first.rows, first.bytes);
    if (cursor.isOver) return;
    forgotten.register(this, cursor);
    if (prefetch) cursor.fetch();
  }

  get rowMetadata(): SqlRowMetadata {
    return this.#metadata();
  }

  isRowSet(): boolean {
    return true;
  }

  close(): Promise<void> {
    return this.#cursor.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  [Symbol.asyncIterator](): AsyncIterator<SqlRowType, undefined> {
    return new RowIterator(this);
  }

  next(): Promise<IteratorResult<SqlRowType, undefined>> {
    switch (this.ahead()) {
      case Ahead.ROW:
        try {
          return Promise.resolve({ done: false, value: this.row() });
        } catch (error) {
          return Promise.reject(error);
        }
      case Ahead.END:
        return Promise.resolve({ done: true, value: undefined });
      default:
        return this.#later();
    }
  }

  async *pages(): AsyncGenerator<SqlRowType[], void, undefined> {
    try {
      for (;;) {
        // Pages come one after the other.
        const rows = await this.#restOfPage();
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      await this.close();
    }
  }

  /** Tells what comes next. If it is a row, it must be taken by `row` then. */
  ahead(): Ahead {
    return this.#order.isTaken ? Ahead.LATER : this.#look();
  }

  /** Makes the row that has arrived, and goes on to the next. Throws HazelcastSqlException. */
  row(): SqlRowType {
    return this.#make(this.#page, this.#row++);
  }

  async #later(): Promise<IteratorResult<SqlRowType, undefined>> {
    await this.#order.enter();
    try {
      return (await this.#hasRow()) ? { done: false, value: this.row() } : { done: true, value: undefined };
    } finally {
      this.#order.leave();
    }
  }

  /** Tells what comes next, for the call whose turn it is. */
  #look(): Ahead {
    if (this.#row < this.#page.rows) return this.#pace.hasTime() ? Ahead.ROW : Ahead.LATER;
    return this.#turnPage() ? this.#look() : this.#page.isLast ? Ahead.END : Ahead.LATER;
  }

  /** Resolves to true when a row may be taken, to false at the end. */
  async #hasRow(): Promise<boolean> {
    for (;;) {
      const ahead = this.#look();
      if (ahead !== Ahead.LATER) return ahead === Ahead.ROW;
      // A page after the other, a slice a turn.
      await (this.#row < this.#page.rows ? this.#pace.wait() : this.#cursor.arrival());
    }
  }

  /** Goes on to the next page, if it has arrived, and has the one after it fetched. */
  #turnPage(): boolean {
    const page = this.#cursor.take();
    if (page === undefined) return false;
    this.#page = page;
    this.#row = 0;
    this.#pace.begin(page.rows, page.bytes);
    if (this.#prefetch) this.#cursor.fetch();
    return true;
  }

  /** Takes all rows of the page that are left, of the next page if there is none; an empty list at the end of the result. */
  async #restOfPage(): Promise<SqlRowType[]> {
    await this.#order.enter();
    try {
      const rows: SqlRowType[] = [];
      if (!(await this.#hasRow())) return rows;
      rows.push(this.row());
      while (this.#row < this.#page.rows) {
        if (this.#pace.hasTime()) {
          rows.push(this.row());
        } else {
          // A slice a turn.
          await this.#pace.wait();
        }
      }
      return rows;
    } finally {
      this.#order.leave();
    }
  }
}
