import { rounds, seedOf, sqlPage, type SqlColumn } from '@offloop/tools';
import { encodeResponse, messages, ProtocolError } from '@offloop/wire';
import * as fc from 'fast-check';
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

const seed = seedOf('page scan');
const LIMIT = 1 << 20;

function response(rowPage: Buffer): Buffer {
  return encodeResponse(messages.sql.fetch, { rowPage, error: null });
}

/** The page in a response, as int32 slots. */
function scanned(bytes: Buffer, values: number = Infinity): Int32Array {
  const scan = new PageScan(LIMIT).begin(7, bytes, 0, bytes.length);
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

test.each<readonly [string, SqlColumn[]]>([
  [
    'columns with different numbers of rows',
    [
      { type: 4, values: [1] },
      { type: 0, values: ['a', 'b'] },
    ],
  ],
  ['a type that there is not', [{ type: 16, values: ['a'] }]],
  ['a type below 0', [{ type: -1, values: ['a'] }]],
])('%s are refused', (_, columns) => {
  expect(() => scanned(response(sqlPage(columns, true)))).toThrow(ProtocolError);
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

test('nulls that would take more than a message may are refused', () => {
  const values = Array.from({ length: LIMIT }, (_, i) => (i === 0 ? 1 : null));
  expect(() => scanned(response(sqlPage([{ type: ColumnType.DOUBLE, values }], true)))).toThrow(
    'larger than a message may be',
  );
});

test('a damaged page is a page, no page, or a ProtocolError, and nothing else', () => {
  const whole = response(sqlPage(COLUMNS, false));
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
  const property = fc.property(damage, fc.integer({ min: 13, max: whole.length }), (bytes, length) => {
    const damaged = Buffer.from(whole.subarray(0, length));
    for (const [at, value] of bytes) if (at < length && at >= 13 + 6) damaged[at] = value;
    const scan = new PageScan(LIMIT).begin(1, damaged, 0, damaged.length);
    let met: unknown;
    try {
      met = scan.advance(Infinity);
    } catch (error) {
      met = error instanceof ProtocolError ? 'refused' : error;
    }
    expect([PageState.DONE, PageState.NONE, 'refused']).toContain(met);
  });
  fc.assert(property, { seed, numRuns: rounds({ short: 5000, full: 20_000 }) });
});
