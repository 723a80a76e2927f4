import type { SqlColumnType } from './sql-column-type.js';

/** A column of a result. */
export interface SqlColumnMetadata {
  name: string;
  type: SqlColumnType;
  /** True if values may be null. */
  nullable: boolean;
}

/** The columns of a result. */
export interface SqlRowMetadata {
  /** Returns the number of columns. */
  getColumnCount(): number;
  /** Returns the column at an index, from 0; undefined if there is none. */
  getColumn(index: number): SqlColumnMetadata | undefined;
  /** Returns all columns in their order. */
  getColumns(): SqlColumnMetadata[];
  /** Returns the index of the last column of that name; −1 if there is none. Throws IllegalArgumentError unless it is a string. */
  findColumn(columnName: string): number;
}
