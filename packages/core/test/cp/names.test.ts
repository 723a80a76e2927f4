import { AssertionError } from 'node:assert';
import { expect, test } from 'vitest';

import { cpName } from '../../src/cp/names.js';

test.each([
  ['lock', 'lock', 'lock'],
  [' lock ', 'lock', 'lock'],
  ['lock@default', 'lock', 'lock'],
  ['lock@ default', 'lock', 'lock'],
  ['lock@group', 'lock@group', 'lock'],
  ['lock @ group', 'lock @ group', 'lock'],
  ['lock@DEFAULT', 'lock@DEFAULT', 'lock'],
])('%j is %j, in its group %j', (given, full, object) => {
  expect(cpName(given)).toEqual({ full, object });
});

test.each(['', '  ', '@group', ' @group', 'lock@', 'lock@ ', 'a@b@c', null, undefined, 7, {}])(
  '%j is no name',
  (given) => {
    expect(() => cpName(given)).toThrow(AssertionError);
  },
);
