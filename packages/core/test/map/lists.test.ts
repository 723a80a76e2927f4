import { countTurns } from '@offloop/tools';
import Long from 'long';
import { HazelcastSerializationError, type Client, type IMap } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, connect, freshMap, THREADS } from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';
import { mapModes } from './support/modes.js';

const member = await embeddedMember();

/** Of every kind the worker tells apart, and some that it leaves to the decoder. */
const KINDS: readonly unknown[] = [
  'plain',
  '',
  'Ж'.repeat(40),
  '😀 of another plane',
  'long ASCII '.repeat(50),
  { some: ['JSON', 1, null] },
  Buffer.from([1, 2, 255]),
  Buffer.alloc(0),
  1.5,
  -0,
  Long.fromString('-9007199254740993'),
  true,
  false,
  new Date(1_700_000_000_000),
  [1, 2, 3],
  ['a', null, 'c'],
  12345678901234567890n,
];

describe.each(mapModes)('with %s', (_mode, { workers, nearCaches }) => {
  let client: Client;
  let map: IMap<unknown, unknown>;
  beforeEach(async () => {
    ({ client } = await connect(member.address, { runtime: { workers }, nearCaches }));
    map = await freshMap(client);
  });

  // 17 and 1,700 entries: inline lists, and ones that are handed over and decoded in slices.
  test.each([1, 100])('values of every type come back in every list, %i of each', async (copies) => {
    const pairs: [unknown, unknown][] = [];
    for (let copy = 0; copy < copies; copy++)
      KINDS.forEach((value, i) => pairs.push([`${i}-${copy}`, value]));
    await map.putAll(pairs);
    const expected = new Map(pairs);
    const keys = pairs.map(([key]) => key);

    for (const entries of [await map.entrySet(), await map.getAll(keys)]) {
      expect(entries).toHaveLength(pairs.length);
      for (const [key, value] of entries) expect(value).toEqual(expected.get(key));
    }
    expect(new Set(await map.keySet())).toEqual(new Set(keys));
    const values = await map.values();
    expect(values.size()).toBe(pairs.length);
    const text = (value: unknown): string => `${typeof value} ${String(value)}`;
    expect([...values].map(text).sort()).toEqual([...expected.values()].map(text).sort());
  });

  test('keys of every type come back from keySet', async () => {
    for (const key of KINDS) await map.set(key, 1);
    const text = (value: unknown): string => `${typeof value} ${JSON.stringify(value, bigints)}`;
    expect((await map.keySet()).map(text).sort()).toEqual(KINDS.map(text).sort());
  });

  test('a value that cannot be read fails the call that reads it, and of values() only its element', async () => {
    const other = await connect(member.address, {
      serialization: {
        customSerializers: [{ id: 77, read: () => null, write: (output) => output.writeInt(1) }],
      },
    });
    const theirs = await other.client.getMap<unknown, unknown>(map.getName());
    await theirs.set('odd', { hzCustomId: 77 });
    await map.set('even', 'fine');
    await expect(map.entrySet()).rejects.toThrow(HazelcastSerializationError);
    await expect(map.getAll(['odd', 'even'])).rejects.toThrow(HazelcastSerializationError);
    const values = await map.values();
    const outcomes = [0, 1].map((i) => {
      try {
        return values.get(i);
      } catch (error) {
        return (error as Error).constructor.name;
      }
    });
    expect(outcomes).toEqual(expect.arrayContaining(['HazelcastSerializationError', 'fine']));
    expect(await map.keySet()).toHaveLength(2);
  });

  test('a lazy list gives the same object each time, and its slice too', async () => {
    await map.set('k', { an: 'object' });
    const values = await map.values();
    expect(values.get(0)).toBe(values.get(0));
    expect(values.slice().get(0)).toBe(values.get(0));
    expect(values.get(1)).toBeUndefined();
  });

  test('a list given up while it is decoded rejects, and gives its slot back', async () => {
    await map.putAll(Array.from({ length: 30_000 }, (_, i): [string, string] => [`k${i}`, `value ${i}`]));
    const controller = new AbortController();
    const list = map.entrySet({ signal: controller.signal });
    const outcome = list.catch((error: unknown) => error);
    controller.abort();
    expect(await outcome).toMatchObject({ message: expect.stringContaining('aborted') as string });
    expect(await map.size()).toBe(30_000);
    while (figuresOf(client).inFlight > 0) await new Promise(setImmediate);
  });
});

test('300,000 entries come in every list, while the loop goes on turning', async () => {
  const { client, map } = await connectMap<string, string>(member.address);
  const pairs = Array.from({ length: 300_000 }, (_, i): [string, string] => [`key ${i}`, `value ${i}`]);
  for (let from = 0; from < pairs.length; from += 50_000) await map.setAll(pairs.slice(from, from + 50_000));

  const { dutyCycles } = figuresOf(client);
  const count = countTurns();
  const entries = await map.entrySet();
  const turns = count.stop();
  // The worker walks over 4096 elements a duty cycle.
  expect(figuresOf(client).dutyCycles - dutyCycles).toBeGreaterThan((2 * pairs.length) / 4096);
  const found = await map.getAll(pairs.map(([key]) => key));
  const keys = await map.keySet();
  const values = await map.values();

  expect(entries).toHaveLength(pairs.length);
  expect(new Map(entries).get('key 299999')).toBe('value 299999');
  expect(found).toHaveLength(pairs.length);
  expect(new Set(keys).size).toBe(pairs.length);
  expect(values.size()).toBe(pairs.length);
  expect(values.slice(1).size()).toBe(pairs.length - 1);
  expect(new Set(values.toArray()).size).toBe(pairs.length);
  // 600,000 strings in slices of 2 ms: no machine makes them in a handful.
  expect(turns).toBeGreaterThan(10);
});

test('of long lists that arrive together the loop gets one result a turn', async () => {
  // Longer than an eighth of the ring is long.
  const { map } = await connectMap<string, string>(member.address, {
    runtime: { workers: THREADS, completionRingBytes: 65_536 },
  });
  await map.setAll(Array.from({ length: 5000 }, (_, i): [string, string] => [`key ${i}`, `value ${i}`]));
  const count = countTurns();
  const turns = await Promise.all(
    Array.from({ length: 12 }, async () => {
      // Lazy: there is nothing to decode that would take a slice each.
      const values = await map.values();
      expect(values.size()).toBe(5000);
      return count.turns;
    }),
  );
  count.stop();
  expect(new Set(turns).size).toBe(12);
});

function bigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
