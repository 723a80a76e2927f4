import { expect, test } from 'vitest';

import { RecordBuffers } from '../../src/shard/record-buffers.js';

test('a buffer has room for what was asked, in a power of two', () => {
  const buffers = new RecordBuffers();
  expect(buffers.take(1).length).toBe(1024);
  expect(buffers.take(1025).length).toBe(2048);
  expect(buffers.take(100_000).length).toBe(131_072);
});

test('what is given back is used again for the same size only', () => {
  const buffers = new RecordBuffers();
  const buffer = buffers.take(5000);
  buffers.give(buffer);
  expect(buffers.take(9000)).not.toBe(buffer);
  expect(buffers.take(8192)).toBe(buffer);
  expect(buffers.take(8192)).not.toBe(buffer);
});

test('a buffer of a size that is never asked for takes no room from others', () => {
  const buffers = new RecordBuffers();
  for (let i = 0; i < 100; i++) buffers.give(Buffer.alloc(150_000));
  // Of 8 MiB so many leave 138,608 bytes.
  const buffer = buffers.take(2 ** 18);
  buffers.give(buffer);
  expect(buffers.take(2 ** 18)).toBe(buffer);
});

test('no more than 8 MiB are kept', () => {
  const buffers = new RecordBuffers();
  const taken = Array.from({ length: 10 }, () => buffers.take(2 ** 20));
  for (const buffer of taken) buffers.give(buffer);
  const again = Array.from({ length: 10 }, () => buffers.take(2 ** 20));
  expect(again.filter((buffer) => taken.includes(buffer))).toHaveLength(8);
});
