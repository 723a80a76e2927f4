import { expect, test } from 'vitest';

import { type ClientConfig, resolveConfig } from '../../src/config/client-config.js';
import { readNearCaches } from '../../src/config/sections/near-cache-config.js';

const nearCachesOf = (given: unknown) => readNearCaches(given, 'nearCaches');

test('a near cache has the official defaults', () => {
  expect(nearCachesOf({ a: {} }).find('a')).toEqual({
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
  const caches = nearCachesOf({ 'a*': { inMemoryFormat: 'object' }, b: { evictionPolicy: 'lfu' } });
  expect(caches.find('a1')?.inMemoryFormat).toBe('OBJECT');
  expect(caches.find('b')?.evictionPolicy).toBe('LFU');
  expect(caches.find('c')).toBeUndefined();
  expect(nearCachesOf(undefined).find('c')).toBeUndefined();
  expect(nearCachesOf({ default: {} }).find('c')).toBeDefined();
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
  expect(() => nearCachesOf({ a: given })).toThrow(message);
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

const ENABLED = 'hazelcast.client.statistics.enabled';
const PERIOD = 'hazelcast.client.statistics.period.seconds';
test.each<[ClientConfig, boolean, number]>([
  [{}, true, 5],
  [{ metrics: { enabled: false } }, false, 5],
  [{ metrics: { collectionFrequencySeconds: 2 } }, true, 2],
  [{ properties: { [ENABLED]: false } }, false, 5],
  [{ properties: { [ENABLED]: true }, metrics: { enabled: false } }, true, 5],
  [{ properties: { [PERIOD]: 9 }, metrics: { collectionFrequencySeconds: 2 } }, true, 9],
  [{ properties: { [PERIOD]: 0 } }, true, 3],
  [{ properties: { [PERIOD]: -2 }, metrics: { collectionFrequencySeconds: 2 } }, true, 3],
  [{ properties: { [PERIOD]: 0.5 } }, true, 0.5],
  [{ properties: { [ENABLED]: undefined } as never, metrics: { enabled: false } }, false, 5],
])('metrics of %j are enabled: %s, every %i seconds', (config, enabled, collectionFrequencySeconds) => {
  expect(resolveConfig(config).metrics).toEqual({ enabled, collectionFrequencySeconds });
});

test('reliable topics have the official defaults, and what is out of range is refused', () => {
  const { reliableTopics } = resolveConfig({
    reliableTopics: { a: {}, b: { readBatchSize: 1000, overloadPolicy: 'error' } },
  });
  expect(reliableTopics.of('a')).toEqual({ readBatchSize: 10, overloadPolicy: 'BLOCK' });
  expect(reliableTopics.of('b')).toEqual({ readBatchSize: 1000, overloadPolicy: 'ERROR' });
  for (const [given, text] of [
    [{ a: { readBatchSize: 1001 } }, /reliableTopics\['a'\]\.readBatchSize is 1001; .* 1 to 1000/],
    [{ a: { overloadPolicy: 'LOUD' } }, /reliableTopics\['a'\]\.overloadPolicy .*DISCARD_OLDEST/],
    [{ a: { other: 1 } }, /reliableTopics\['a'\]\.other is not an option/],
    [7, /reliableTopics is a number; accepted: an object/],
  ] as const) {
    expect(() => resolveConfig({ reliableTopics: given })).toThrow(text);
  }
});
