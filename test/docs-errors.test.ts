import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { ERROR_CLASSES } from '../packages/core/src/errors/table.js';
import { HazelcastSqlException } from '../packages/core/src/sql/hazelcast-sql-exception.js';
import { ROOT } from './support/workspace.js';

const page = readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8');

/** Class and code of each row of the page's tables. */
const documented = Array.from(
  page.matchAll(/^\| `(\w+)` +\| `(ERR_\w+)` /gm),
  ([, name, code]) => `${name} ${code}`,
);

test('every class of error has one row on the page, with its code, and every row a class', () => {
  const known = [...ERROR_CLASSES, HazelcastSqlException].map(({ name, code }) => `${name} ${code}`);
  expect(documented.toSorted()).toEqual(known.toSorted());
});
