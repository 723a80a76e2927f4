import type { RowPage } from '../../calls/completions/page/row-page.js';
import type { SqlErrors } from '../sql-errors.js';
import type { SqlRowType } from '../sql-result.js';
import type { SqlRowMetadata } from '../sql-row-metadata.js';
import type { RowShape } from './row-shape.js';
import { SqlRowImpl } from './sql-row-impl.js';

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
