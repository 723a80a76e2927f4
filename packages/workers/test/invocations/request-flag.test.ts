import { REPEATABLE_FLAG } from '@offloop/runtime/ring';
import { expect, test } from 'vitest';

import { RequestFlag } from '@offloop/contract';

test('each request flag has a bit of its own', () => {
  const flags = Object.values(RequestFlag);
  expect(flags.every((flag) => flag > 0 && (flag & (flag - 1)) === 0)).toBe(true);
  expect(new Set(flags).size).toBe(flags.length);
});

test('what may be sent again is what the floor may give to the next thread', () => {
  expect(RequestFlag.RETRYABLE).toBe(REPEATABLE_FLAG);
});
