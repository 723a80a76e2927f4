import { sqlPage, type SqlColumn } from '@offloop/tools';
import { encodeResponse, messages, ProtocolError } from '@offloop/wire';
import { expect, test } from 'vitest';

import {
  COLUMN_FORM,
  COLUMN_VALUES,
  ColumnForm,
  columnIndex,
  ColumnType,
  PAGE_CONNECTION_INDEX,
  PAGE_LAST_INDEX,
  PAGE_ROWS_INDEX,
} from '@offloop/contract/page';
import { PageScan, PageState } from '../../src/completions/page-scan.js';

// Damaged pages are in `core/test/sql/damaged-pages.test.ts`, refused ones also in `hostile-pages.member.test.ts` beside it.

const LIMIT = 1 << 20;

function response(rowPage: Buffer): Buffer {
  return encodeResponse(messages.sql.fetch, { rowPage, error: null });
}

/** @param types of the columns that the metadata describes; null: there is none. */
function firstResponse(rowPage: Buffer, types: readonly number[] | null): Buffer {
  const rowMetadata = types === null ? null : types.map((type) => ({ name: 'c', type, nullable: true }));
  return encodeResponse(messages.sql.execute, { rowMetadata, rowPage, updateCount: -1n, error: null });
}

/** Begins to read a response that may have so many rows. */
function begun(bytes: Buffer, mostRows: number = Infinity): PageScan {
  return new PageScan(LIMIT).begin(7, mostRows, bytes, 0, bytes.length);
}

/** The page in a response, as int32 slots. */
function scanned(bytes: Buffer, values: number = Infinity, mostRows?: number): Int32Array {
  const scan = begun(bytes, mostRows);
  let state: PageState = PageState.MORE;
  while (state === PageState.MORE) state = scan.advance(values);
  expect(state).toBe(PageState.DONE);
  const { bytes: page, length } = scan.output;
  return new Int32Array(page.buffer, 0, length >> 2);
}

const COLUMNS: SqlColumn[] = [
  { type: ColumnType.INTEGER, values: [1, null, -3] },
  { type: ColumnType.VARCHAR, values: ['a', null, 'bc'] },
  { type: ColumnType.VARCHAR, values: ['ж', null, 'bc'] },
  { type: ColumnType.DOUBLE, values: [null, null, null] },
  { type: ColumnType.JSON, values: ['{}', '[]', null] },
  { type: ColumnType.NULL, values: [null, null, null] },
];

test('a page tells its connection, its rows, and how each column lies', () => {
  const words = scanned(response(sqlPage(COLUMNS, true)));
  expect([words[PAGE_CONNECTION_INDEX], words[PAGE_LAST_INDEX], words[PAGE_ROWS_INDEX]]).toEqual([7, 1, 3]);
  expect(COLUMNS.map((_, i) => words[columnIndex(i) + COLUMN_FORM])).toEqual([
    ColumnForm.FIXED,
    ColumnForm.ASCII,
    ColumnForm.BYTES,
    ColumnForm.NOTHING,
    ColumnForm.BYTES,
    ColumnForm.NOTHING,
  ]);
  const values = words[columnIndex(0) + COLUMN_VALUES];
  expect(values % 8).toBe(0);
  expect([words[values >> 2], words[(values >> 2) + 2]]).toEqual([1, -3]);
});

test('a page read some values at a time is the page read at once', () => {
  const bytes = response(sqlPage(COLUMNS, false));
  expect(scanned(bytes, 1)).toEqual(scanned(bytes));
});

test('counts that nothing stands behind cost no memory', () => {
  // The count of rows of the first column is the second to fifth byte of its frame.
  for (const kind of [2, 3]) {
    const column = Buffer.from(sqlPage([{ type: ColumnType.BIGINT, values: [1n, 2n] }], true));
    const at = column.indexOf(Buffer.of(2, 2, 0, 0, 0));
    column[at] = kind;
    column.writeInt32LE(0x7fff_ffff, at + 1);
    expect(() => scanned(response(column))).toThrow(ProtocolError);
    column.writeInt32LE(-1, at + 1);
    expect(() => scanned(response(column))).toThrow(ProtocolError);
  }
});

const TIMES = ColumnType.TIMESTAMP_WITH_TIME_ZONE;
const MANY = 100_000;

test.each<readonly [string, SqlColumn]>([
  ['numbers', { type: ColumnType.INTEGER, values: Array.from({ length: MANY }, (_, i) => i) }],
  ['nulls', { type: ColumnType.INTEGER, values: Array.from({ length: MANY }, () => null) }],
  [
    'numbers and nulls',
    { type: TIMES, values: [Buffer.alloc(17), ...Array.from({ length: MANY }, () => null)] },
  ],
  ['nothing', { type: ColumnType.NULL, values: Array.from({ length: MANY }, () => null) }],
  ['text', { type: ColumnType.VARCHAR, values: Array.from({ length: MANY }, () => 'text') }],
])('more rows than were asked for are refused before they cost memory: %s', (_, column) => {
  const bytes = response(sqlPage([column], true));
  const scan = begun(bytes, 99);
  expect(() => scan.advance(Infinity)).toThrow('A page has more rows than were asked for');
  expect(scan.output.bytes.length).toBeLessThan(bytes.length + 1000);
  const rows = column.values.length;
  expect(() => scanned(bytes, Infinity, rows - 1)).toThrow(ProtocolError);
});

test.each<readonly [string, readonly number[] | null]>([
  ['one more', [...COLUMNS.map(({ type }) => type), 0]],
  ['one less', COLUMNS.slice(1).map(({ type }) => type)],
  ['another type', COLUMNS.map(({ type }, i) => (i === 2 ? ColumnType.OBJECT : type))],
  ['none', []],
  ['no metadata', null],
])('a page whose columns are not those of its metadata is refused: %s', (_, types) => {
  const page = sqlPage(COLUMNS, true);
  const scan = begun(firstResponse(page, types));
  expect(() => scan.advance(Infinity)).toThrow('Columns of a page are not those that its metadata describes');
  expect(scan.output.bytes.length).toBe(0);
  const right = COLUMNS.map(({ type }) => type);
  expect(scanned(firstResponse(page, right))[PAGE_ROWS_INDEX]).toBe(3);
});

test('columns that nothing stands behind cost no memory', () => {
  const types = Array.from({ length: MANY }, () => ColumnType.NULL);
  const page = sqlPage([{ type: ColumnType.NULL, values: [null] }], true);
  // The frame of the types is the third.
  const many = Buffer.alloc(6 + 4 * types.length);
  many.writeInt32LE(many.length);
  types.forEach((type, i) => many.writeInt32LE(type, 6 + 4 * i));
  const [before, behind] = [6 + 6 + 1, 6 + 6 + 1 + 6 + 4];
  const scan = begun(response(Buffer.concat([page.subarray(0, before), many, page.subarray(behind)])));
  expect(() => scan.advance(Infinity)).toThrow('A page of rows ends before its columns');
  expect(scan.output.bytes.length).toBe(0);
});

test('a scan that is used again takes no more memory than its largest page', () => {
  const bytes = response(sqlPage(COLUMNS, false));
  const scan = new PageScan(LIMIT);
  for (let i = 0; i < 10_000; i++) scan.begin(1, 3, bytes, 0, bytes.length).advance(Infinity);
  expect(scan.output.bytes.length).toBeLessThan(bytes.length + 1000);
});

test('a page of many columns with nulls is not copied for each of them', () => {
  const column = { type: ColumnType.BIGINT, values: [1n, ...Array.from({ length: 999 }, () => null)] };
  const bytes = response(
    sqlPage(
      Array.from({ length: 90 }, () => column),
      true,
    ),
  );
  const scan = begun(bytes);
  let [taken, last] = [0, scan.output.bytes];
  while (scan.advance(1) === PageState.MORE) {
    if (scan.output.bytes !== last) taken += (last = scan.output.bytes).length;
  }
  expect(taken).toBeLessThan(5 * scan.output.length);
});

test('nulls that would take more than a message may are refused', () => {
  const values = Array.from({ length: LIMIT }, (_, i) => (i === 0 ? 1 : null));
  expect(() => scanned(response(sqlPage([{ type: ColumnType.DOUBLE, values }], true)))).toThrow(
    'larger than a message may be',
  );
});
