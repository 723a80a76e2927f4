import type { Column } from '../calls/completions/page/column.js';
import type { RowPage } from '../calls/completions/page/row-page.js';
import type { SqlErrors } from './sql-errors.js';
import type { SqlRowAsObject, SqlRowType } from './sql-result.js';
import type { SqlRowMetadata } from './sql-row-metadata.js';
import { SqlRowImpl } from './sql-row-impl.js';

/** Makes a row of a page. Throws HazelcastSqlException for a value that cannot be deserialized. */
export type RowMaker = (page: RowPage, row: number) => SqlRowType;

type MakeObject = (columns: readonly Column[], row: number) => SqlRowAsObject;

/** Columns up to which a maker of rows is compiled: more make too much code for what they save. */
const MOST_COMPILED = 100;

/** Rows of a result that are made before a function is compiled for them: those of a lookup are not worth one. */
const COMPILED_FROM = 256;

/** Rows whose values are made when they are asked for. */
export function rawRows(metadata: SqlRowMetadata, errors: SqlErrors): RowMaker {
  return (page, row) => new SqlRowImpl(page, row, metadata, errors);
}

/** Rows as plain objects, by the columns' names. */
export function objectRows(metadata: SqlRowMetadata, errors: SqlErrors): RowMaker {
  const names = metadata.getColumns().map(({ name }) => name);
  let make = interpreted(names);
  let made = 0;
  return (page, row) => {
    if (++made === COMPILED_FROM && names.length <= MOST_COMPILED) make = compiled(names) ?? make;
    try {
      return make(page.columns, row);
    } catch (error) {
      throw errors.ofValue(error);
    }
  };
}

function interpreted(names: readonly string[]): MakeObject {
  return (columns, row) => {
    const object: SqlRowAsObject = {};
    for (let i = 0; i < names.length; i++) put(object, names[i], columns[i].at(row));
    return object;
  };
}

function put(object: SqlRowAsObject, name: string, value: unknown): void {
  // Set, it would be the object's prototype.
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else object[name] = value;
}

/** A function that names every column: its objects have one shape from the start. Undefined where code must not be generated. */
function compiled(names: readonly string[]): MakeObject | undefined {
  const fields = names.map((name, i) => `${keyOf(name)}:columns[${i}].at(row)`);
  try {
    // oxlint-disable-next-line no-implied-eval, no-new-func -- names are quoted as JSON, which is JavaScript
    return new Function('columns', 'row', `return {${fields.join(',')}}`) as MakeObject;
  } catch {
    return undefined;
  }
}

function keyOf(name: string): string {
  const quoted = JSON.stringify(name);
  // In brackets, it is a name like any other.
  return name === '__proto__' ? `[${quoted}]` : quoted;
}
