import { IllegalArgumentError, describe } from '@offloop/values';
import type { RowPage } from '../../calls/completions/page/row-page.js';
import type { SqlErrors } from '../sql-errors.js';
import type { SqlRowType } from '../sql-result.js';
import type { SqlRow } from '../sql-row.js';
import type { SqlRowMetadata } from '../sql-row-metadata.js';
import type { RowShape } from './row-shape.js';

/** Makes a row of a page. Throws HazelcastSqlException for a value that cannot be deserialized. */
export type RowMaker = (page: RowPage, row: number) => SqlRowType;

/** Returns a maker of rows whose values are made when they are asked for. */
export function rawRows(metadata: SqlRowMetadata, errors: SqlErrors): RowMaker {
  return (page, row) => new SqlRowImpl(page, row, metadata, errors);
}

/** Returns a maker of rows that are plain objects, with the columns' names as keys. */
export function objectRows(shape: RowShape, errors: SqlErrors): RowMaker {
  return (page, row) => {
    try {
      return shape.object(page.columns, row);
    } catch (error) {
      throw errors.ofValue(error);
    }
  };
}

class SqlRowImpl implements SqlRow {
  readonly #page: RowPage;
  readonly #row: number;
  readonly #metadata: SqlRowMetadata;
  readonly #errors: SqlErrors;

  constructor(page: RowPage, row: number, metadata: SqlRowMetadata, errors: SqlErrors) {
    this.#page = page;
    this.#row = row;
    this.#metadata = metadata;
    this.#errors = errors;
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the official type
  getObject<T>(columnNameOrIndex: string | number): T {
    const column = this.#page.columns[this.#indexOf(columnNameOrIndex)];
    try {
      // TRUSTED: the caller says what is in the column.
      return column?.at(this.#row) as T;
    } catch (error) {
      throw this.#errors.ofValue(error);
    }
  }

  getMetadata(): SqlRowMetadata {
    return this.#metadata;
  }

  #indexOf(columnNameOrIndex: string | number): number {
    if (typeof columnNameOrIndex === 'number') return columnNameOrIndex;
    if (typeof columnNameOrIndex !== 'string') {
      throw new IllegalArgumentError(
        `Expected string or number for column argument, got ${describe(columnNameOrIndex)}`,
      );
    }
    const index = this.#metadata.findColumn(columnNameOrIndex);
    if (index < 0)
      throw new IllegalArgumentError('Could not find a column with name: the row has none of that name');
    return index;
  }
}
