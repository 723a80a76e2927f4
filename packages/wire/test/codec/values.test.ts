import { expect, test } from 'vitest';

import { uuidText, wireUuid } from '../../src/index.js';

test('a UUID is the same as text and as two halves', () => {
  for (const text of [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '80000000-0000-0000-7fff-ffffffffffff',
    '01234567-89ab-cdef-0123-456789abcdef',
  ]) {
    expect(uuidText(wireUuid(text))).toBe(text);
  }
});
