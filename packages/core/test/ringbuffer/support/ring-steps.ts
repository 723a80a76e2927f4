import type Long from 'long';

import { comparable } from '../../cluster/support/comparable.js';

/** A ring buffer of either client, as a test calls it. */
export interface AnyRing {
  capacity(): Promise<Long>;
  size(): Promise<Long>;
  headSequence(): Promise<Long>;
  tailSequence(): Promise<Long>;
  remainingCapacity(): Promise<Long>;
  add(item: unknown, overflowPolicy?: unknown): Promise<Long>;
  addAll(items: unknown, overflowPolicy?: unknown): Promise<Long>;
  readOne(sequence: unknown): Promise<unknown>;
  readMany(start: unknown, min: unknown, max: unknown, filter?: unknown): Promise<AnyResultSet>;
}

export interface AnyResultSet extends Iterable<unknown> {
  getReadCount(): number;
  size(): number;
  get(index: number): unknown;
  getSequence(index: number): Long | undefined;
  getNextSequenceToReadFrom(): Long;
}

/** All that a result set tells. */
export function told(set: AnyResultSet): unknown {
  return {
    readCount: set.getReadCount(),
    items: [...set],
    sequences: Array.from({ length: set.size() }, (_, index) => String(set.getSequence(index))),
    outside: [set.get(-1), set.get(set.size()), set.getSequence(-1), set.getSequence(set.size())],
    next: String(set.getNextSequenceToReadFrom()),
  };
}

type Step = readonly [name: string, act: (ring: AnyRing) => Promise<unknown>];

const read =
  (start: unknown, min: unknown, max: unknown, filter?: unknown): Step[1] =>
  async (ring) =>
    told(await ring.readMany(start, min, max, filter));

const state: Step = [
  'its state',
  async (ring) => [
    await ring.capacity(),
    await ring.size(),
    await ring.headSequence(),
    await ring.tailSequence(),
    await ring.remainingCapacity(),
  ],
];

/** What waits is started before what it waits for. */
const meanwhile =
  (wait: Step[1], act: Step[1]): Step[1] =>
  async (ring) => {
    const waiting = wait(ring);
    const acted = await act(ring);
    return [await waiting, acted];
  };

/** On a ring buffer of three items that nobody has used. */
export const STEPS: readonly Step[] = [
  state,
  ['reads of nothing', read(0, 0, 10)],
  ['reads of nothing further on', read(7, 0, 10)],
  ['adds', (ring) => ring.add('a')],
  state,
  ['reads one', (ring) => ring.readOne(0)],
  ['reads one too far', (ring) => ring.readOne(2)],
  ['reads many', read(0, 1, 10)],
  ['reads what is there', read(0, 0, 1)],
  ['reads none', read(0, 0, 0)],
  ['reads nothing behind the newest', read(1, 0, 10)],
  ['reads nothing from further away', read(9, 0, 10)],
  [
    'waits for one',
    meanwhile(
      (ring) => ring.readOne(1),
      (ring) => ring.add({ b: 1 }),
    ),
  ],
  ['waits for many', meanwhile(read(0, 3, 10), (ring) => ring.add(3))],
  ['waits for the next', meanwhile(read(3, 1, 10), (ring) => ring.add('d', 'OVERWRITE'))],
  ['waits from too far away', meanwhile(read(50, 1, 10), (ring) => ring.add('e'))],
  state,
  ['reads one that is overwritten', (ring) => ring.readOne(0)],
  ['reads on from one that is overwritten', read(0, 1, 10)],
  ['adds or fails', (ring) => ring.add('f', 'FAIL')],
  ['adds all', (ring) => ring.addAll(['g', 'h'])],
  ['adds all or fails', (ring) => ring.addAll(['i', 'j'], 'FAIL')],
  ['adds more than there is room for', (ring) => ring.addAll([1, 2, 3, 4, 5])],
  ['adds more than there is room for, or fails', (ring) => ring.addAll([1, 2, 3, 4, 5], 'FAIL')],
  ['adds none', (ring) => ring.addAll([])],
  state,
  ['reads all', read(0, 3, 3)],
  ['reads a part', read(0, 1, 2)],
  [
    'waits for more than there is room for',
    async (ring) => {
      const next = Number(await ring.tailSequence()) + 1;
      const waiting = ring.readMany(next, 5, 10);
      for (let i = 0; i < 5; i++) await ring.add(`w${i}`);
      return told(await waiting);
    },
  ],
  ['refuses a negative sequence', (ring) => ring.readOne(-1)],
  ['refuses a negative start', read(-1, 0, 1)],
  ['refuses a negative least', read(0, -1, 1)],
  ['refuses a least above the most', read(0, 2, 1)],
  ['refuses too many', read(0, 1, 1001)],
  ['refuses what is no policy', (ring) => ring.add('x', 'no policy')],
  ['refuses what is no policy for many', (ring) => ring.addAll(['x'], 7)],
  ['refuses no item', (ring) => ring.add(undefined)],
];

/** Where one client refuses an argument at once, the other may throw, reject, or name another class. */
const REFUSED = 'refused';

async function outcomeOf(act: () => Promise<unknown>): Promise<unknown> {
  try {
    return { resolved: comparable(await act()) };
  } catch (error) {
    const { constructor, serverStackTrace } = error as {
      constructor: { name: string };
      serverStackTrace?: unknown;
    };
    const byMember = serverStackTrace !== undefined && serverStackTrace !== null;
    return byMember ? { rejected: constructor.name } : REFUSED;
  }
}

/** What comes of each step, comparable. */
export async function runSteps(ring: AnyRing): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const [name, act] of STEPS) {
    results.push([name, await outcomeOf(() => act(ring))]);
  }
  return results;
}
