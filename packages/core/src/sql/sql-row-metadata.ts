import type { SqlColumnType } from './sql-column-type.js';

/** A column of a result. */
export interface SqlColumnMetadata {
  name: string;
  type: SqlColumnType;
  /** Whether values may be null. */
  nullable: boolean;
}

/** The columns of a result. */
export interface SqlRowMetadata {
  /** How many columns there are. */
  getColumnCount(): number;
  /** Undefined where there is no such column. */
  getColumn(index: number): SqlColumnMetadata | undefined;
  /** All columns in their order. */
  getColumns(): SqlColumnMetadata[];
  /** The index of the last column of that name; −1 where there is none. Throws IllegalArgumentError unless it is a string. */
  findColumn(columnName: string): number;
}
