import type Long from 'long';
import type { SqlRow } from './sql-row.js';
import type { SqlRowMetadata } from './sql-row-metadata.js';

/** A row as an object whose keys are the names of its columns. If two columns have one name, the last one counts. */
export interface SqlRowAsObject {
  // The official type: programs read their columns without casts.
  // oxlint-disable-next-line typescript/no-explicit-any
  [key: string]: any;
}

/** A row: a plain object by default, an `SqlRow` with `returnRawResult`. */
export type SqlRowType = SqlRow | SqlRowAsObject;

/**
 * The result of a statement: rows, page by page, or a count of updates. It can be read once, in any of the ways below.
 *
 * A query stays open on its member until its last page has come, until it is closed, or until nobody holds the result any more.
 */
export interface SqlResult extends AsyncIterable<SqlRowType>, AsyncDisposable {
  /**
   * Resolves to the next row. Rejects with IllegalStateError for a count of updates, with HazelcastSqlException when the query
   * failed, was closed, or a value cannot be deserialized, and with OperationTimeoutError or CancellationError as its options say.
   */
  next(): Promise<IteratorResult<SqlRowType>>;
  /** Iterates over the rows, page by page: arrays as the member made them, none of them empty. Rejects as `next`. */
  pages(): AsyncGenerator<SqlRowType[], void, undefined>;
  /** Ends the query on the member, unless it has ended. Rows that have arrived can still be read. */
  close(): Promise<void>;
  /** The columns of the rows; null for a count of updates. */
  readonly rowMetadata: SqlRowMetadata | null;
  /** Returns true for rows, false for a count of updates. */
  isRowSet(): boolean;
  /** Number of rows that the statement has changed; −1 for a result of rows. */
  readonly updateCount: Long;
}
