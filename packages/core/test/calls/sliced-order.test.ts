import type { Client, IMap } from 'offloop';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, codeOf, connect, freshMap } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { watchWorkers } from '../client/support/worker-watch.js';
import { figuresOf } from '../client/support/figures.js';

/** Of a call on many keys: its next slice waits for this. */
const slices = vi.hoisted(() => ({ gate: Promise.resolve() }));
vi.mock('@offloop/runtime/clock', async () => {
  const clock = await import('@offloop/tools/driven-clock');
  return {
    ...clock,
    setImmediate: (run: () => void) => clock.setImmediate(() => void slices.gate.then(run)),
  };
});

const member = await embeddedMember();

const { killYoungest } = watchWorkers();

const KEYS = Array.from({ length: 2000 }, (_, i) => `key ${i}`);
const LAST = KEYS[KEYS.length - 1];
const pairs = (value: string): [string, string][] => KEYS.map((key) => [key, value]);

/** From now on every look at the clock ends a slice: calls on many keys take eight turns of the loop and more. */
function sliceShort(): void {
  const start = performance.now();
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => start + 3 * looks++);
  onTestFinished(() => void vi.restoreAllMocks());
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe.each([1, 2])('with workers: %i a getAll that takes several turns', (workers) => {
  let client: Client;
  let map: IMap<string, string>;
  beforeEach(async () => {
    ({ client } = await connect(member.address, { runtime: { workers } }));
    map = await freshMap<string, string>(client);
    await map.setAll(pairs('old'));
    sliceShort();
  });

  /** Those of the worker that calls without a key take. What others have, these may overtake (docs/lifecycle.md#order). */
  const keysOfName = (): string[] => {
    const workerOf = (key: string): number => client.getPartitionService().getPartitionId(key) % workers;
    return KEYS.filter((key) => workerOf(key) === workerOf(map.getName()));
  };

  const valuesOf = (entries: [string, string][]): Set<string> => new Set(entries.map(([, value]) => value));

  test.each<[string, () => Promise<unknown>]>([
    ['set', () => map.set(LAST, 'new')],
    ['put', () => map.put(LAST, 'new')],
    ['setAll', () => map.setAll([[LAST, 'new']])],
    ['delete', () => map.delete(LAST)],
    ['clear', () => map.clear()],
  ])('does not see a %s that is called after it, in its tick or while it is added', async (name, write) => {
    const keys = name === 'clear' ? keysOfName() : KEYS;
    for (const turns of [0, 1, 3]) {
      await map.set(LAST, 'old');
      await map.setAll(pairs('old'));
      const found = map.getAll(keys);
      for (let i = 0; i < turns; i++) await turn();
      const written = write();
      const entries = await found;
      expect(entries).toHaveLength(keys.length);
      expect(valuesOf(entries)).toEqual(new Set(['old']));
      await written;
      expect(await map.get(LAST)).not.toBe('old');
    }
  });

  test('is not overtaken by the end of its map, nor is that end by a map of the same name that is made behind it', async () => {
    const keys = keysOfName();
    const found = map.getAll(keys);
    const destroyed = map.destroy();
    const anew = client.getMap<string, string>(map.getName());
    expect(await anew).not.toBe(map);
    const written = (await anew).set(LAST, 'anew');
    const entries = await found;
    expect(entries).toHaveLength(keys.length);
    expect(valuesOf(entries)).toEqual(new Set(['old']));
    await Promise.all([destroyed, written]);
    expect(await (await anew).size()).toBe(1);
  });

  test('keeps its place among others like it, and all writes theirs', async () => {
    const calls = [
      map.getAll(KEYS),
      map.set(LAST, '1'),
      map.getAll(KEYS.toReversed()),
      map.set(LAST, '2'),
      map.getAll([LAST]),
      map.setAll([[LAST, '3']]),
      map.getAll(KEYS),
    ] as const;
    await turn();
    const later = [map.set(LAST, '4'), map.getAll(KEYS), map.set(LAST, '5')];
    const ofLast = async (call: Promise<unknown>): Promise<unknown> =>
      new Map((await call) as [string, string][]).get(LAST);
    expect(await Promise.all([0, 2, 4, 6].map((i) => ofLast(calls[i])))).toEqual(['old', '1', '2', '3']);
    expect(await ofLast(later[1])).toBe('4');
    await Promise.all([...calls, ...later]);
    expect(await map.get(LAST)).toBe('5');
    expect(figuresOf(client)).toMatchObject({ inFlight: 0, inFlightBytes: 0, queued: 0 });
  });

  test('holds up nothing of another map', async () => {
    const other = await freshMap<string, string>(client);
    let isDone = false;
    const found = map.getAll(KEYS).then(() => (isDone = true));
    await other.set('k', 'v');
    expect(isDone).toBe(false);
    await found;
  });

  test('that rejects lets those behind it go', async () => {
    const wrong = map.getAll([...KEYS, null as never]);
    const written = map.set(LAST, 'new');
    expect(await codeOf(wrong)).toBe(Code.ILLEGAL_ARGUMENT);
    await written;
    expect(await map.get(LAST)).toBe('new');
  });

  test('and calls behind it that are given up meanwhile are not sent', async () => {
    const controller = new AbortController();
    const found = map.getAll(KEYS);
    const aborted = codeOf(map.set(LAST, 'aborted', undefined, undefined, { signal: controller.signal }));
    const kept = map.set(KEYS[0], 'kept');
    expect(figuresOf(client)).toMatchObject({ inFlight: 2, queued: 2 });
    controller.abort();
    expect(await aborted).toBe(Code.CANCELLATION);
    await Promise.all([found, kept]);
    expect(await map.get(LAST)).toBe('old');
    expect(figuresOf(client)).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
  });

  /** Until its keys are serialized, and some of its requests are sent. @param held calls behind it. */
  const untilItSends = async (held = 0): Promise<void> => {
    while (figuresOf(client).inFlight <= held) await turn();
    await turn();
  };

  test('that is aborted when half of it is sent rejects, and leaves nothing in flight', async () => {
    const controller = new AbortController();
    const code = codeOf(map.getAll(KEYS, { signal: controller.signal }));
    await untilItSends();
    const { operations } = figuresOf(client);
    controller.abort();
    expect(await code).toBe(Code.CANCELLATION);
    expect(figuresOf(client).operations).toBe(operations);
    while (figuresOf(client).inFlight > 0) await turn();
  });

  test.each(['at once', 'when half of it is sent'])(
    'and calls behind it reject when the client is shut down: %s',
    async (when) => {
      const found = codeOf(map.getAll(KEYS));
      const written = codeOf(map.set(LAST, 'new'));
      if (when !== 'at once') await untilItSends(1);
      await client.shutdown();
      expect(await Promise.all([found, written])).toEqual([Code.CLIENT_NOT_ACTIVE, Code.CLIENT_NOT_ACTIVE]);
    },
  );

  test('calls behind it go to the next worker when this one dies', async () => {
    let openGate!: () => void;
    slices.gate = new Promise((resolve) => (openGate = resolve));
    const found = map.getAll(KEYS);
    const written = map.set(LAST, 'new');
    await killYoungest(workers);
    expect(figuresOf(client)).toMatchObject({ epoch: workers, queued: 1 });
    openGate();
    expect(valuesOf(await found)).toEqual(new Set(['old']));
    await written;
    expect(await map.get(LAST)).toBe('new');
  });
});

test('calls behind a getAll count against the limits', async () => {
  const { map } = await connectMap<string, string>(member.address, { runtime: { maxPendingCalls: 3 } });
  sliceShort();
  const found = codeOf(map.getAll(KEYS));
  const held = [1, 2, 3].map((i) => map.set(LAST, `${i}`));
  expect(await codeOf(map.set(LAST, '4'))).toBe(Code.BACKPRESSURE);
  await Promise.all(held);
  // It has no place of its own before it is added.
  expect(await found).toBe(Code.BACKPRESSURE);
  expect(await map.get(LAST)).toBe('3');
});

test.each(['putAll', 'setAll'] as const)(
  'a %s of 60,000 keys keeps its order with a write of its tick',
  async (name) => {
    const { map } = await connectMap<string, string>(member.address);
    const entries = Array.from({ length: 60_000 }, (_, i): [string, string] => [`key ${i}`, 'many']);
    await Promise.all([map.set('key 7', 'before'), map[name](entries), map.set('key 59999', 'after')]);
    expect(await map.get('key 7')).toBe('many');
    expect(await map.get('key 59999')).toBe('after');
  },
);
