import { expect, test } from 'vitest';

test('the entry of a worker refuses the main thread', async () => {
  await expect(import('../src/entry.js')).rejects.toThrow(/main thread/);
});
