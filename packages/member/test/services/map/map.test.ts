import { beforeEach, describe, expect, it } from 'vitest';

import { RawMap } from '../../support/raw-map.js';
import { NEVER, openMap } from './support/open-map.js';

let map: RawMap;
beforeEach(async () => {
  ({ map } = await openMap());
});

describe('map reads and writes', () => {
  it('put answers with the old value, set with nothing', async () => {
    expect(await map.put('a', '1')).toBeNull();
    expect(await map.put('a', '2')).toBe('1');
    await map.set('a', '3');
    expect(await map.get('a')).toBe('3');
    expect(await map.get('b')).toBeNull();
  });

  it('keeps values of any size apart from the next request that comes through the same buffer', async () => {
    const sizes = [0, 1, 60, 70, 2_000, 5_000, 300_000];
    await Promise.all(sizes.map((size) => map.set(`k${size}`, String(size % 10).repeat(size))));
    for (const size of sizes) expect(await map.get(`k${size}`)).toBe(String(size % 10).repeat(size));
  });

  it('putIfAbsent stores only where nothing is', async () => {
    expect(await map.putIfAbsent('a', '1')).toBeNull();
    expect(await map.putIfAbsent('a', '2')).toBe('1');
    expect(await map.get('a')).toBe('1');
  });

  it('replace and replaceIfSame store only where something, or that very value, is', async () => {
    expect(await map.replace('a', '1')).toBeNull();
    expect(await map.containsKey('a')).toBe(false);
    expect(await map.replaceIfSame('a', '1', '2')).toBe(false);
    await map.set('a', '1');
    expect(await map.replace('a', '2')).toBe('1');
    expect(await map.replaceIfSame('a', '1', '3')).toBe(false);
    expect(await map.replaceIfSame('a', '2', '3')).toBe(true);
    expect(await map.get('a')).toBe('3');
  });

  it('tryPut and putTransient store', async () => {
    expect(await map.tryPut('a', '1', 0n)).toBe(true);
    await map.putTransient('b', '2');
    expect(await map.entries()).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  it('remove, removeIfSame, delete, tryRemove and evict say what they removed', async () => {
    await map.putAll(['a', 'b', 'c', 'd', 'e'].map((key) => [key, '1']));
    expect(await map.remove('a')).toBe('1');
    expect(await map.remove('a')).toBeNull();
    expect(await map.removeIfSame('b', '2')).toBe(false);
    expect(await map.removeIfSame('b', '1')).toBe(true);
    expect(await map.removeIfSame('b', '1')).toBe(false);
    expect(await map.delete('c')).toBe(true);
    expect(await map.delete('c')).toBe(false);
    expect(await map.tryRemove('d', 0n)).toBe(true);
    expect(await map.tryRemove('d', 0n)).toBe(false);
    expect(await map.evict('e')).toBe(true);
    expect(await map.evict('e')).toBe(false);
    expect(await map.isEmpty()).toBe(true);
  });

  it('answers about many entries at once', async () => {
    await map.putAll([
      ['a', '1'],
      ['b', '2'],
      ['c', '2'],
    ]);
    expect(await map.getAll(['a', 'c', 'x'])).toEqual([
      ['a', '1'],
      ['c', '2'],
    ]);
    expect(await map.keys()).toEqual(['a', 'b', 'c']);
    expect(await map.values()).toEqual(['1', '2', '2']);
    expect(await map.size()).toBe(3);
    expect(await map.containsValue('2')).toBe(true);
    expect(await map.containsValue('3')).toBe(false);
    await map.flush();
    await map.clear();
    expect(await map.entries()).toEqual([]);
    expect(await map.isEmpty()).toBe(true);
  });

  it('keeps maps of different names apart', async () => {
    const other = new RawMap(map.client, 'other');
    await map.set('a', '1');
    expect(await other.get('a')).toBeNull();
    await other.clear();
    expect(await map.size()).toBe(1);
  });

  it('shows an entry in its view', async () => {
    expect(await map.entryView('a')).toBeNull();
    const before = BigInt(Date.now());
    await map.set('a', '1');
    await map.set('a', '2');
    await map.get('a');
    const view = await map.entryView('a');
    expect(view).toMatchObject({ key: 'a', value: '2', version: 1n, hits: 1n });
    expect(view).toMatchObject({ ttl: NEVER, maxIdle: NEVER, expirationTime: NEVER, lastStoredTime: -1n });
    expect(view?.creationTime).toBeGreaterThanOrEqual(before);
    expect(view?.lastUpdateTime).toBeGreaterThanOrEqual(view?.creationTime ?? NEVER);
    await map.putWithMaxIdle('a', '3', 5_000n, 2_000n);
    const limited = await map.entryView('a');
    expect(limited).toMatchObject({ ttl: 5_000n, maxIdle: 2_000n });
    expect((limited?.expirationTime ?? 0n) - (limited?.lastAccessTime ?? 0n)).toBe(2_000n);
  });
});
