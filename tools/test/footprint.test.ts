import { expect, test } from 'vitest';

import { FootprintWatch } from '../src/footprint.js';

test('shared memory counts from its making until nobody holds it', async () => {
  const watch = new FootprintWatch();
  const holder: { buffer: SharedArrayBuffer | undefined } = { buffer: new SharedArrayBuffer(1 << 20) };
  expect(await watch.measure()).toMatchObject({ shared: 1 << 20 });
  expect(holder.buffer).toBeInstanceOf(SharedArrayBuffer);
  holder.buffer = undefined;
  while ((await watch.measure()).shared > 0);
});

test('the heap counts with what lies outside it', async () => {
  const watch = new FootprintWatch();
  const { heap } = await watch.measure();
  const held = Buffer.alloc(10_000_000);
  expect((await watch.measure()).heap - heap).toBeGreaterThan(9_000_000);
  expect(held).toHaveLength(10_000_000);
});
