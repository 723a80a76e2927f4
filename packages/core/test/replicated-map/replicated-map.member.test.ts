import type { ReplicatedMap } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { expectOptions } from '../collections/support/takes-options.js';
import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

const member = await embeddedMember();

let names = 0;

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };
  let map: ReplicatedMap<unknown, unknown>;
  beforeEach(async () => {
    const { client } = await connect(member.address, { runtime });
    map = await client.getReplicatedMap(`replicated-${names++}`);
  });

  test('it is an object of the cluster, the same each time, until it is destroyed', async () => {
    const { client } = await connect(member.address, { runtime });
    const other = await client.getReplicatedMap(map.getName());
    expect(await client.getReplicatedMap(map.getName())).toBe(other);
    expect(other.getServiceName()).toBe('hz:impl:replicatedMapService');
    const objects = await client.getDistributedObjects();
    expect(objects.find((each) => each.getName() === map.getName())).toBe(other);
    await map.put('a', 1);
    expect(await other.get('a')).toBe(1);
    await map.destroy();
    expect(await other.get('a')).toBeNull();
  });

  test('wrong arguments are refused, by an error that says which', async () => {
    for (const wrong of [null, undefined]) {
      for (const call of [
        () => map.put(wrong, 1),
        () => map.put('a', wrong),
        () => map.get(wrong),
        () => map.remove(wrong),
        () => map.containsKey(wrong),
        () => map.containsValue(wrong),
      ]) {
        expect(await codeOf(call)).toBe(Code.ASSERTION);
      }
      for (const call of [
        map.putAll([[wrong, 1]]),
        map.putAll([['a', wrong]]),
        map.putAll(wrong as never),
        map.addEntryListener(wrong as never),
        map.addEntryListenerToKey({}, wrong),
        map.addEntryListenerWithPredicate({}, wrong as never),
        map.addEntryListenerToKeyWithPredicate({}, 'a', wrong as never),
      ]) {
        expect(await codeOf(call)).toBe(Code.ILLEGAL_ARGUMENT);
      }
    }
    expect(await codeOf(map.put('a', 1, NaN))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(map.putAll([['a'] as never]))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(map.values('up' as never))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(map.put(() => undefined, 1))).toBe(Code.SERIALIZATION);
    await expect(map.put('a', 1, '5s' as never)).rejects.toThrow(/ttl/);
  });

  test('a comparator sorts what the list gives, and what it throws the call rejects with', async () => {
    await map.putAll([
      ['a', 2],
      ['b', 3],
      ['c', 1],
    ]);
    const sorted = await (map as ReplicatedMap<string, number>).values((a, b) => a - b);
    expect([sorted.size(), sorted.get(0), sorted.get(3), ...sorted]).toEqual([3, 1, undefined, 1, 2, 3]);
    const fault = new Error('of the comparator');
    const values = map.values(() => {
      throw fault;
    });
    await expect(values).rejects.toBe(fault);
  });

  test('each call takes a timeout and a signal', async () => {
    const calls = [
      ['get', 'a'],
      ['put', 'a', 2, 0],
      ['putAll', [['a', 1]]],
      ['remove', 'a'],
      ['containsKey', 'a'],
      ['containsValue', 2],
      ['values', undefined],
      ...['keySet', 'entrySet', 'size', 'isEmpty', 'clear'].map((method) => [method]),
    ];
    await expect(expectOptions(member, map, calls)).resolves.toBeUndefined();
  });
});
