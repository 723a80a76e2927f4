import { isAsciiText } from '@offloop/runtime/bytes';
import { FrameReader, ProtocolError } from '@offloop/wire';
import {
  COLUMN_FORM,
  COLUMN_NULLS,
  COLUMN_STRIDES,
  COLUMN_TYPE,
  COLUMN_VALUES,
  ColumnForm,
  columnIndex,
  ColumnType,
  PAGE_ARGUMENT_INDEX,
  PAGE_COLUMNS_INDEX,
  PAGE_CONNECTION_INDEX,
  PAGE_LAST_INDEX,
  PAGE_METADATA_END_INDEX,
  PAGE_METADATA_START_INDEX,
  PAGE_ROWS_INDEX,
  pageHeaderLength,
} from '@offloop/contract/page';
import { isStructMark, nextFrame, plainFrame } from './page-frames.js';
import { readPageHeader, type PageHeader } from './page-header.js';
import { PageOutput } from './page-output.js';

/** The first byte of a column of fixed-size values says which of them are null. */
const Nulls = { ALL: 1, NONE: 2 } as const;
/** Bytes in front of a column's fixed-size values: that byte, and the number of values as int32. */
const FIXED_HEADER = 5;
/** Bytes that alignment and boundaries take for one column, at most, beyond those of its frames. */
const COLUMN_EXTRA = 64;
const INITIAL_ROWS = 64;

export const PageState = {
  /** Values are left. */
  MORE: 0,
  /** `output` has the page. */
  DONE: 1,
  /** The response has no page: it goes to the caller's decoder as it is. */
  NONE: 2,
} as const;
export type PageState = (typeof PageState)[keyof typeof PageState];

/**
 * Makes a page of rows from an SQL response, some values at a time. It can be used again for another response.
 *
 * The response's counts are compared with what was asked for, with each other and with its bytes before memory is taken for what
 * they count.
 */
export class PageScan {
  readonly output: PageOutput;
  /** Where the response begins and ends in `bytes`. */
  start = 0;
  end = 0;
  readonly #reader = new FrameReader();
  #connection = 0;
  #mostRows = 0;
  #begun = false;
  #types: readonly number[] = [];
  /** Rows of the page; −1 before the first column has told. */
  #rows = -1;
  #column = 0;
  /** True once the frame that begins the present column was read. */
  #inColumn = false;
  #count = 0;
  #hasNulls = false;
  #isAscii = true;
  #boundaries = new Int32Array(INITIAL_ROWS + 1);
  #nulls: Buffer = Buffer.alloc(INITIAL_ROWS);

  /** @param limit the most bytes of a page. */
  constructor(limit: number) {
    this.output = new PageOutput(0, limit);
  }

  /** Begins with the response in `bytes[start, end)`, which came by the connection with this number. @param mostRows that it may have. */
  begin(connection: number, mostRows: number, bytes: Buffer, start: number, end: number): this {
    this.#connection = connection;
    this.#mostRows = mostRows;
    this.start = start;
    this.end = end;
    this.#begun = false;
    this.#reader.reset(bytes, start, end);
    return this;
  }

  /** The memory that the response is in. */
  get bytes(): Buffer {
    return this.#reader.bytes;
  }

  /** Reads some `values` more, or a whole column where they have one size. Throws ProtocolError. */
  advance(values: number): PageState {
    if (!this.#begun) {
      const header = readPageHeader(this.#reader, this.end);
      if (header === undefined) return PageState.NONE;
      this.#beginPage(header);
      this.#begun = true;
    }
    let left = values;
    while (this.#column < this.#types.length) {
      if (left <= 0) return PageState.MORE;
      const type = this.#types[this.#column];
      left -= isFixed(type) ? this.#readFixed(type) : this.#readListed(type, left);
    }
    return this.#finish() ? PageState.DONE : PageState.NONE;
  }

  #beginPage({ isLast, argument, metadataStart, metadataEnd, types }: PageHeader): void {
    this.#types = types;
    this.#rows = -1;
    this.#column = 0;
    this.#inColumn = false;
    const { output } = this;
    const columns = types.length;
    const header = pageHeaderLength(columns);
    output.reset(header + COLUMN_EXTRA * (columns + 1) + this.end - this.start);
    output.bytes.fill(0, 0, header);
    output.length = header;
    const at = output.append(this.#reader.bytes, metadataStart, metadataEnd);
    this.#setWord(PAGE_CONNECTION_INDEX, this.#connection);
    this.#setWord(PAGE_LAST_INDEX, isLast ? 1 : 0);
    this.#setWord(PAGE_COLUMNS_INDEX, columns);
    this.#setWord(PAGE_ARGUMENT_INDEX, argument);
    if (output.length === at) return;
    this.#setWord(PAGE_METADATA_START_INDEX, at);
    this.#setWord(PAGE_METADATA_END_INDEX, output.length);
  }

  /** Copies a column of values of one size. @returns the number of values that would take as long. */
  #readFixed(type: number): number {
    const reader = this.#reader;
    const { bytes } = reader;
    if (type === ColumnType.NULL) {
      const rows = bytes.readInt32LE(plainFrame(reader, 4));
      this.#requireRows(rows);
      this.#endColumn(rows, ColumnForm.NOTHING, 0, 0);
      return 1;
    }
    const at = plainFrame(reader, FIXED_HEADER);
    const nulls = bytes[at];
    const count = bytes.readInt32LE(at + 1);
    this.#requireRows(count);
    if (nulls === Nulls.ALL) {
      this.#endColumn(count, ColumnForm.NOTHING, 0, 0);
      return 1;
    }
    const stride = COLUMN_STRIDES[type];
    const from = at + FIXED_HEADER;
    if (nulls === Nulls.NONE) {
      const end = from + count * stride;
      if (end > reader.contentEnd) throw cutOff(count);
      this.output.align(8);
      this.#endColumn(count, ColumnForm.FIXED, 0, this.output.append(bytes, from, end));
      return 1 + (count >> 6);
    }
    this.#spread(from, count, stride);
    return 1 + count;
  }

  /** Writes a column in which values and nulls are mixed, with a place for each row. */
  #spread(from: number, count: number, stride: number): void {
    const { bytes, contentEnd } = this.#reader;
    const { output } = this;
    // A byte for each eight of them is there at least.
    if ((count + 7) >> 3 > contentEnd - from) throw cutOff(count);
    output.grow(count * (stride + 1));
    const values = output.align(8);
    const nulls = values + count * stride;
    output.length = nulls + count;
    output.bytes.fill(0, values, output.length);
    let at = from;
    for (let row = 0; row < count;) {
      if (at >= contentEnd) throw cutOff(count);
      const present = bytes[at++];
      for (let bit = 1; bit < 0x100 && row < count; bit <<= 1, row++) {
        if ((present & bit) === 0) {
          output.bytes[nulls + row] = 1;
          continue;
        }
        if (at + stride > contentEnd) throw cutOff(count);
        for (let i = 0; i < stride; i++) output.bytes[values + row * stride + i] = bytes[at + i];
        at += stride;
      }
    }
    this.#endColumn(count, ColumnForm.FIXED, nulls, values);
  }

  /** Reads at most `most` values of a column that is a list of frames. @returns their number. */
  #readListed(type: number, most: number): number {
    const reader = this.#reader;
    const { output } = this;
    if (!this.#inColumn) {
      nextFrame(reader);
      if (!reader.isBeginStruct()) throw new ProtocolError('Bytes where a column must begin');
      this.#inColumn = true;
      this.#count = 0;
      this.#hasNulls = false;
      this.#isAscii = type === ColumnType.VARCHAR;
    }
    for (let read = 0; read < most; read++) {
      nextFrame(reader);
      if (reader.isEndStruct()) {
        this.#endListed();
        return read + 1;
      }
      if (this.#count >= this.#mostOfColumn()) throw this.#wrongRows(this.#count + 1);
      const isNull = reader.isNull();
      if (this.#count === this.#nulls.length) this.#growScratch();
      this.#nulls[this.#count] = isNull ? 1 : 0;
      this.#boundaries[this.#count++] = output.length;
      if (isNull) this.#hasNulls = true;
      else this.#readValue(type);
    }
    return most;
  }

  #readValue(type: number): void {
    const reader = this.#reader;
    // JSON is a structure of one frame.
    const isNested = type === ColumnType.JSON;
    if (isNested) {
      if (!reader.isBeginStruct()) throw new ProtocolError('Bytes where JSON must begin');
      nextFrame(reader);
    }
    if (isStructMark(reader)) throw new ProtocolError('Structure where a value must be');
    const { bytes, contentStart, contentEnd } = reader;
    this.output.append(bytes, contentStart, contentEnd);
    if (this.#isAscii) this.#isAscii = isAsciiText(bytes, contentStart, contentEnd);
    if (isNested) reader.skipToEndStruct();
  }

  #endListed(): void {
    const { output } = this;
    const count = this.#count;
    this.#requireRows(count);
    this.#boundaries[count] = output.length;
    const values = output.align(4);
    const { words } = output;
    for (let i = 0, to = values >> 2; i <= count; i++) words[to + i] = this.#boundaries[i];
    output.length = values + 4 * (count + 1);
    const nulls = this.#hasNulls ? output.append(this.#nulls, 0, count) : 0;
    this.#inColumn = false;
    this.#endColumn(count, this.#isAscii ? ColumnForm.ASCII : ColumnForm.BYTES, nulls, values);
  }

  #endColumn(rows: number, form: ColumnForm, nulls: number, values: number): void {
    this.#rows = rows;
    const column = columnIndex(this.#column);
    this.#setWord(column + COLUMN_TYPE, this.#types[this.#column]);
    this.#setWord(column + COLUMN_FORM, form);
    this.#setWord(column + COLUMN_NULLS, nulls);
    this.#setWord(column + COLUMN_VALUES, values);
    this.#column++;
  }

  /** Throws ProtocolError unless the present column may have so many rows. */
  #requireRows(rows: number): void {
    const isRight = this.#rows < 0 ? rows >= 0 && rows <= this.#mostRows : rows === this.#rows;
    if (!isRight) throw this.#wrongRows(rows);
  }

  #mostOfColumn(): number {
    return this.#rows < 0 ? this.#mostRows : this.#rows;
  }

  #wrongRows(rows: number): ProtocolError {
    if (rows < 0) return new ProtocolError('A column has less than no rows', { rows });
    return this.#rows < 0
      ? new ProtocolError('A page has more rows than were asked for', { rows, asked: this.#mostRows })
      : new ProtocolError('Columns of a page differ in rows', { rows, before: this.#rows });
  }

  /** @returns false if an error follows the page. */
  #finish(): boolean {
    const reader = this.#reader;
    this.#setWord(PAGE_ROWS_INDEX, Math.max(0, this.#rows));
    reader.skipToEndStruct();
    nextFrame(reader);
    return reader.isNull();
  }

  #setWord(index: number, value: number): void {
    this.output.words[index] = value;
  }

  #growScratch(): void {
    const capacity = this.#nulls.length * 2;
    const boundaries = new Int32Array(capacity + 1);
    const nulls = Buffer.alloc(capacity);
    boundaries.set(this.#boundaries);
    nulls.set(this.#nulls);
    this.#boundaries = boundaries;
    this.#nulls = nulls;
  }
}

function isFixed(type: number): boolean {
  return COLUMN_STRIDES[type] > 0 || type === ColumnType.NULL;
}

function cutOff(rows: number): ProtocolError {
  return new ProtocolError('A column ends before its rows', { rows });
}
