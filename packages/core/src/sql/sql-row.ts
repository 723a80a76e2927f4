import type { SqlRowMetadata } from './sql-row-metadata.js';

/** A row whose values are made when they are asked for, anew each time. It keeps its page of rows in memory. */
export interface SqlRow {
  /**
   * Returns the value of a column, by name or index; undefined for an index that no column has.
   *
   * Throws IllegalArgumentError for a name that no column has and for what is neither string nor number, and
   * HazelcastSqlException for a value that cannot be deserialized.
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the official type
  getObject<T>(columnNameOrIndex: string | number): T;
  /** Returns the columns of the row: the result's `rowMetadata`. */
  getMetadata(): SqlRowMetadata;
}
