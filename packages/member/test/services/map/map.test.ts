import { beforeEach, describe, expect, it } from 'vitest';

import { RawMap } from '../../support/raw-map.js';
import { NEVER, openMap } from './support/open-map.js';

let map: RawMap;
beforeEach(async () => {
  ({ map } = await openMap());
});

// Each operation by itself: `official-client.test.ts`.
describe('a map', () => {
  it('keeps values of any size apart from the next request that comes through the same buffer', async () => {
    const sizes = [0, 1, 60, 70, 2_000, 5_000, 300_000];
    await Promise.all(sizes.map((size) => map.set(`k${size}`, String(size % 10).repeat(size))));
    for (const size of sizes) expect(await map.get(`k${size}`)).toBe(String(size % 10).repeat(size));
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
