import { ColumnType } from '@offloop/contract/page';
import { expect, test } from 'vitest';

import { SqlColumnType } from '../../src/sql/sql-column-type.js';

test('types of columns have the numbers by which the worker lays pages out', () => {
  expect(SqlColumnType).toMatchObject(ColumnType);
  expect(Object.keys(SqlColumnType)).toHaveLength(2 * Object.keys(ColumnType).length);
});
