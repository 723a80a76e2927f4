import { expect, test } from 'vitest';

import { Settlers, type Settling } from '../../src/shared/settlers.js';

const settling = (): Settling => ({ resolve: () => undefined, reject: () => undefined });

test('each promise is settled by the functions that were given for it', async () => {
  const next = new Settlers();
  const ofFirst = settling();
  const first = next.promise<string>(ofFirst);
  const ofSecond = settling();
  const second = next.promise<string>(ofSecond);
  ofSecond.reject(new Error('no'));
  ofFirst.resolve('yes');
  await expect(first).resolves.toBe('yes');
  await expect(second).rejects.toThrow('no');
});
