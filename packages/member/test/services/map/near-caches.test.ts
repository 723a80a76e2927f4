import { decodeEvent, messages } from '@offloop/wire';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Member } from '../../../src/index.js';
import { connected } from '../../support/harness.js';
import { RawMap } from '../../support/raw-map.js';
import { EVERY_EVENT, openMap } from './support/open-map.js';

let member: Member;
let map: RawMap;
beforeEach(async () => {
  ({ member, map } = await openMap());
});

it('names each map that it is asked about for near caches, also one that is not there yet', async () => {
  const uuid = { msb: 0n, lsb: 0n };
  const asked = { names: ['none', 'm'], uuid };
  await map.set('a', '1');
  const { namePartitionSequenceList } = await map.client.call(
    messages.map.fetchNearCacheInvalidationMetadata,
    asked,
  );
  expect(namePartitionSequenceList).toEqual([
    ['none', []],
    ['m', []],
  ]);
});

describe('near caches', () => {
  const listener = messages.map.addNearCacheInvalidationListener;
  const numbers = async (): Promise<bigint[]> => {
    const asked = { names: ['m'], uuid: { msb: 0n, lsb: 0n } };
    const { namePartitionSequenceList: maps } = await map.client.call(
      messages.map.fetchNearCacheInvalidationMetadata,
      asked,
    );
    return maps[0][1].map(([, sequence]) => sequence);
  };
  const listen = async () =>
    (await map.client.call(listener, { name: 'm', listenerFlags: 256, localOnly: true })).response;
  const nextKey = async (): Promise<Buffer | null> =>
    decodeEvent(listener, 'IMapInvalidation', await map.client.nextEvent()).key;

  it('have changes numbered while one listens, and no longer', async () => {
    await map.set('a', '1');
    expect(await numbers()).toEqual([]);
    const id = await listen();
    await map.set('a', '2');
    expect(await numbers()).toEqual([1n]);
    expect(await map.unlisten(id)).toBe(true);
    await map.set('a', '3');
    expect(await numbers()).toEqual([1n]);
  });

  it('hear of a clear when the map is destroyed, which forgets them and their numbers', async () => {
    // Another's listener, for which the map itself stays.
    await new RawMap(await connected(member, { msb: 4n, lsb: 4n })).listen(EVERY_EVENT);
    const id = await listen();
    await map.set('a', '1');
    expect(await nextKey()).not.toBeNull();
    await map.client.call(messages.client.destroyProxy, { name: 'm', serviceName: 'hz:impl:mapService' });
    expect(await nextKey()).toBeNull();
    expect(await numbers()).toEqual([]);
    expect(await map.unlisten(id)).toBe(false);
    await listen();
    await map.set('a', '1');
    expect(await numbers()).toEqual([1n]);
  });
});
