import { Client, UnsupportedOperationError } from 'hazelcast-client';
import type { ClientConfig, EntryEvent, IMap } from 'hazelcast-client';
import { describe, expect, it } from 'vitest';

import type { Member, MemberOptions } from '../src/index.js';
import { afterTest, start } from './support/harness.js';

async function connect(member: Member, config: ClientConfig = {}): Promise<Client> {
  const client = await Client.newHazelcastClient({
    clusterName: member.clusterName,
    network: { clusterMembers: [member.address] },
    properties: { 'hazelcast.logging.level': 'OFF' },
    ...config,
  });
  afterTest(() => client.shutdown());
  return client;
}

async function mapOf(options: MemberOptions = {}): Promise<IMap<unknown, unknown>> {
  const client = await connect(await start(options));
  return client.getMap<unknown, unknown>('official');
}

describe('the official client', () => {
  it('connects with its defaults, works, and shuts down', async () => {
    const member = await start();
    const client = await connect(member);
    const map = await client.getMap('m');
    await map.put('k', 'v');
    expect(await map.get('k')).toBe('v');
    const objects = await client.getDistributedObjects();
    expect(objects.map((object) => [object.getServiceName(), object.getName()])).toEqual([
      ['hz:impl:mapService', 'm'],
    ]);
    await client.shutdown();
    expect(member.stats()).toMatchObject({ errors: 0, protocolErrors: 0 });
  });

  it('is turned away with another cluster name or wrong credentials', async () => {
    const member = await start({ credentials: { username: 'u', password: 'p' } });
    const connectionStrategy = { connectionRetry: { clusterConnectTimeoutMillis: 0 } };
    await expect(connect(member, { connectionStrategy })).rejects.toThrow(/Unable to connect/);
    const security = { usernamePassword: { username: 'u', password: 'p' } };
    await expect(connect(member, { connectionStrategy, security, clusterName: 'x' })).rejects.toThrow(
      /Unable to connect/,
    );
    await expect(connect(member, { connectionStrategy, security })).resolves.toBeDefined();
  });

  it('authenticates with a token', async () => {
    const member = await start({ credentials: { token: 'a token' } });
    await expect(connect(member, { security: { token: { token: 'a token' } } })).resolves.toBeDefined();
  });

  it.each([
    true,
    3.5,
    'text äöü',
    new Date(0),
    { a: [1, { b: null }] },
    Buffer.from([1, 2, 3]),
    12n,
    ['x', 'y'],
  ])('reads back %o', async (value) => {
    const map = await mapOf();
    await map.set('k', value);
    expect(await map.get('k')).toEqual(value);
  });

  it('does every operation on single entries', async () => {
    const map = await mapOf();
    expect(await map.put('a', 1)).toBeNull();
    expect(await map.put('a', 2, 60_000)).toBe(1);
    expect(await map.put('a', 3, 60_000, 50_000)).toBe(2);
    await map.set('a', 4);
    await map.set('a', 5, 60_000, 50_000);
    expect(await map.putIfAbsent('a', 6)).toBe(5);
    expect(await map.putIfAbsent('b', 6, 60_000, 50_000)).toBeNull();
    await map.putTransient('c', 7);
    await map.putTransient('c', 8, 60_000, 50_000);
    expect(await map.replace('c', 9)).toBe(8);
    expect(await map.replace('none', 9)).toBeNull();
    expect(await map.replaceIfSame('c', 8, 10)).toBe(false);
    expect(await map.replaceIfSame('c', 9, 10)).toBe(true);
    expect(await map.get('c')).toBe(10);
    expect(await map.get('none')).toBeNull();
    expect(await map.tryPut('d', 11, 10)).toBe(true);
    expect(await map.setTtl('d', 60_000)).toBe(true);
    expect((await map.getEntryView('d')).ttl.toNumber()).toBe(60_000);
    expect(await map.containsKey('d')).toBe(true);
    expect(await map.containsKey('none')).toBe(false);
    expect(await map.containsValue(11)).toBe(true);
    expect(await map.containsValue(12)).toBe(false);
    expect(await map.isEmpty()).toBe(false);
    expect(await map.remove('a')).toBe(5);
    expect(await map.remove('b', 7)).toBe(false);
    expect(await map.remove('b', 6)).toBe(true);
    await map.delete('c');
    expect(await map.remove('c')).toBeNull();
    expect(await map.evict('d')).toBe(true);
    expect(await map.evict('d')).toBe(false);
    expect(await map.tryPut('d', 12, 10)).toBe(true);
    expect(await map.tryRemove('d', 10)).toBe(true);
    expect(await map.tryRemove('d', 10)).toBe(false);
    expect(await map.isEmpty()).toBe(true);
  });

  it('does every operation on many entries, also when responses come in fragments', async () => {
    const map = await mapOf({ fragmentBytes: 4_096 });
    const entries = Array.from({ length: 1_000 }, (_, i): [string, string] => [`k${i}`, 'v'.repeat(i % 50)]);
    const sorted = (items: unknown[]): string[] => items.map(String).toSorted();
    await map.putAll(entries);
    await map.setAll(entries);
    expect(await map.size()).toBe(1_000);
    expect(sorted(await map.entrySet())).toEqual(sorted(entries));
    expect(sorted(await map.getAll(['none', ...entries.map(([key]) => key)]))).toEqual(sorted(entries));
    expect(sorted(await map.keySet())).toEqual(sorted(entries.map(([key]) => key)));
    expect(sorted((await map.values()).toArray())).toEqual(sorted(entries.map(([, value]) => value)));
    await map.flush();
    await map.evictAll();
    await map.clear();
    expect(await map.size()).toBe(0);
  });

  it('moves values of megabytes both ways', async () => {
    const map = await mapOf();
    const value = 'v'.repeat(5_000_000);
    await map.set('big', value);
    expect(await map.get('big')).toBe(value);
  });

  it('locks against another client', async () => {
    const member = await start();
    const [mine, theirs] = [
      await (await connect(member)).getMap('m'),
      await (await connect(member)).getMap('m'),
    ];
    await mine.set('a', 1);
    await theirs.lock('a');
    expect(await mine.tryLock('a', 10)).toBe(false);
    expect(await mine.isLocked('a')).toBe(true);
    expect(await mine.tryPut('a', 2, 10)).toBe(false);
    await expect(mine.unlock('a')).rejects.toThrow(/not owner/);
    const write = mine.put('a', 2);
    await theirs.set('a', 3);
    await theirs.unlock('a');
    expect(await write).toBe(3);
    await theirs.lock('a');
    await mine.forceUnlock('a');
    expect(await mine.isLocked('a')).toBe(false);
  });

  it('hears of entries through listeners, and only of what it listens to', async () => {
    const map = await mapOf();
    const heard: unknown[] = [];
    let done = (): void => {};
    const removed = new Promise<void>((resolve) => {
      done = resolve;
    });
    const listener = {
      added: (event: EntryEvent<unknown, unknown>) => heard.push(['added', event.key, event.value]),
      removed: (event: EntryEvent<unknown, unknown>) => {
        heard.push(['removed', event.key, event.oldValue]);
        done();
      },
    };
    await map.addEntryListener(listener, undefined, true);
    await map.set('a', 1);
    await map.set('a', 2);
    await map.remove('a');
    await removed;
    expect(heard).toEqual([
      ['added', 'a', 1],
      ['removed', 'a', 2],
    ]);
  });

  it('is told what the member does not support', async () => {
    const client = await connect(await start());
    const map = await client.getMap('m');
    const processor = { factoryId: 1, classId: 1, readData: () => undefined, writeData: () => undefined };
    await expect(map.executeOnKey('k', processor)).rejects.toThrow(UnsupportedOperationError);
    await expect(map.executeOnKey('k', processor)).rejects.toThrow(/map\.executeOnKey/);
    await expect(map.loadAll()).rejects.toThrow(/map store/);
  });

  it('comes back after its connection was cut', async () => {
    const member = await start();
    const states: string[] = [];
    let reconnected = (): void => {};
    const back = new Promise<void>((resolve) => {
      reconnected = resolve;
    });
    const onState = (state: string): void => {
      if (state === 'CONNECTED' && states.includes('DISCONNECTED')) reconnected();
      states.push(state);
    };
    const map = await (await connect(member, { lifecycleListeners: [onState] })).getMap('m');
    await map.set('a', 1);
    // It finishes its entry behind its promise; of a cut before that it tells nobody, nor of its return.
    await new Promise((resolve) => setTimeout(resolve, 300));
    member.closeConnections();
    await back;
    expect(await map.get('a')).toBe(1);
  });
});
