import Long from 'long';
import { defineTransform, HazelcastJsonValue, UUID, type Client, type IMap } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, codeOf, connect, freshMap } from '../client/support/client-bench.js';
import { mapModes } from './support/modes.js';
import { fn, kindOf } from '../transforms/support/functions.js';

const member = await embeddedMember();

describe.each(mapModes)('with %s', (_mode, { workers, nearCaches }) => {
  let client: Client;
  let map: IMap<string, unknown>;
  beforeEach(async () => {
    ({ client } = await connect(member.address, {
      runtime: { workers, transforms: { threads: 2 } },
      nearCaches,
    }));
    map = await freshMap(client);
  });

  test('getTransformed resolves to what the function gives for the value', async () => {
    await map.set('order', { items: [{ price: 2 }, { price: 3 }] });
    expect(await map.getTransformed('order', fn('total'))).toBe(5);
    expect(await map.getTransformed('order', fn('total'), 10)).toBe(50);
  });

  test('a function gets null for a key that is not there', async () => {
    expect(await map.getTransformed('nobody', fn('kindOf'))).toBe('null');
  });

  test('a promise of the function is awaited', async () => {
    await map.set('k', 'v');
    expect(await map.getTransformed('k', fn('later'), '!')).toBe('v!');
  });

  test('the default export needs no name', async () => {
    await map.set('k', 'xyz');
    const module = new URL('../transforms/support/functions.mjs', import.meta.url);
    expect(await map.getTransformed('k', defineTransform(module))).toBe('x');
  });

  test('every value reaches the function as get would give it', async () => {
    const values = [
      'text',
      'Grüße 🙂',
      1.5,
      true,
      Long.fromNumber(7),
      12n ** 30n,
      Buffer.from('bytes'),
      new Date(0),
      new UUID(Long.ONE, Long.fromNumber(2)),
      ['a', 'b'],
      { a: { b: 1 } },
    ];
    const seen: unknown[] = [];
    for (const value of values) {
      await map.set('k', value);
      seen.push(await map.getTransformed('k', fn('kindOf')));
    }
    expect(seen).toEqual(values.map(kindOf));
  });

  test('getAllTransformed gives the entries that exist, in the order of the keys', async () => {
    const pairs = Array.from({ length: 500 }, (_, i): [string, string] => [`k${i}`, 'x'.repeat(i)]);
    await map.setAll(pairs);
    const keys = ['nobody', ...pairs.map(([key]) => key), 'nobody else'];
    expect(await map.getAllTransformed(keys, fn('lengthOf'))).toEqual(
      pairs.map(([key, value]) => [key, value.length]),
    );
  });

  test('getAllTransformed of nothing is nothing, and a key given twice is there once', async () => {
    expect(await map.getAllTransformed([], fn('lengthOf'))).toEqual([]);
    await map.set('k', 'four');
    expect(await map.getAllTransformed(['k', 'k'], fn('lengthOf'))).toEqual([['k', 4]]);
    expect(client.stats().transforms.pending).toBe(0);
  });

  test('null and undefined as keys are refused, and so are keys that are no array, and a function in a transform’s place', async () => {
    const bare = ((value: unknown) => value) as never;
    expect(() => map.getTransformed(null as never, fn('kindOf'))).toThrow('key');
    expect(await codeOf(map.getAllTransformed([undefined as never], fn('kindOf')))).toBe(
      'ERR_OFFLOOP_ILLEGAL_ARGUMENT',
    );
    for (const keys of [undefined, null, 'keys', 7, {}])
      await expect(map.getAllTransformed(keys as never, fn('kindOf'))).rejects.toThrow(
        /^keys must be an array/,
      );
    await expect(map.getTransformed('k', bare)).rejects.toThrow(/defineTransform.*cannot cross/);
  });
});

test('arguments are those of the moment of the call', async () => {
  const { map } = await connectMap<string, unknown>(member.address);
  await map.set('k', 'v');
  const argument = { list: [1, 2] };
  const result = map.getTransformed('k', fn('argument'), argument);
  argument.list.push(3);
  expect(await result).toEqual({ list: [1, 2] });
});

test('JSON that is not to be deserialized reaches the function as text', async () => {
  const { map } = await connectMap<string, unknown>(member.address, {
    serialization: { jsonStringDeserializationPolicy: 'NO_DESERIALIZATION' },
  });
  await map.set('k', new HazelcastJsonValue('{"a":1}'));
  expect(await map.getTransformed('k', fn('kindOf'))).toMatch(/^HazelcastJsonValue: /);
});

test('a module is loaded once a thread', async () => {
  const { map } = await connectMap<string, unknown>(member.address, {
    runtime: { transforms: { threads: 1 } },
  });
  const first = await map.getTransformed('k', fn('thread'));
  expect(first).toMatchObject({ loads: 1 });
  expect(await map.getTransformed('k', fn('thread'))).toEqual(first);
});

test('there is no thread before the first transform, as many as needed then, and none after shutdown', async () => {
  const { client, map } = await connectMap<string, unknown>(member.address, {
    runtime: { transforms: { threads: 3 } },
  });
  await map.get('k');
  expect(client.stats().transforms.threads).toBe(0);
  await map.getTransformed('k', fn('kindOf'));
  await map.getTransformed('k', fn('kindOf'));
  expect(client.stats().transforms).toEqual({
    threads: 1,
    pending: 0,
    running: 0,
    waiting: 0,
    completed: 2,
    threadsLost: 0,
  });
  await Promise.all(Array.from({ length: 20 }, () => map.getTransformed('k', fn('kindOf'))));
  expect(client.stats().transforms.threads).toBe(3);
  await client.shutdown();
  expect(client.stats().transforms.threads).toBe(0);
});

describe('what a transform returns', () => {
  test('moved memory arrives without a copy, and is as it was', async () => {
    const { map } = await connectMap<string, unknown>(member.address);
    const { result } = (await map.getTransformed('k', fn('movedBytes'), 1_000_000)) as { result: Uint8Array };
    expect([result.length, result[0], result.at(-1)]).toEqual([1_000_000, 7, 7]);
    expect(await map.getTransformed('k', fn('bytes'), 3)).toEqual(new Uint8Array([7, 7, 7]));
  });

  test('what cannot be cloned beside moved memory is the error of its call, and costs no thread', async () => {
    const { client, map } = await connectMap<string, unknown>(member.address);
    await expect(map.getTransformed('k', fn('movedBesideUncloneable'))).rejects.toMatchObject({
      details: { reason: 'result' },
    });
    expect(client.stats().transforms).toMatchObject({ threads: 1, threadsLost: 0 });
  });
});
