import { expect, test } from 'vitest';

import { goesOn } from './goes-on.js';

test('passes', () => {
  expect(goesOn()).toBe(true);
});

test('starves itself by microtasks', async () => {
  expect(await starve()).toBe('endless');
});

async function starve(): Promise<string> {
  const settled = Promise.resolve();
  while (goesOn()) await settled;
  return 'not endless';
}
