import { encodeResponse, FrameReader, messages } from '@offloop/wire';
import { UUID } from 'offloop';
import Long from 'long';
import { expect, test } from 'vitest';

import type { Column } from '../../../src/calls/completions/page/column.js';
import type { RowPage } from '../../../src/calls/completions/page/row-page.js';
import { objectRows } from '../../../src/sql/rows/row-maker.js';
import { RowShape } from '../../../src/sql/rows/row-shape.js';
import { SqlErrors } from '../../../src/sql/sql-errors.js';

const ROWS = 600;
const errors = new SqlErrors(new UUID(Long.ZERO, Long.ONE));

/** The frames that tell of columns of these names, as the first page of a statement has them. */
function framesOf(names: readonly string[]): Buffer {
  const rowMetadata = names.map((name) => ({ name, type: 4, nullable: true }));
  const fields = { rowMetadata, rowPage: null, updateCount: -1n, error: null };
  const bytes = encodeResponse(messages.sql.execute, fields);
  const reader = new FrameReader().reset(bytes, 0, bytes.length);
  reader.next();
  const start = reader.contentEnd;
  reader.next();
  reader.skipToEndStruct();
  return bytes.subarray(start, reader.contentEnd);
}

function pageOf(names: readonly string[], columns: readonly Column[]): RowPage {
  return { metadata: framesOf(names), columns } as unknown as RowPage;
}

/** Rows of columns of these names, whose values are their column's and row's numbers. */
function rowsOf(names: readonly string[]): unknown[] {
  const page = pageOf(
    names,
    names.map((_, column) => ({ at: (row: number) => `${column}/${row}` })),
  );
  const make = objectRows(RowShape.of(page, undefined), errors);
  return Array.from({ length: ROWS }, (_, row) => make(page, row));
}

test.each<readonly [string, readonly string[]]>([
  ['plain names', ['a', 'b']],
  ['names that are no identifiers', ['EXPR$0', 'a"b', "it's", 'a\\', '`${x}`', '\u2028', '\n', '', 'Ж', '7']],
  ['names that objects have', ['constructor', 'toString', 'hasOwnProperty']],
  ['no columns', []],
  ['more columns than are compiled for', Array.from({ length: 150 }, (_, i) => `c${i}`)],
])('%s are the keys of each row, the first as the last', (_, names) => {
  rowsOf(names).forEach((row, at) => {
    expect(row).toEqual(Object.fromEntries(names.map((name, column) => [name, `${column}/${at}`])));
  });
});

test('a column called __proto__ is a key, and changes no prototype', () => {
  for (const row of rowsOf(['a', '__proto__'])) {
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(Object.keys(row as object)).toEqual(['a', '__proto__']);
  }
});

test('of columns of one name the last one counts', () => {
  rowsOf(['a', 'b', 'a']).forEach((row, at) => expect(row).toEqual({ a: `2/${at}`, b: `1/${at}` }));
});

test('a value that cannot be made is an SQL error with its cause', () => {
  const cause = new Error('no such class');
  const at = (): never => {
    throw cause;
  };
  const page = pageOf(['a'], [{ at }]);
  const make = objectRows(RowShape.of(page, undefined), errors);
  expect(() => make(page, 0)).toThrow(expect.objectContaining({ code: -1, cause }));
});

test('the shape of a run before is taken where the columns are the same, and no other', () => {
  const shape = RowShape.of(pageOf(['a', 'b'], []), undefined);
  expect(RowShape.of(pageOf(['a', 'b'], []), shape)).toBe(shape);
  for (const names of [['a'], ['a', 'c'], ['a', 'b', 'c'], []]) {
    const other = RowShape.of(pageOf(names, []), shape);
    expect(other.metadata().getColumns()).toEqual(names.map((name) => ({ name, type: 4, nullable: true })));
  }
});

test('what a program does with the metadata it got changes no other result', () => {
  const shape = RowShape.of(pageOf(['a', 'b'], []), undefined);
  shape.metadata().getColumns().reverse();
  shape.metadata().getColumns()[0].name = 'other';
  expect(shape.metadata().findColumn('a')).toBe(0);
  expect(shape.metadata().getColumns()[0].name).toBe('a');
});
