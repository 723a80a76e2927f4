import { backupAcks, decodeEvent, encodeResponse, FLAG_BACKUP_AWARE, messages } from '@offloop/wire';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Member } from '../src/index.js';
import { data } from './support/data.js';
import { connected, remoteError, start } from './support/harness.js';
import type { RawClient } from './support/raw-client.js';
import { RawMap } from './support/raw-map.js';

let member: Member;
let client: RawClient;
let map: RawMap;

beforeEach(async () => {
  member = await start();
  client = await connected(member);
  map = new RawMap(client);
});

describe('faults', () => {
  it('delay a response while later ones overtake it', async () => {
    const fault = member.faults.add({ message: 'map.put', action: { kind: 'delay', ms: 3_600_000 } });
    let answered = false;
    void map.put('a', '1').then(
      () => (answered = true),
      () => {},
    );
    expect(await map.get('a')).toBe('1');
    expect(answered).toBe(false);
    fault.remove();
    member.faults.add({ message: 'map.put', action: { kind: 'delay', ms: 5 } });
    expect(await map.put('a', '2')).toBe('1');
  });

  it('swallow requests, of one message or of all, with or without their effect', async () => {
    const gets = member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
    let answered = false;
    void map.get('a').then(
      () => (answered = true),
      () => {},
    );
    await gets.untilHit();
    await map.set('a', '1');
    expect(answered).toBe(false);
    expect(gets.hits).toBe(1);
    member.faults.clear();
    const all = member.faults.add({ action: { kind: 'swallow', execute: true } });
    void map.set('a', '2').catch(() => {});
    await all.untilHit();
    all.remove();
    expect(await map.get('a')).toBe('2');
  });

  it('answer with an error instead', async () => {
    const action = { kind: 'error', code: 19, className: 'com.hazelcast.x.Y', message: 'not now' } as const;
    member.faults.add({ message: 'map.set', action });
    expect(await remoteError(map.set('a', '1'))).toMatchObject({
      errorCode: 19,
      className: 'com.hazelcast.x.Y',
      message: 'not now',
    });
    expect(await map.get('a')).toBeNull();
  });

  it('answer with any bytes', async () => {
    const forged = (id: bigint) =>
      encodeResponse(messages.map.size, { response: 42 }, { correlationLow: Number(id) });
    member.faults.add({
      message: 'map.size',
      action: { kind: 'raw', bytes: (r) => forged(r.correlationId) },
    });
    expect(await map.size()).toBe(42);
  });

  it('reset a connection before or after the request took effect', async () => {
    member.faults.add({ message: 'map.set', times: 1, action: { kind: 'close' } });
    member.faults.add({ message: 'map.set', times: 1, action: { kind: 'close', execute: true } });
    await expect(map.set('a', '1')).rejects.toThrow('closed');
    const second = new RawMap(await connected(member));
    expect(await second.get('a')).toBeNull();
    await expect(second.set('a', '2')).rejects.toThrow('closed');
    expect(await new RawMap(await connected(member)).get('a')).toBe('2');
  });

  it('promise backup acks to those that count them, and deliver as many as they are told', async () => {
    member.faults.add({ message: 'map.set', action: { kind: 'backupAcks', count: 2, delivered: 1 } });
    const request = { name: 'm', key: data('a'), value: data('1'), threadId: 1n, ttl: 0n };
    expect(backupAcks(await client.exchange(messages.map.set, request), 0)).toBe(0);
    await client.call(messages.client.localBackupListener, {});
    const response = await client.exchange(messages.map.set, request, { id: 77n, flags: FLAG_BACKUP_AWARE });
    expect(backupAcks(response, 0)).toBe(2);
    const event = decodeEvent(messages.client.localBackupListener, 'backup', await client.nextEvent());
    expect(event.sourceInvocationCorrelationId).toBe(77n);
    await map.size();
    expect(client.pendingEvents).toBe(0);
  });

  it('hit only the requests they were meant for', async () => {
    const other = new RawMap(await connected(member, { msb: 8n, lsb: 8n }));
    const action = { kind: 'raw', bytes: Buffer.alloc(0) } as const;
    const fault = member.faults.add({ message: 'map.get', connection: 2, skip: 1, times: 1, action });
    expect(await map.get('a')).toBeNull();
    expect(await other.get('a')).toBeNull();
    void other.get('a').catch(() => {});
    await fault.untilHit();
    expect(await other.get('a')).toBeNull();
    expect(fault.hits).toBe(1);
  });

  it('can be there from the start', async () => {
    const action = { kind: 'error', code: 1, className: 'X' } as const;
    const broken = await start({
      faults: { rules: [{ message: 'client.ping', action }], fragmentBytes: 50, backupAcks: 1 },
    });
    const late = await connected(broken);
    expect(late.fragments).toBeGreaterThan(1);
    expect((await remoteError(late.call(messages.client.ping, {}))).className).toBe('X');
    const request = { name: 'm', key: data('a'), threadId: 1n };
    const response = await late.exchange(messages.map.get, request, { flags: FLAG_BACKUP_AWARE });
    expect(backupAcks(response, 0)).toBe(1);
  });

  it('reset every connection at once', async () => {
    const other = await connected(member, { msb: 8n, lsb: 8n });
    member.closeConnections();
    await Promise.all([client.closed, other.closed]);
    expect(await new RawMap(await connected(member)).size()).toBe(0);
  });

  it('refuse a message nobody knows', () => {
    expect(() => member.faults.add({ message: 'map.nothing', action: { kind: 'swallow' } })).toThrow(
      /no known message: map.nothing/,
    );
  });
});
