import Long from 'long';
import { UUID } from 'offloop';
import { describe, expect, test } from 'vitest';

import { connectBoth, sharedMap } from './support/both-clients.js';
import { comparable, outcome } from './support/comparable.js';
import { OfficialLong, OfficialUUID } from '../../../values/test/serialization/official.js';
import { madeOn } from '../map/support/calls.js';
import { sharedMember } from './support/shared-member.js';

const member = sharedMember();

const MOST = 0x1234_5678_9abc_def0n;
const LEAST = -2n;

/** A value as ours, and the same as the official client has it where that is another object. */
interface Pair {
  readonly name: string;
  readonly ours: unknown;
  readonly official?: unknown;
}

const longs = ['0', '-1', '9223372036854775807', '-9223372036854775808', '4294967296'];
const PAIRS: readonly Pair[] = [
  { name: 'true', ours: true },
  { name: 'false', ours: false },
  ...[0, -0, 1, -1, 0.1, NaN, Infinity, Number.MAX_VALUE, 2 ** 53].map((number) => ({
    name: `number ${Object.is(number, -0) ? '-0' : number}`,
    ours: number,
  })),
  ...['', 'ascii', 'žluťoučký', '木', '🐎', '\u0000', 'x'.repeat(100_000), '木'.repeat(50_000)].map(
    (text) => ({
      name: `string of ${text.length} (${text.slice(0, 10)})`,
      ours: text,
    }),
  ),
  ...longs.map((text) => ({
    name: `Long ${text}`,
    ours: Long.fromString(text),
    official: OfficialLong.fromString(text),
  })),
  ...[0n, 1n, 127n, 128n, -2n, -128n, 2n ** 64n, 2n ** 200n].map((big) => ({
    name: `bigint ${big}`,
    ours: big,
  })),
  { name: 'empty Buffer', ours: Buffer.alloc(0) },
  { name: 'Buffer', ours: Buffer.from([0, 1, 127, 128, 255]) },
  { name: 'large Buffer', ours: Buffer.alloc(300_000, 7) },
  { name: 'Date', ours: new Date(1_700_000_000_123) },
  { name: 'Date before 1970', ours: new Date(-1) },
  {
    name: 'UUID',
    ours: new UUID(Long.fromString(String(MOST)), Long.fromString(String(LEAST))),
    official: new OfficialUUID(OfficialLong.fromString(String(MOST)), OfficialLong.fromString(String(LEAST))),
  },
  { name: 'empty array', ours: [] },
  { name: 'boolean[]', ours: [true, false, true] },
  { name: 'number[]', ours: [0.5, -1, 1e300] },
  { name: 'string[]', ours: ['a', '', '🐎'] },
  {
    name: 'Long[]',
    ours: longs.map((text) => Long.fromString(text)),
    official: longs.map((text) => OfficialLong.fromString(text)),
  },
  { name: 'empty object', ours: {} },
  { name: 'object', ours: { a: [1, null, { b: '🐎' }], c: false, ž: 'x' } },
  {
    name: 'large object',
    ours: { list: Array.from({ length: 5000 }, (_, i) => ({ i, text: `item ${i}` })) },
  },
];

test('a key of each type is the same key for both clients', async () => {
  const map = await sharedMap(await connectBoth(member.address));
  for (const { name, ours, official = ours } of PAIRS) {
    await map.ours.set(ours, `ours: ${name}`);
    expect([name, await map.official.get(official)]).toEqual([name, `ours: ${name}`]);
    await map.official.set(official, `official: ${name}`);
    expect([name, await map.ours.get(ours)]).toEqual([name, `official: ${name}`]);
  }
  expect(await map.ours.size()).toBe(PAIRS.length);
  const texts = (keys: unknown): string[] =>
    (keys as unknown[]).map((key) => JSON.stringify(comparable(key))).sort();
  expect(texts(await map.ours.keySet())).toEqual(texts(await map.official.keySet()));
});

test('negative bigints that the official client writes as other numbers, it reads as what they are', async () => {
  const map = await sharedMap(await connectBoth(member.address));
  for (const value of [-1n, -129n, -(2n ** 64n), -(2n ** 200n)]) {
    await map.ours.set('k', value);
    expect(await map.official.get('k')).toBe(value);
    expect(await map.ours.get('k')).toBe(value);
  }
});

test('arrays of bigint and of Buffer, which the official client cannot write, it can read', async () => {
  const map = await sharedMap(await connectBoth(member.address));
  for (const value of [
    [1n, -(2n ** 70n)],
    [Buffer.from('a'), Buffer.alloc(3)],
  ]) {
    await map.ours.set('k', value);
    expect(comparable(await map.official.get('k'))).toEqual(comparable(value));
    expect(comparable(await map.ours.get('k'))).toEqual(comparable(value));
  }
});

test('arrays of UUID and of Date are JSON, as the official client has them', async () => {
  const map = await sharedMap(await connectBoth(member.address));
  const halves = [String(MOST), String(LEAST)];
  const arrays = [
    { ours: [new Date(0), new Date(1)] },
    {
      ours: [new UUID(...(halves.map((half) => Long.fromString(half)) as [Long, Long]))],
      official: [new OfficialUUID(...halves.map((half) => OfficialLong.fromString(half)))],
    },
  ];
  for (const { ours, official = ours } of arrays) {
    await map.ours.set('ours', ours);
    await map.official.set('official', official);
    for (const client of [map.ours, map.official]) {
      expect(await client.get('ours')).toEqual(await client.get('official'));
      expect(JSON.stringify(await client.get('ours'))).toBe(JSON.stringify(official));
    }
  }
});

describe('both clients', () => {
  test.each([
    ['without a near cache', 'far', {}],
    ['with a near cache', 'near', { default: {} }],
    ['with a near cache that is full', 'full', { default: { evictionMaxSize: 3 } }],
  ])('get the same from every operation of a map %s, call by call', async (_, prefix, nearCaches) => {
    const clients = await connectBoth(member.address, { nearCaches });
    const { ours } = await sharedMap(clients, `${prefix}-ours`);
    const { official } = await sharedMap(clients, `${prefix}-official`);
    expect(await madeOn(ours)).toEqual(await madeOn(official));
  });

  test.each([['guarded'], ['broken-store']])('get the same error from the map %s', async (name) => {
    const map = await sharedMap(await connectBoth(member.address), name);
    for (const [operation, ...args] of [
      ['get', 'k'],
      ['put', 'k', 1],
      ['size'],
      ['getAll', ['k']],
      ['putAll', [['k', 1]]],
      ['entrySet'],
    ] as const) {
      const ours = await outcome(map.ours[operation](...args));
      expect([operation, ours]).toEqual([operation, await outcome(map.official[operation](...args))]);
      expect([operation, Object.keys(ours as object)]).toEqual([operation, ['rejected']]);
    }
  });

  test('get the same error when the member cannot read a value it has to', async () => {
    const serializer = {
      id: 91,
      read: (): { hzCustomId: number } => ({ hzCustomId: 91 }),
      write: (): void => undefined,
    };
    const clients = await connectBoth(member.address, { serialization: { customSerializers: [serializer] } });
    const map = await sharedMap(clients, 'object-unreadable');
    const ours = await outcome(map.ours.put('k', { hzCustomId: 91 }));
    expect(ours).toEqual(await outcome(map.official.put('k', { hzCustomId: 91 })));
    expect(ours).toHaveProperty('rejected.error', 'HazelcastSerializationError');
  });

  test('go on alike with a map that the other has destroyed', async () => {
    const clients = await connectBoth(member.address);
    const map = await sharedMap(clients);
    await map.ours.set('k', 1);
    await map.official.destroy();
    expect(await outcome(map.ours.get('k'))).toEqual({ resolved: null });
    await map.official.set('k', 2).catch(() => undefined);
    await map.ours.destroy();
    expect(await outcome(map.official.get('k'))).toEqual({ resolved: null });
  });
});

test('a member’s error has the Java class in its details, and the Java stack in its stack', async () => {
  const { ours } = await sharedMap(await connectBoth(member.address), 'guarded');
  const error = (await ours.get('k').catch((reason: unknown) => reason)) as Error & { code: string };
  expect(error).toMatchObject({
    code: 'ERR_OFFLOOP_SPLIT_BRAIN_PROTECTION',
    details: { className: 'com.hazelcast.splitbrainprotection.SplitBrainProtectionException' },
  });
  expect(error.message).toContain('nine-members');
  expect(error.stack).toMatch(/\n\tat com\.hazelcast\./);
});
