import { expect, test } from 'vitest';

import { currentLockContext, LockContext } from '../../src/objects/lock-context.js';
import { nextThreadId } from '../../src/transactions/thread-ids.js';

test('thread ids are exact, one a transaction, and never those of lock contexts', async () => {
  const ids = Array.from({ length: 1000 }, nextThreadId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => Number.isSafeInteger(id) && id > 2 ** 32)).toBe(true);
  const contexts = [currentLockContext(), await LockContext.run(async () => currentLockContext())];
  expect(contexts.every((id) => id < 2 ** 32)).toBe(true);
});
