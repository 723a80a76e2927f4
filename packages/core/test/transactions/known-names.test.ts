import { expect, test } from 'vitest';

import { KnownNames } from '../../src/transactions/known-names.js';

test('names of objects in transactions are kept, the last thousand of them', () => {
  const names = new KnownNames();
  const first = names.of('object 0');
  for (let i = 0; i < 1000; i++) names.of(`object ${i}`);
  expect(names.of('object 0')).toBe(first);
  names.of('one more');
  const again = names.of('object 0');
  expect(again).not.toBe(first);
  expect(again.text).toBe('object 0');
  expect(names.of('object 999')).toBe(names.of('object 999'));
});
