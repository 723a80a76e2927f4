import { messages } from '@offloop/wire';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Member } from '../../../src/index.js';
import type { RawMap } from '../../support/raw-map.js';
import { NEVER, openMap } from './support/open-map.js';

let member: Member;
let map: RawMap;
beforeEach(async () => {
  ({ member, map } = await openMap());
});

/** Resolves when the member keeps so many entries. A read would not tell: it hides what has expired. */
async function untilSwept(entries: number): Promise<void> {
  while (member.stats().entries['m'] !== entries) await map.client.call(messages.client.ping, {});
}

describe('map expiry', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['put', () => map.put('a', '1', 1n)],
    ['set', () => map.set('a', '1', 1n)],
    ['putIfAbsent', () => map.putIfAbsent('a', '1', 1n)],
    ['putWithMaxIdle', () => map.putWithMaxIdle('a', '1', 0n, 1n)],
    ['setWithMaxIdle', () => map.setWithMaxIdle('a', '1', 1n, 100_000n)],
    ['putIfAbsentWithMaxIdle', () => map.putIfAbsentWithMaxIdle('a', '1', 1n)],
    ['setTtl', async () => [await map.set('a', '1'), await map.setTtl('a', 1n)]],
  ])('removes in time what %s stored with a limit, and leaves the rest', async (_name, store) => {
    await map.set('stays', '1');
    await store();
    await untilSwept(1);
    expect(await map.keys()).toEqual(['stays']);
  });

  it('setTtl answers whether there was an entry', async () => {
    expect(await map.setTtl('a', 1_000n)).toBe(false);
    await map.set('a', '1', 1_000n);
    expect(await map.setTtl('a', 0n)).toBe(true);
    expect(await map.entryView('a')).toMatchObject({ ttl: NEVER });
  });
});
