import type { RowPage } from '../calls/completions/page/row-page.js';
import type { SqlErrors } from './sql-errors.js';
import type { SqlRowAsObject, SqlRowType } from './sql-result.js';
import type { SqlRowMetadata } from './sql-row-metadata.js';
import { SqlRowImpl } from './sql-row-impl.js';

/** Makes a row of a page. Throws HazelcastSqlException for a value that cannot be deserialized. */
export type RowMaker = (page: RowPage, row: number) => SqlRowType;

/** Rows whose values are made when they are asked for. */
export function rawRows(metadata: SqlRowMetadata, errors: SqlErrors): RowMaker {
  return (page, row) => new SqlRowImpl(page, row, metadata, errors);
}

/** Rows as plain objects, by the columns' names. */
export function objectRows(metadata: SqlRowMetadata, errors: SqlErrors): RowMaker {
  const names = metadata.getColumns().map(({ name }) => name);
  return (page, row) => {
    const { columns } = page;
    const object: SqlRowAsObject = {};
    try {
      for (let i = 0; i < names.length; i++) put(object, names[i], columns[i].at(row));
    } catch (error) {
      throw errors.ofValue(error);
    }
    return object;
  };
}

function put(object: SqlRowAsObject, name: string, value: unknown): void {
  // Set, it would be the object's prototype.
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else object[name] = value;
}
