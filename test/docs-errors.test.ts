import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { ERROR_CLASSES, errorClassByNumber } from '../packages/core/src/errors/table.js';
import { HazelcastSqlException } from '../packages/core/src/sql/hazelcast-sql-exception.js';
import { isRetryable } from '../packages/workers/src/connection/retry-rules.js';
import { ErrorCode } from '../packages/wire/src/index.js';
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

test('the errors after which a call is repeated are those of the rules', () => {
  const [, section = ''] = page.split('### Repeated by the client');
  const rows = (section.split('\n#')[0] ?? '').matchAll(/^\| `(\w+)`/gm);
  const classes = Object.values(ErrorCode).filter(isRetryable).map(errorClassByNumber);
  const names = new Set(classes.map((errorClass) => errorClass?.name));
  expect(new Set(Array.from(rows, ([, name]) => name))).toEqual(names);
});
