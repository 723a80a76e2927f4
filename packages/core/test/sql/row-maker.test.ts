import { UUID } from 'offloop';
import Long from 'long';
import { expect, test } from 'vitest';

import type { RowPage } from '../../src/calls/completions/page/row-page.js';
import { objectRows } from '../../src/sql/row-maker.js';
import { SqlErrors } from '../../src/sql/sql-errors.js';
import { SqlRowMetadataImpl } from '../../src/sql/sql-row-metadata-impl.js';

const ROWS = 600;
const errors = new SqlErrors(new UUID(Long.ZERO, Long.ONE));

/** Rows of columns of these names, whose values are their column's and row's numbers. */
function rowsOf(names: readonly string[]): unknown[] {
  const metadata = new SqlRowMetadataImpl(names.map((name) => ({ name, type: 4, nullable: true })));
  const make = objectRows(metadata, errors);
  const columns = names.map((_, column) => ({ at: (row: number) => `${column}/${row}` }));
  return Array.from({ length: ROWS }, (_, row) => make({ columns } as unknown as RowPage, row));
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
  const make = objectRows(new SqlRowMetadataImpl([{ name: 'a', type: 13, nullable: true }]), errors);
  const at = (): never => {
    throw cause;
  };
  expect(() => make({ columns: [{ at }] } as unknown as RowPage, 0)).toThrow(
    expect.objectContaining({ sqlCode: -1, cause }),
  );
});
