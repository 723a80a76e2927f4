import Long from 'long';
import type { RowPage } from '../../calls/completions/page/row-page.js';
import type { Cursor } from '../cursor.js';
import type { SqlResult, SqlRowType } from '../sql-result.js';
import type { SqlRowMetadata } from '../sql-row-metadata.js';
import type { ReadingPace } from './reading-pace.js';
import { Ahead, RowIterator, type RowSource } from './row-iterator.js';
import type { RowMaker } from './row-maker.js';
import type { RowShape } from './row-shape.js';

/** Closes the queries of results that nobody holds any more. */
const forgotten = new FinalizationRegistry<Cursor>((cursor) => void cursor.close().catch(() => undefined));

/** The rows of a query. */
export class RowsResult implements SqlResult, RowSource {
  readonly updateCount: Long = Long.NEG_ONE;
  readonly #shape: RowShape;
  readonly #cursor: Cursor;
  readonly #make: RowMaker;
  readonly #pace: ReadingPace;
  readonly #prefetch: boolean;
  #metadata: SqlRowMetadata | undefined;
  #page: RowPage;
  #row = 0;
  /** Calls of `next` that wait. Those after them wait, too, so that rows come in their order. */
  #waiting = 0;

  constructor(
    cursor: Cursor,
    shape: RowShape,
    first: RowPage,
    make: RowMaker,
    pace: ReadingPace,
    prefetch: boolean,
  ) {
    this.#cursor = cursor;
    this.#shape = shape;
    this.#make = make;
    this.#pace = pace;
    this.#prefetch = prefetch;
    this.#page = first;
    pace.begin(first.rows, first.bytes);
    if (cursor.isOver) return;
    forgotten.register(this, cursor);
    if (prefetch) cursor.fetch();
  }

  // Made when it is asked for: most programs know their columns.
  get rowMetadata(): SqlRowMetadata {
    return (this.#metadata ??= this.#shape.metadata());
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
        const ahead = this.ahead();
        if (ahead === Ahead.END) return;
        // Pages come one after the other.
        // oxlint-disable-next-line no-await-in-loop
        if (ahead === Ahead.LATER) await this.#arrival();
        // oxlint-disable-next-line no-await-in-loop
        else yield await this.#restOfPage();
      }
    } finally {
      await this.close();
    }
  }

  /** What comes next. A row must be taken by `row` then. */
  ahead(): Ahead {
    if (this.#waiting > 0) return Ahead.LATER;
    if (this.#row < this.#page.rows) return this.#pace.hasTime() ? Ahead.ROW : Ahead.LATER;
    return this.#turnPage() ? this.ahead() : this.#page.isLast ? Ahead.END : Ahead.LATER;
  }

  /** Makes the row that is here. Throws HazelcastSqlException; the next one is another row. */
  row(): SqlRowType {
    return this.#make(this.#page, this.#row++);
  }

  async #later(): Promise<IteratorResult<SqlRowType, undefined>> {
    this.#waiting++;
    try {
      await this.#arrival();
    } finally {
      this.#waiting--;
    }
    return this.next();
  }

  /** Waits for what `ahead` calls later. */
  async #arrival(): Promise<void> {
    if (this.#row < this.#page.rows) await this.#pace.wait();
    else if (!this.#page.isLast) await this.#cursor.arrival();
  }

  /** Goes on to the next page, if it is here, and has the one after it fetched. */
  #turnPage(): boolean {
    const page = this.#cursor.take();
    if (page === undefined) return false;
    this.#page = page;
    this.#row = 0;
    this.#pace.begin(page.rows, page.bytes);
    if (this.#prefetch) this.#cursor.fetch();
    return true;
  }

  async #restOfPage(): Promise<SqlRowType[]> {
    const rows: SqlRowType[] = [];
    const { rows: count } = this.#page;
    // `ahead` has said that there is time for one.
    rows.push(this.row());
    while (this.#row < count) {
      if (this.#pace.hasTime()) {
        rows.push(this.row());
      } else {
        // A slice a turn.
        // oxlint-disable-next-line no-await-in-loop
        await this.#arrival();
      }
    }
    return rows;
  }
}
