import {
  COLUMN_FORM,
  COLUMN_NULLS,
  COLUMN_TYPE,
  COLUMN_VALUES,
  columnIndex,
  ColumnType,
  PAGE_ARGUMENT_INDEX,
  PAGE_COLUMNS_INDEX,
  PAGE_CONNECTION_INDEX,
  PAGE_LAST_INDEX,
  PAGE_METADATA_END_INDEX,
  PAGE_METADATA_START_INDEX,
  PAGE_ROWS_INDEX,
} from '@offloop/contract/page';
import type { Column } from './column.js';
import { columnOf, type ValueMakers } from './columns.js';

/** A page of rows in the layout that a worker made. Values are decoded when they are read. */
export class RowPage {
  readonly rows: number;
  readonly isLast: boolean;
  /** Number of the connection that the page came by, on whose member the cursor is. */
  readonly connection: number;
  /** Index of the statement's argument that decides which partition the rows are in; −1: none does. */
  readonly partitionArgument: number;
  readonly columns: readonly Column[];
  /** The columns' types, by the protocol's numbers. */
  readonly types: readonly number[];
  /** The frames of the columns' names and types; empty if the response had none. */
  readonly metadata: Buffer;
  readonly #bytes: Buffer<ArrayBuffer>;
  readonly #words: Int32Array;

  /** @param buffer the body of a `PAGE`. The page keeps it. */
  constructor(buffer: ArrayBuffer, makers: ValueMakers) {
    const words = new Int32Array(buffer, 0, buffer.byteLength >> 2);
    this.#words = words;
    this.#bytes = Buffer.from(buffer);
    this.rows = words[PAGE_ROWS_INDEX];
    this.isLast = words[PAGE_LAST_INDEX] !== 0;
    this.connection = words[PAGE_CONNECTION_INDEX];
    this.partitionArgument = words[PAGE_ARGUMENT_INDEX];
    this.metadata = this.#bytes.subarray(words[PAGE_METADATA_START_INDEX], words[PAGE_METADATA_END_INDEX]);
    this.types = Array.from(
      { length: words[PAGE_COLUMNS_INDEX] },
      (_, index) => words[columnIndex(index) + COLUMN_TYPE],
    );
    this.columns = this.types.map((type, index) => {
      const at = columnIndex(index);
      const place = {
        type,
        form: words[at + COLUMN_FORM],
        nulls: words[at + COLUMN_NULLS],
        values: words[at + COLUMN_VALUES],
        rows: this.rows,
      };
      return columnOf(this.#bytes, place, makers);
    });
  }

  /** Length of the page in bytes. */
  get bytes(): number {
    return this.#bytes.length;
  }

  /** Calls `visit` with the bytes of each serialized value. */
  eachData(visit: (bytes: Buffer, start: number, end: number) => void): void {
    const words = this.#words;
    for (let index = 0; index < this.columns.length; index++) {
      const at = columnIndex(index);
      const values = words[at + COLUMN_VALUES];
      if (words[at + COLUMN_TYPE] !== ColumnType.OBJECT || values === 0) continue;
      const boundaries = new Int32Array(this.#bytes.buffer, values, this.rows + 1);
      for (let row = 0; row < this.rows; row++) {
        if (boundaries[row] < boundaries[row + 1]) visit(this.#bytes, boundaries[row], boundaries[row + 1]);
      }
    }
  }
}
