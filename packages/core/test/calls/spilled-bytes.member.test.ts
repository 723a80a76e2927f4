import { expect, test } from 'vitest';

import { connect, eventually, freshMap, THREADS } from '../client/support/client-bench.js';
import { startMemberThread } from '../client/support/member-thread.js';
import { workFor } from '../client/support/work-for.js';
import { figuresOf } from '../client/support/figures.js';

const MIB = 2 ** 20;
const COUNT = 200;
/** The default limit, 32 MiB, what may lie read in the buffer of a connection, and the messages that go past either. */
const BOUND = 48 * MIB;

type Connected = Awaited<ReturnType<typeof connect>>['client'];

/** Blocks this thread until the worker reads nothing any more. @returns how many bytes it has read. */
function readWhileBlocked(client: Connected): number {
  let before = -1;
  let read = figuresOf(client).bytesIn;
  while (read > before) {
    before = read;
    workFor(500);
    read = figuresOf(client).bytesIn;
  }
  return read;
}

async function connectElsewhere(runtime: object = {}): Promise<Connected> {
  const elsewhere = await startMemberThread();
  return (await connect(elsewhere.address, { runtime: { workers: THREADS, ...runtime } })).client;
}

test('of 200 values of 1 MB that a blocked loop does not take a bounded part is read, and all arrive', async () => {
  const client = await connectElsewhere();
  const map = await freshMap<string, Buffer>(client);
  const value = Buffer.alloc(MIB, 7);
  await map.set('k', value);
  const before = figuresOf(client).bytesIn;
  const calls = Array.from({ length: COUNT }, () => map.get('k'));
  await new Promise(setImmediate);
  expect(readWhileBlocked(client) - before).toBeLessThan(BOUND);
  const met = await Promise.all(calls);
  expect(met.every((each) => each?.equals(value))).toBe(true);
});

// Of several workers the sets go by other connections than the events, which the member then keeps: up to 64 MiB.
test.each([
  [1, COUNT],
  [2, 90],
])(
  'with workers: %i, of %i events of 1 MB that a blocked loop does not take a bounded part is read, and all are heard',
  async (workers, count) => {
    const client = await connectElsewhere({ workers });
    const map = await freshMap<number, Buffer>(client);
    let heard = 0;
    await map.addEntryListener(
      { added: ({ value }) => void (heard += value?.length === MIB ? 1 : 0) },
      undefined,
      true,
    );
    const before = figuresOf(client).bytesIn;
    const value = Buffer.alloc(MIB, 7);
    const sets = Array.from({ length: count }, (_, i) => map.set(i, value));
    await new Promise(setImmediate);
    expect(readWhileBlocked(client) - before).toBeLessThan(BOUND);
    await Promise.all(sets);
    await eventually(() => heard === count);
  },
);

test('of long lists that a blocked loop does not take a bounded part is read, and all arrive', async () => {
  const client = await connectElsewhere({ maxSpilledBytes: 4 * MIB });
  const map = await freshMap<number, string>(client);
  const text = 'x'.repeat(10_000);
  await Promise.all(Array.from({ length: 200 }, (_, i) => map.set(i, text)));
  const before = figuresOf(client).bytesIn;
  const calls = Array.from({ length: 40 }, () => map.values());
  await new Promise(setImmediate);
  // 80 MB are asked for.
  expect(readWhileBlocked(client) - before).toBeLessThan(24 * MIB);
  const met = await Promise.all(calls);
  expect(met.every((list) => [...list].join('') === text.repeat(200))).toBe(true);
});

test('a value longer than the limit arrives, and many of them one after the other', async () => {
  const client = await connectElsewhere({ maxSpilledBytes: 1024, completionRingBytes: 1024 });
  const map = await freshMap<string, Buffer>(client);
  const value = Buffer.alloc(100_000, 7);
  await map.set('k', value);
  const met = await Promise.all(Array.from({ length: 500 }, () => map.get('k')));
  expect(met.every((each) => each?.equals(value))).toBe(true);
});
