import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  backupAcks,
  decodeEvent,
  ErrorCode,
  FLAG_BACKUP_AWARE,
  fragmentMessage,
  messages,
} from '@offloop/wire';
import { describe, expect, it } from 'vitest';

import { startMember } from '../src/index.js';
import { data, text } from './support/data.js';
import { connected, opened, remoteError, start } from './support/harness.js';
import { requestBytes } from './support/raw-client.js';

describe('authentication', () => {
  it('is answered with the member list and the partition table', async () => {
    const member = await start({ partitionCount: 13 });
    const response = await (await opened(member)).authenticate();
    expect(response.status).toBe(0);
    expect(response.partitionCount).toBe(13);
    expect(response.address).toEqual({ host: '127.0.0.1', port: member.port });
    expect(response.memberInfos?.map((info) => info.uuid)).toEqual([response.memberUuid]);
    expect(response.partitions).toEqual([[response.memberUuid, Array.from({ length: 13 }, (_, i) => i)]]);
    expect(member.stats()).toMatchObject({ connections: 1, clients: 1 });
  });

  it('fails for another cluster name, and tells nothing about this one', async () => {
    const member = await start({ clusterName: 'prod' });
    const response = await (await opened(member)).authenticate({ clusterName: 'dev' });
    expect(response).toMatchObject({ status: 1, address: null, memberUuid: null, memberInfos: [] });
    expect(member.stats().clients).toBe(0);
  });

  it('fails for another serialization version', async () => {
    const response = await (await opened(await start())).authenticate({ serializationVersion: 2 });
    expect(response.status).toBe(2);
  });

  it.each([
    ['alice', 'secret', 0],
    ['alice', 'Secret', 1],
    ['bob', 'secret', 1],
    [null, null, 1],
  ])('by user %s with password %s ends in status %i', async (username, password, status) => {
    const member = await start({ credentials: { username: 'alice', password: 'secret' } });
    expect(await (await opened(member)).authenticate({ username, password })).toMatchObject({ status });
  });

  it('refuses credentials it was not told to expect, as open-source members do', async () => {
    const client = await opened(await start());
    expect(await client.authenticate({ username: 'alice', password: 'x' })).toMatchObject({ status: 1 });
  });

  it.each([
    ['token', 0],
    ['tokem', 1],
    ['', 1],
  ])('by the token "%s" ends in status %i', async (token, status) => {
    const client = await opened(await start({ credentials: { token: 'token' } }));
    const response = await client.call(messages.client.authenticationCustom, {
      clusterName: 'dev',
      credentials: Buffer.from(token),
      uuid: null,
      clientType: 'NJS',
      serializationVersion: 1,
      clientHazelcastVersion: '5.7.0',
      clientName: 'raw',
      labels: [],
    });
    expect(response.status).toBe(status);
  });

  it('must come before anything else', async () => {
    const member = await start();
    const client = await opened(member);
    const holder = await remoteError(client.call(messages.map.size, { name: 'm' }));
    expect(holder.errorCode).toBe(ErrorCode.AUTHENTICATION);
    await client.closed;
    expect(member.logged.join()).toContain('map.size before authentication');
  });
});

describe('a member', () => {
  it('sends members and partitions to a cluster view listener', async () => {
    const member = await start({ advertise: { host: 'proxy', port: 7 } });
    const client = await connected(member);
    await client.call(messages.client.addClusterViewListener, {});
    const spec = messages.client.addClusterViewListener;
    const view = decodeEvent(spec, 'MembersView', await client.nextEvent());
    expect(view.memberInfos[0]).toMatchObject({ address: { host: 'proxy', port: 7 }, liteMember: false });
    const table = decodeEvent(spec, 'PartitionsView', await client.nextEvent());
    expect(table.partitions[0]?.[1]).toHaveLength(271);
  });

  it('answers pings and statistics', async () => {
    const client = await connected(await start());
    expect(await client.call(messages.client.ping, {})).toEqual({});
    const statistics = { timestamp: 1n, clientAttributes: 'a=b', metricsBlob: Buffer.alloc(3) };
    expect(await client.call(messages.client.statistics, statistics)).toEqual({});
  });

  it.each([0n, 1n, 0x1234_5678_9abc_def0n, -2n, 2n ** 63n - 1n, -(2n ** 63n)])(
    'returns the correlation id %i unchanged',
    async (id) => {
      const client = await connected(await start());
      expect(await client.call(messages.map.size, { name: 'm' }, { id })).toEqual({ response: 0 });
    },
  );

  it('promises no backup acks', async () => {
    const client = await connected(await start());
    const request = { name: 'm', key: data('k'), value: data('v'), threadId: 1n, ttl: -1n };
    const response = await client.exchange(messages.map.set, request, { flags: FLAG_BACKUP_AWARE });
    expect(backupAcks(response, 0)).toBe(0);
  });

  it('names the message it does not support, and goes on', async () => {
    const member = await start();
    const client = await connected(member);
    const holder = await remoteError(
      client.call(messages.map.executeOnAllKeys, { name: 'm', entryProcessor: data('p') }),
    );
    expect(holder).toMatchObject({
      errorCode: ErrorCode.UNSUPPORTED_OPERATION,
      className: 'java.lang.UnsupportedOperationException',
    });
    expect(holder.message).toContain('map.executeOnAllKeys');
    const unknown = { id: 0x7f1200, retryable: false, effect: 'reads', request: [], response: [] } as const;
    expect((await remoteError(client.call(unknown, {}))).message).toContain('0x7f1200');
    expect(await client.call(messages.map.size, { name: 'm' })).toEqual({ response: 0 });
    expect(member.stats().unsupportedRequests).toBe(2);
  });

  it('creates, lists and destroys maps, and tells listeners', async () => {
    const member = await start();
    const [client, watcher] = [await connected(member), await connected(member, { msb: 5n, lsb: 5n })];
    const serviceName = 'hz:impl:mapService';
    const listener = messages.client.addDistributedObjectListener;
    const { response: registrationId } = await watcher.call(listener, { localOnly: true });
    await client.call(messages.client.createProxy, { name: 'm', serviceName });
    await client.call(messages.client.createProxies, {
      proxies: [
        ['m', serviceName],
        ['n', serviceName],
      ],
    });
    await client.call(messages.map.set, {
      name: 'm',
      key: data('k'),
      value: data('v'),
      threadId: 1n,
      ttl: 0n,
    });
    const { response: objects } = await client.call(messages.client.getDistributedObjects, {});
    expect(objects).toEqual([
      { serviceName, name: 'm' },
      { serviceName, name: 'n' },
    ]);
    await client.call(messages.client.destroyProxy, { name: 'm', serviceName });
    expect(await client.call(messages.map.size, { name: 'm' })).toEqual({ response: 0 });
    const events = [await watcher.nextEvent(), await watcher.nextEvent(), await watcher.nextEvent()];
    expect(
      events.map((event) => {
        const { name, eventType } = decodeEvent(listener, 'DistributedObject', event);
        return `${name} ${eventType}`;
      }),
    ).toEqual(['m CREATED', 'n CREATED', 'm DESTROYED']);
    const remove = messages.client.removeDistributedObjectListener;
    expect(await watcher.call(remove, { registrationId })).toEqual({ response: true });
    expect(await watcher.call(remove, { registrationId })).toEqual({ response: false });
  });

  it('refuses objects of services it does not have', async () => {
    const client = await connected(await start());
    const proxy = { name: 'e', serviceName: 'hz:impl:cacheService' };
    const holder = await remoteError(client.call(messages.client.createProxy, proxy));
    expect(holder.errorCode).toBe(ErrorCode.UNSUPPORTED_OPERATION);
    expect(holder.message).toContain('hz:impl:cacheService');
  });

  it('sends long responses in fragments and short ones whole', async () => {
    const client = await connected(await start({ fragmentBytes: 1000 }));
    const entries = Array.from({ length: 100 }, (_, i): [Buffer, Buffer] => [
      data(`k${i}`),
      data('v'.repeat(90)),
    ]);
    await client.call(messages.map.putAll, { name: 'm', entries, triggerMapLoader: true });
    const short = client.fragments;
    await client.call(messages.map.size, { name: 'm' });
    expect(client.fragments).toBe(short);
    const { response } = await client.call(messages.map.entrySet, { name: 'm' });
    const inOrder = (pairs: [Buffer, Buffer][]) =>
      pairs
        .map(([key, value]) => [text(key), text(value)])
        .toSorted((a, b) => a.join().localeCompare(b.join()));
    expect(inOrder(response)).toEqual(inOrder(entries));
    expect(client.fragments - short).toBeGreaterThan(10);
  });

  it('takes requests in fragments, interleaved with others', async () => {
    const client = await connected(await start());
    const value = data('v'.repeat(500));
    const request = { name: 'm', key: data('k'), value, threadId: 1n, ttl: 0n };
    const message = requestBytes(messages.map.set, request, 99n);
    for (const fragment of fragmentMessage(message, 0, message.length, 100, 1n)) {
      client.socket.write(fragment);
      await client.call(messages.client.ping, {});
    }
    const { response } = await client.call(messages.map.get, { name: 'm', key: data('k'), threadId: 1n });
    expect(response).toEqual(value);
  });

  it('answers a burst that comes in one write in order and at once', async () => {
    const client = await connected(await start());
    const responses = Array.from({ length: 1000 }, (_, i) => {
      const value = data(String(i));
      return client.call(messages.map.put, { name: 'm', key: data('k'), value, threadId: 1n, ttl: -1n });
    });
    const old = (await Promise.all(responses)).map(({ response }) => text(response));
    expect(old).toEqual([null, ...Array.from({ length: 999 }, (_, i) => String(i))]);
  });

  it('listens on a Unix domain socket as well', async () => {
    const path = join(tmpdir(), `offloop-${process.pid}-${Date.now()}.sock`);
    const client = await connected(await start({ path }));
    expect(await client.call(messages.map.isEmpty, { name: 'm' })).toEqual({ response: true });
  });

  it('closes its connections and frees its port when it is stopped', async () => {
    const member = await start();
    const client = await connected(member);
    await member.stop();
    await client.closed;
    await member.stop();
    const again = await start({ port: member.port });
    expect(again.address).toBe(member.address);
    expect(again.connections).toBe(0);
  });

  it('says when it cannot listen, and which option is out of range', async () => {
    const { port } = await start();
    await expect(startMember({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(startMember({ port: 70_000 })).rejects.toThrow(/port must be .*65535, got 70000/);
    await expect(startMember({ partitionCount: 0 })).rejects.toThrow(RangeError);
  });
});

describe('malformed input', () => {
  const set = { name: 'm', key: data('k'), value: data('v'), threadId: 1n, ttl: 0n };
  const valid = requestBytes(messages.map.set, set, 1n);
  const badLength = Buffer.from(valid);
  badLength.writeInt32LE(-1, 0);
  const unknownFlags = Buffer.from(valid);
  unknownFlags.writeUInt16LE(0xc001, 4);

  it.each([
    ['a negative frame length', badLength],
    ['unknown flags', unknownFlags],
    ['a request without its frames', requestBytes({ ...messages.map.size, request: [] } as const, {}, 1n)],
    ['a key shorter than its header', requestBytes(messages.map.set, { ...set, key: Buffer.alloc(7) }, 1n)],
    [
      'fixed fields that are cut off',
      requestBytes(
        {
          ...messages.map.set,
          request: [
            ['name', 'String'],
            ['key', 'Data'],
            ['value', 'Data'],
          ],
        } as const,
        set,
        1n,
      ),
    ],
    ['a fragment without a beginning', fragmentMessage(valid, 0, valid.length, 40, 1n)[1] ?? Buffer.alloc(0)],
    ['a message beyond the limit', requestBytes(messages.map.set, { ...set, value: Buffer.alloc(5000) }, 1n)],
  ])('%s costs the client its connection and nobody else anything', async (_what, bytes) => {
    const member = await start({ maxMessageBytes: 4096 });
    const [bad, good] = [
      await connected(member, { msb: 1n, lsb: 1n }),
      await connected(member, { msb: 2n, lsb: 2n }),
    ];
    bad.socket.write(bytes);
    await bad.closed;
    expect(member.logged.join('\n')).toMatch(/warn connection 1 .*malformed input: /);
    expect(member.stats().protocolErrors).toBe(1);
    await good.call(messages.map.set, set);
    expect(await good.call(messages.map.size, { name: 'm' })).toEqual({ response: 1 });
  });

  it('of another protocol is refused at its first bytes', async () => {
    const member = await start();
    const socket = connect(member.port, member.host);
    socket.on('error', () => {});
    const closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    socket.write('GET / HTTP/1.1\r\n\r\n');
    socket.resume();
    await closed;
    expect(member.logged.join()).toContain('preamble');
  });
});

describe('a client that does not read', () => {
  const value = data('v'.repeat(100_000));

  it('has its requests left unread instead of its responses piled up, and loses none', async () => {
    const member = await start({ maxPendingBytes: 1_000_000 });
    const client = await connected(member);
    await client.call(messages.map.set, { name: 'm', key: data('k'), value, threadId: 1n, ttl: 0n });
    client.socket.pause();
    const responses = Array.from({ length: 1000 }, () =>
      client.call(messages.map.get, { name: 'm', key: data('k'), threadId: 1n }),
    );
    // The other client's responses come while the first one's member side is stuck.
    const other = await connected(member, { msb: 9n, lsb: 9n });
    let handled = -1;
    while (handled !== (member.stats().requests['map.get'] ?? 0)) {
      handled = member.stats().requests['map.get'] ?? 0;
      for (let i = 0; i < 20; i += 1) await other.call(messages.client.ping, {});
    }
    expect(handled).toBeGreaterThan(0);
    expect(handled).toBeLessThan(500);
    client.socket.resume();
    const lengths = (await Promise.all(responses)).map(({ response }) => response?.length);
    expect(new Set(lengths)).toEqual(new Set([value.length]));
  });

  it('is dropped when events for it pile up', async () => {
    const member = await start({ maxPendingBytes: 1_000_000 });
    const [deaf, writer] = [
      await connected(member, { msb: 1n, lsb: 1n }),
      await connected(member, { msb: 2n, lsb: 2n }),
    ];
    const listener = { name: 'm', includeValue: true, listenerFlags: 5, localOnly: true };
    await deaf.call(messages.map.addEntryListener, listener);
    deaf.socket.pause();
    const request = { name: 'm', key: data('k'), value, threadId: 1n, ttl: 0n };
    while (member.connections === 2) await writer.call(messages.map.set, request);
    expect(member.logged.join()).toMatch(/left \d+ bytes unread/);
  });
});
