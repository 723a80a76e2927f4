import { expect, test } from 'vitest';

import { WirePool } from '../../src/connection/wire-pool.js';

test('a chunk is used again once nobody holds it, and only then', () => {
  const pool = new WirePool();
  const chunk = pool.take(10);
  chunk.end = 10;
  chunk.hold(); // a call
  chunk.hold(); // a write
  chunk.release();
  chunk.release();
  const other = pool.take(10);
  expect(other).not.toBe(chunk);
  chunk.release();
  const again = pool.take(10);
  expect(again).toBe(chunk);
  expect(again.end).toBe(0);
});

test('a chunk has room for what was asked', () => {
  const pool = new WirePool();
  for (const length of [1, 65_536, 65_537, 1_000_000]) {
    expect(pool.take(length).bytes.length).toBeGreaterThanOrEqual(length);
  }
});

test('a large request gets a chunk of its own, of the next power of two, which is used again', () => {
  const pool = new WirePool();
  const large = pool.take(300_000);
  expect(large.bytes.length).toBe(2 ** 19);
  large.release();
  expect(pool.take(262_145)).toBe(large);
});

test('no more than 16 MiB of idle chunks are kept', () => {
  const pool = new WirePool();
  const chunks = Array.from({ length: 20 }, () => pool.take(2 ** 20));
  for (const chunk of chunks) chunk.release();
  const again = Array.from({ length: 20 }, () => pool.take(2 ** 20));
  expect(again.filter((chunk) => chunks.includes(chunk))).toHaveLength(16);
});

test('a request above all that is kept gets just its bytes', () => {
  const pool = new WirePool();
  const huge = pool.take(17_000_000);
  expect(huge.bytes.length).toBe(17_000_000);
  huge.release();
  // Compared here: to say how two chunks differ, the assertion would walk their bytes.
  expect(pool.take(17_000_000) === huge).toBe(false);
});

test('an adopted chunk is the very bytes it was given, and is not kept', () => {
  const pool = new WirePool();
  const bytes = Buffer.from('spilled');
  const chunk = pool.adopt(bytes);
  expect(chunk.bytes).toBe(bytes);
  expect(chunk.end).toBe(bytes.length);
  chunk.release();
  expect(pool.take(1).bytes).not.toBe(bytes);
});

test('a burst of chunks is not kept for ever', () => {
  const pool = new WirePool();
  const burst = Array.from({ length: 200 }, () => pool.take(1));
  for (const chunk of burst) chunk.release();
  const kept = Array.from({ length: 200 }, () => pool.take(1)).filter((chunk) => burst.includes(chunk));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(100);
});
