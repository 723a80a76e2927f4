import { expect, test } from 'vitest';
import { BatchReader } from '../../src/topic/batch-reader.js';
import type { Batch } from '../../src/topic/topic-ring.js';

const SIZE = 3;

/** A ring buffer of messages that say their sequence, from 0 on; what is behind the last is clamped as members do it. */
class FakeRing {
  readonly calls: string[] = [];
  count = 0;
  failsAhead = false;

  read(from: number, most: number): Promise<Batch> {
    this.calls.push(`read ${from}`);
    return Promise.resolve(this.#batch(from, most));
  }

  peek(from: number, most: number): Promise<Batch> {
    this.calls.push(`peek ${from}`);
    return this.failsAhead ? Promise.reject(new Error('planted')) : Promise.resolve(this.#batch(from, most));
  }

  #batch(from: number, most: number): Batch {
    const first = Math.min(from, this.count);
    const next = Math.min(first + most, this.count);
    const items = Array.from({ length: next - first }, (_, index) => Buffer.of(first + index));
    return { items, first, next };
  }
}

function numbersOf({ items }: Batch): number[] {
  return items.map(([number]) => number);
}

function open(count: number): { ring: FakeRing; reader: BatchReader; signal: AbortSignal } {
  const ring = new FakeRing();
  ring.count = count;
  return { ring, reader: new BatchReader(ring, SIZE), signal: new AbortController().signal };
}

test('who is behind has two batches on their way, and each message once', async () => {
  const { ring, reader, signal } = open(9);
  expect(numbersOf(await reader.read(0, signal))).toEqual([0, 1, 2]);
  expect(numbersOf(await reader.read(3, signal))).toEqual([3, 4, 5]);
  expect(numbersOf(await reader.read(6, signal))).toEqual([6, 7, 8]);
  expect(ring.calls).toEqual(['read 0', 'read 3', 'peek 6', 'peek 9']);
});

test('who keeps up reads one batch at a time', async () => {
  const { ring, reader, signal } = open(2);
  await reader.read(0, signal);
  ring.count = 4;
  await reader.read(2, signal);
  expect(ring.calls).toEqual(['read 0', 'read 2']);
});

test('what was not there yet is read again', async () => {
  const { ring, reader, signal } = open(6);
  await reader.read(0, signal);
  await reader.read(3, signal); // and ahead at 6, where there is nothing
  ring.count = 7;
  expect(numbersOf(await reader.read(6, signal))).toEqual([6]);
  expect(ring.calls).toEqual(['read 0', 'read 3', 'peek 6', 'peek 9', 'read 6']);
});

test('part of a batch that came ahead is as good, and ends the reading ahead', async () => {
  const { ring, reader, signal } = open(7);
  await reader.read(0, signal);
  await reader.read(3, signal);
  expect(numbersOf(await reader.read(6, signal))).toEqual([6]);
  ring.count = 8;
  // That at 9 was clamped to 7 and found nothing; nobody asks for it.
  expect(numbersOf(await reader.read(7, signal))).toEqual([7]);
  await reader.read(8, signal);
  expect(ring.calls).toEqual(['read 0', 'read 3', 'peek 6', 'peek 9', 'read 7', 'read 8']);
});

test('what failed ahead is read again, and so says why', async () => {
  const { ring, reader, signal } = open(9);
  ring.failsAhead = true;
  await reader.read(0, signal);
  await reader.read(3, signal);
  expect(numbersOf(await reader.read(6, signal))).toEqual([6, 7, 8]);
  expect(ring.calls).toContain('read 6');
});

test('what was asked for before a reading was called off is not used', async () => {
  const { ring, reader, signal } = open(9);
  await reader.read(0, signal);
  await reader.read(3, signal);
  const other = new AbortController().signal;
  await reader.read(6, other);
  expect(ring.calls).toContain('read 6');
});
