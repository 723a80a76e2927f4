import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

test('has fake timers for longer than a loop may stand', async () => {
  vi.useFakeTimers();
  await pause(7_000);
  expect(vi.isFakeTimers()).toBe(true);
});
