import { messages } from '@offloop/wire';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Member } from '../../../src/index.js';
import { EntryEvent } from '../../../src/services/shared/entry-listeners.js';
import { connected } from '../../support/harness.js';
import { RawMap } from '../../support/raw-map.js';
import { EVERY_EVENT, openMap } from './support/open-map.js';

let member: Member;
let map: RawMap;
beforeEach(async () => {
  ({ member, map } = await openMap());
});

describe('entry listeners', () => {
  it('hear of everything they asked for, with values old and new', async () => {
    await map.listen(EVERY_EVENT);
    await map.set('a', '1');
    expect(await map.nextEvent()).toEqual([EntryEvent.ADDED, 'a', '1', null]);
    await map.put('a', '2');
    expect(await map.nextEvent()).toEqual([EntryEvent.UPDATED, 'a', '2', '1']);
    await map.remove('a');
    expect(await map.nextEvent()).toEqual([EntryEvent.REMOVED, 'a', null, '2']);
    await map.putAll([['b', '1']]);
    expect(await map.nextEvent()).toEqual([EntryEvent.ADDED, 'b', '1', null]);
    await map.evict('b');
    expect(await map.nextEvent()).toEqual([EntryEvent.EVICTED, 'b', null, '1']);
    await map.set('c', '1', 1n);
    expect(await map.nextEvent()).toEqual([EntryEvent.ADDED, 'c', '1', null]);
    expect(await map.nextEvent()).toEqual([EntryEvent.EXPIRED, 'c', null, '1']);
  });

  it('hear of clear and evictAll once, with the number of entries, and not at all when there were none', async () => {
    await map.listen(EntryEvent.CLEAR_ALL + EntryEvent.EVICT_ALL);
    await map.clear();
    await map.putAll([
      ['a', '1'],
      ['b', '1'],
    ]);
    await map.clear();
    expect(await map.nextEvent()).toEqual([EntryEvent.CLEAR_ALL, 2]);
    await map.set('a', '1');
    await map.evictAll();
    expect(await map.nextEvent()).toEqual([EntryEvent.EVICT_ALL, 1]);
    expect(map.client.pendingEvents).toBe(0);
  });

  it('hear as a 5.6.0 member tells it of tryPut and delete', async () => {
    await map.set('a', '1');
    await map.listen(EVERY_EVENT);
    await map.tryPut('a', '2', 0n);
    expect(await map.nextEvent()).toEqual([EntryEvent.ADDED, 'a', '2', null]);
    expect(await map.delete('a')).toBe(true);
    expect(await map.nextEvent()).toEqual([EntryEvent.REMOVED, 'a', null, null]);
    expect(await map.delete('a')).toBe(false);
  });

  it('hear only of the kinds and the key they asked for', async () => {
    await map.listenToKey('b', EntryEvent.UPDATED);
    await map.putAll([
      ['a', '1'],
      ['b', '1'],
    ]);
    await map.putAll([
      ['a', '2'],
      ['b', '2'],
    ]);
    await map.remove('b');
    expect(await map.nextEvent(messages.map.addEntryListenerToKey)).toEqual([
      EntryEvent.UPDATED,
      'b',
      '2',
      '1',
    ]);
    expect(map.client.pendingEvents).toBe(0);
  });

  it('get no values unless they asked for them', async () => {
    await map.listen(EVERY_EVENT, false);
    await map.set('a', '1');
    await map.set('a', '2');
    expect(await map.nextEvent()).toEqual([EntryEvent.ADDED, 'a', null, null]);
    expect(await map.nextEvent()).toEqual([EntryEvent.UPDATED, 'a', null, null]);
  });

  it('hear of what others do, until they are removed', async () => {
    const watcher = new RawMap(await connected(member, { msb: 4n, lsb: 4n }));
    const id = await watcher.listen(EVERY_EVENT);
    await map.set('a', '1');
    expect(await watcher.nextEvent()).toEqual([EntryEvent.ADDED, 'a', '1', null]);
    expect(await watcher.unlisten(id)).toBe(true);
    expect(await watcher.unlisten(id)).toBe(false);
    await map.set('a', '2');
    await watcher.size();
    expect(watcher.client.pendingEvents).toBe(0);
  });
});
