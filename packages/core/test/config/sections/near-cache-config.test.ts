import { expect, test } from 'vitest';

import { resolveConfig } from '../../../src/config/client-config.js';
import { readNearCaches } from '../../../src/config/sections/near-cache-config.js';

const read = (given: unknown) => readNearCaches(given, 'nearCaches');

test('a near cache has the official defaults', () => {
  expect(read({ a: {} }).find('a')).toEqual({
    invalidateOnChange: true,
    maxIdleSeconds: 0,
    inMemoryFormat: 'BINARY',
    timeToLiveSeconds: 0,
    evictionPolicy: 'LRU',
    evictionMaxSize: Number.MAX_SAFE_INTEGER,
    evictionMaxBytes: Number.MAX_SAFE_INTEGER,
    evictionSamplingCount: 8,
    evictionSamplingPoolSize: 16,
  });
});

test('only maps that a name, a pattern or the default matches have one', () => {
  const caches = read({ 'a*': { inMemoryFormat: 'object' }, b: { evictionPolicy: 'lfu' } });
  expect(caches.find('a1')?.inMemoryFormat).toBe('OBJECT');
  expect(caches.find('b')?.evictionPolicy).toBe('LFU');
  expect(caches.find('c')).toBeUndefined();
  expect(read(undefined).find('c')).toBeUndefined();
  expect(read({ default: {} }).find('c')).toBeDefined();
});

test.each([
  [{ invalidateOnChange: 1 }, /nearCaches\['a'\]\.invalidateOnChange .*true or false/],
  [{ maxIdleSeconds: -1 }, /nearCaches\['a'\]\.maxIdleSeconds is -1/],
  [{ timeToLiveSeconds: NaN }, /nearCaches\['a'\]\.timeToLiveSeconds is NaN/],
  [{ inMemoryFormat: 'PAPER' }, /nearCaches\['a'\]\.inMemoryFormat .*OBJECT, BINARY/],
  [{ evictionPolicy: 'MRU' }, /nearCaches\['a'\]\.evictionPolicy .*NONE, LRU, LFU, RANDOM/],
  [{ evictionMaxSize: 0 }, /nearCaches\['a'\]\.evictionMaxSize is 0/],
  [{ evictionMaxBytes: 1.5 }, /nearCaches\['a'\]\.evictionMaxBytes is 1.5/],
  [{ size: 1 }, /nearCaches\['a'\]\.size is not an option/],
])('%j is refused by name', (given, message) => {
  expect(() => read({ a: given })).toThrow(message);
});

test('a pause between repairs that is shorter than the least is refused, and none is accepted', () => {
  const name = 'hazelcast.invalidation.reconciliation.interval.seconds';
  const least = 'hazelcast.invalidation.min.reconciliation.interval.seconds';
  expect(() => resolveConfig({ properties: { [name]: 29 } })).toThrow(
    /interval.seconds'\] is 29; .* 30 seconds/,
  );
  expect(resolveConfig({ properties: { [name]: 0 } }).properties[name]).toBe(0);
  expect(resolveConfig({ properties: { [name]: 1, [least]: 1 } }).properties[name]).toBe(1);
});
