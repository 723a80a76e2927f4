import { expect, test } from 'vitest';

import { Settlers } from '../../src/shared/settlers.js';

test('each promise is settled by the functions taken after it was made', async () => {
  const next = new Settlers();
  const first = next.promise<string>();
  const settleFirst = next.resolve;
  const second = next.promise<string>();
  next.reject(new Error('no'));
  settleFirst('yes');
  await expect(first).resolves.toBe('yes');
  await expect(second).rejects.toThrow('no');
});
