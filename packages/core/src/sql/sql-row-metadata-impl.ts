import type { StructOf } from '@offloop/wire';
import { mustBe } from '../errors/must-be.js';
import type { SqlColumnType } from './sql-column-type.js';
import type { SqlColumnMetadata, SqlRowMetadata } from './sql-row-metadata.js';

const NOT_FOUND = -1;

/** The columns of a result, from those of the protocol. */
export class SqlRowMetadataImpl implements SqlRowMetadata {
  readonly #columns: SqlColumnMetadata[];
  readonly #byName: ReadonlyMap<string, number>;

  constructor(columns: readonly StructOf<'SqlColumnMetadata'>[]) {
    // What a member sends that is newer than this client has no name here, and stays the number it is.
    this.#columns = columns.map(({ name, type, nullable = true }) => ({
      name,
      type: type as SqlColumnType,
      nullable,
    }));
    this.#byName = new Map(columns.map(({ name }, index) => [name, index]));
  }

  getColumnCount(): number {
    return this.#columns.length;
  }

  getColumn(index: number): SqlColumnMetadata | undefined {
    return this.#columns[index];
  }

  getColumns(): SqlColumnMetadata[] {
    return this.#columns;
  }

  findColumn(columnName: string): number {
    if (typeof columnName !== 'string') {
      throw mustBe('the name of a column', 'a string', columnName);
    }
    return this.#byName.get(columnName) ?? NOT_FOUND;
  }
}
