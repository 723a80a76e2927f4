import { beforeEach, describe, expect, it } from 'vitest';

import type { MapEntry } from '../../../src/services/map/map-entry.js';
import { sameData } from '../../../src/protocol/slice.js';
import { MapStore } from '../../../src/services/map/map-store.js';
import { data, sliceOf, text } from '../../support/data.js';

let expired: string[];
let store: MapStore;

beforeEach(() => {
  expired = [];
  store = new MapStore((entry) => expired.push(text(entry.key) ?? ''));
});

function find(key: string, now: number, hash: number = 0): MapEntry | undefined {
  const slice = sliceOf(data(key, hash));
  return store.find(slice, store.hash(slice), now);
}

function put(key: string, value: string, now: number, ttl: number = 0, maxIdle: number = 0): MapEntry {
  const slice = sliceOf(data(key));
  const entry = find(key, now);
  if (entry !== undefined) {
    store.update(entry, sliceOf(data(value)), ttl, maxIdle, now);
    return entry;
  }
  return store.insert(slice, store.hash(slice), sliceOf(data(value)), ttl, maxIdle, now);
}

describe('MapStore', () => {
  it('finds a key whether or not its partition hash is stored in it', () => {
    put('a', '1', 0);
    expect(text(find('a', 0, 12_345)?.value)).toBe('1');
  });

  it('keeps copies, so the bytes it was given may be overwritten', () => {
    const [key, value] = [sliceOf(data('a')), sliceOf(data('1'))];
    store.insert(key, store.hash(key), value, 0, 0, 0);
    key.bytes.fill(0);
    value.bytes.fill(0);
    expect(text(find('a', 0)?.value)).toBe('1');
    expect(text(find('a', 0)?.key)).toBe('a');
  });

  it.each(['2', 'longer than before'])('replaces a value with %s', (value) => {
    put('a', '1', 0);
    put('a', value, 5);
    const entry = find('a', 5);
    expect(text(entry?.value)).toBe(value);
    expect(entry?.version).toBe(1);
    expect(entry?.updatedAt).toBe(5);
    expect(entry?.createdAt).toBe(0);
  });

  it('lets a read postpone the end of an entry with max idle, but not of one with time to live', () => {
    put('idle', '1', 0, 0, 50);
    put('ttl', '1', 0, 60);
    find('idle', 40)?.touch(40);
    find('ttl', 40)?.touch(40);
    expect(find('idle', 89)).toBeDefined();
    expect(find('ttl', 89)).toBeUndefined();
    expect(find('idle', 90)).toBeUndefined();
  });

  it('forgets the limits of an entry that is written without any', () => {
    put('a', '1', 0, 50, 50);
    put('a', '2', 10);
    expect(find('a', 1e9)).toBeDefined();
  });

  it('counts a renewed time to live from then on, without max idle', () => {
    const entry = put('a', '1', 0, 50, 20);
    store.renew(entry, 100, 10);
    expect(find('a', 109)).toBeDefined();
    expect(entry.maxIdle).toBe(Infinity);
    expect(find('a', 110)).toBeUndefined();
  });

  it('does not count or visit what has expired and was not removed yet', () => {
    put('a', '1', 0, 50);
    put('b', '1', 0);
    const met: (string | null)[] = [];
    store.forEach(60, (entry) => met.push(text(entry.key)));
    expect(met).toEqual(['b']);
    expect(store.size(60)).toBe(1);
    expect(store.storedEntries).toBe(2);
  });

  it('removes by sweeping what nobody asks for', () => {
    for (let i = 0; i < 100; i += 1) put(`key ${i}`, '1', 0, i < 70 ? 50 : 0);
    for (let i = 0; i < 100; i += 1) store.sweep(60, 16);
    expect(store.storedEntries).toBe(30);
    expect(expired).toHaveLength(70);
  });

  it('keeps locked entries from clear and from expiry', () => {
    put('a', '1', 0, 50);
    put('b', '1', 0);
    put('c', '1', 0, 50);
    const owner = { client: 'x', threadLow: 1, threadHigh: 0 };
    store.locks.acquire(sliceOf(data('a')), owner, 0, 0n);
    expect(store.clear()).toBe(2);
    expect(text(find('a', 60)?.value)).toBe('1');
    store.locks.release(sliceOf(data('a')), owner, 0n);
    expect(find('a', 60)).toBeUndefined();
  });
});

describe('sameData', () => {
  it('compares type and payload and ignores the hash', () => {
    expect(sameData(data('a', 1), sliceOf(data('a', 2)))).toBe(true);
    expect(sameData(data('a'), sliceOf(data('b')))).toBe(false);
    expect(sameData(data('a'), sliceOf(data('ab')))).toBe(false);
  });
});
