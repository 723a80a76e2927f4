import type { IMap } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, codeOf, type Config } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { figuresOf } from '../client/support/figures.js';
import { mapModes } from './support/modes.js';

const member = await embeddedMember();

type CustomSerializer = NonNullable<NonNullable<Config['serialization']>['customSerializers']>[number];

class Point {
  readonly hzCustomId = 77;
  readonly x: number;
  readonly y: number;

  constructor(x: number, y: number) {
    this.x = x;
    this.y = y;
  }
}

/** Reads and writes points, and calls `meanwhile` in the middle of each. */
function pointSerializer(meanwhile: () => void): CustomSerializer {
  return {
    id: 77,
    read: (input) => {
      const x = input.readInt();
      meanwhile();
      return new Point(x, input.readInt());
    },
    write: (output, point: Point) => {
      output.writeInt(point.x);
      meanwhile();
      output.writeInt(point.y);
    },
  };
}

describe.each(mapModes)('with %s', (_mode, { workers, nearCaches }) => {
  test('toJSON may call the very map its object is being put into', async () => {
    const { map } = await connectMap<string, unknown>(member.address, { runtime: { workers }, nearCaches });
    const inner: Promise<unknown>[] = [];
    const chatty = (depth: number): object => ({
      toJSON: () => {
        inner.push(map.set(`inner ${depth}`, depth > 0 ? chatty(depth - 1) : 'ground'));
        inner.push(map.get(`inner ${depth}`));
        return { depth };
      },
    });
    await Promise.all(Array.from({ length: 20 }, (_, i) => map.set(`outer ${i}`, chatty(5))));
    await Promise.all(inner);
    expect(await map.get('outer 7')).toEqual({ depth: 5 });
    expect(await map.get('inner 3')).toEqual({ depth: 2 });
    expect(await map.get('inner 0')).toBe('ground');
  });

  test('a serializer of keys may call the very map it serializes for, and so may one of values', async () => {
    const inner: Promise<unknown>[] = [];
    let map: IMap<unknown, unknown> | undefined;
    const serializer = pointSerializer(() => {
      if (map === undefined || inner.length > 400) return;
      inner.push(
        map.set(`inner ${inner.length}`, inner.length),
        map.replaceIfSame('a', 'b', 'c'),
        map.size(),
      );
    });
    const { map: points } = await connectMap<unknown, unknown>(member.address, {
      runtime: { workers },
      nearCaches,
      serialization: { customSerializers: [serializer] },
    });
    map = points;
    const keys = Array.from({ length: 30 }, (_, i) => new Point(i, -i));
    await Promise.all(keys.map((key, i) => points.set(key, new Point(i * 2, i))));
    expect(await Promise.all(keys.map((key) => points.get(key)))).toEqual(
      keys.map((_, i) => new Point(i * 2, i)),
    );
    await points.putAll([[new Point(99, 99), new Point(1, 1)]]);
    expect(await points.getAll([new Point(99, 99)])).toEqual([[new Point(99, 99), new Point(1, 1)]]);
    await Promise.all(inner);
    expect(await points.get('inner 30')).toBe(30);
  });

  test('keys and values of putAll and getAll may use the very map in those calls', async () => {
    const { map } = await connectMap<unknown, unknown>(member.address, { runtime: { workers }, nearCaches });
    const inner: Promise<unknown>[] = [];
    /** An object that makes such calls while it is being serialized. */
    const chatty = (name: string, depth: number): object => ({
      toJSON: () => {
        if (depth > 0) {
          inner.push(map.putAll([[chatty(`${name}.key`, depth - 1), chatty(`${name}.value`, depth - 1)]]));
          inner.push(map.getAll([chatty(`${name}.asked`, depth - 1), 'nobody']));
        }
        return { name };
      },
    });
    const names = Array.from({ length: 40 }, (_, i) => `n${i}`);
    await map.setAll(names.map((name) => [chatty(name, 2), chatty(`${name}'s`, 2)]));
    const found = await map.getAll(names.map((name) => chatty(name, 2)));
    expect(new Map(found.map(([key, value]) => [(key as { name: string }).name, value]))).toEqual(
      new Map(names.map((name) => [name, { name: `${name}'s` }])),
    );
    await Promise.all(inner);
    expect(await map.get({ name: 'n7.key' })).toEqual({ name: 'n7.value' });
    expect(await map.get({ name: "n7's.value.key" })).toEqual({ name: "n7's.value.value" });
  });

  test('user code that throws rejects its own call only, with its own error', async () => {
    const { client, map } = await connectMap<string, unknown>(member.address, {
      runtime: { workers },
      nearCaches,
    });
    const reason = new Error('user code');
    const bad = {
      toJSON: () => {
        throw reason;
      },
    };
    const before = map.set('before', 1);
    const failed = map.set('bad', bad).catch((e: unknown) => e);
    const after = map.set('after', 2);
    expect(await failed).toBe(reason);
    const pairs: [string, unknown][] = [
      ['x', 1],
      ['y', bad],
    ];
    await expect(map.putAll(pairs)).rejects.toBe(reason);
    await Promise.all([before, after]);
    expect((await map.keySet()).toSorted()).toEqual(['after', 'before']);
    expect(figuresOf(client)).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
  });

  test('user code that shuts the client down rejects its own call', async () => {
    const { client, map } = await connectMap<string, unknown>(member.address, {
      runtime: { workers },
      nearCaches,
    });
    let stopped: Promise<void> | undefined;
    const value = {
      toJSON: () => {
        stopped = client.shutdown();
        return 1;
      },
    };
    expect(await codeOf(map.set('k', value))).toBe(Code.CLIENT_NOT_ACTIVE);
    await stopped;
  });

  test('a serializer that cannot read rejects its own call only', async () => {
    let fail = false;
    const serializer = pointSerializer(() => {
      if (fail) throw new Error('cannot read');
    });
    const { map } = await connectMap<string, unknown>(member.address, {
      runtime: { workers },
      nearCaches,
      serialization: { customSerializers: [serializer] },
    });
    await Promise.all([map.set('point', new Point(1, 2)), map.set('text', 'fine')]);
    fail = true;
    const calls = await Promise.all([map.get('text'), codeOf(map.get('point')), map.get('text')]);
    expect(calls).toEqual(['fine', 'Error: cannot read', 'fine']);
    fail = false;
    expect(await map.get('point')).toEqual(new Point(1, 2));
  });

  test('arguments changed right after a call are written as they were', async () => {
    const { map } = await connectMap<unknown, unknown>(member.address, {
      runtime: { workers, requestRingBytes: 16_384 },
      nearCaches,
    });
    const calls: Promise<unknown>[] = [];
    const many = 300; // enough to find the ring full, and so to wait in line
    for (let i = 0; i < many; i++) {
      const bytes = Buffer.alloc(100, 1);
      const large = Buffer.alloc(5000, 2);
      const list = [1, 2, 3];
      const object = { deep: { n: 1 } };
      const date = new Date(1000);
      const key = { id: i };
      const pairs: [unknown, unknown][] = [[`all ${i}`, 'first']];
      calls.push(
        map.set(`bytes ${i}`, bytes),
        map.set(`large ${i}`, large),
        map.set(`list ${i}`, list),
        map.set(`object ${i}`, object),
        map.set(`date ${i}`, date),
        map.set(key, 'by key'),
        map.putAll(pairs),
      );
      bytes.fill(9);
      large.fill(9);
      list.push(4);
      list[0] = 9;
      object.deep.n = 9;
      date.setTime(9);
      key.id = -1;
      pairs[0][1] = 'changed';
      pairs.push(['more', 1]);
    }
    await Promise.all(calls);
    for (const i of [0, 150, many - 1]) {
      expect(await map.get(`bytes ${i}`)).toEqual(Buffer.alloc(100, 1));
      expect(await map.get(`large ${i}`)).toEqual(Buffer.alloc(5000, 2));
      expect(await map.get(`list ${i}`)).toEqual([1, 2, 3]);
      expect(await map.get(`object ${i}`)).toEqual({ deep: { n: 1 } });
      expect(await map.get(`date ${i}`)).toEqual(new Date(1000));
      expect(await map.get({ id: i })).toBe('by key');
      expect(await map.get(`all ${i}`)).toBe('first');
    }
    expect(await map.containsKey({ id: -1 })).toBe(false);
    expect(await map.containsKey('more')).toBe(false);
  });

  test('a value that is kept is nobody else’s: neither the next answer nor the ring change it', async () => {
    const { map } = await connectMap<string, Buffer>(member.address, {
      runtime: { workers, completionRingBytes: 16_384 },
      nearCaches,
    });
    await Promise.all(Array.from({ length: 200 }, (_, i) => map.set(`k${i}`, Buffer.alloc(i * 20, i))));
    const kept: (Buffer | null)[] = [];
    for (let i = 0; i < 200; i++) kept.push(await map.get(`k${i}`));
    expect(kept.every((each, i) => each?.equals(Buffer.alloc(i * 20, i)))).toBe(true);
  });
});
