import { decodeLatin1 } from '@offloop/runtime/bytes';
import type { Column } from './column.js';

/** Bytes of text that are decoded at once. A row that is kept holds at most so much of the rows around it. */
const RUN_BYTES = 1024;

/**
 * A column of ASCII text.
 *
 * Expectation: rows are read in their order. Mechanism: the text of some rows is decoded by one call, since a call costs more
 * than the characters of a short value, and each value is cut out of it. Price: a value of 13 characters or more shares the
 * memory of its run.
 */
export class AsciiColumn implements Column {
  readonly #bytes: Buffer;
  readonly #boundaries: Int32Array;
  readonly #rows: number;
  #text = '';
  /** The decoded run of rows: its first row, the row behind it, and the offset of its text. */
  #first = 0;
  #behind = 0;
  #start = 0;

  /** @param boundaries offsets of the values, one more than there are rows. */
  constructor(bytes: Buffer, boundaries: Int32Array) {
    this.#bytes = bytes;
    this.#boundaries = boundaries;
    this.#rows = boundaries.length - 1;
  }

  at(row: number): string {
    if (row < this.#first || row >= this.#behind) this.#decodeFrom(row);
    const start = this.#start;
    return this.#text.substring(this.#boundaries[row] - start, this.#boundaries[row + 1] - start);
  }

  #decodeFrom(row: number): void {
    const boundaries = this.#boundaries;
    const start = boundaries[row];
    let behind = row + 1;
    while (behind < this.#rows && boundaries[behind + 1] - start <= RUN_BYTES) behind++;
    this.#text = decodeLatin1(this.#bytes, start, boundaries[behind]);
    this.#first = row;
    this.#behind = behind;
    this.#start = start;
  }
}
