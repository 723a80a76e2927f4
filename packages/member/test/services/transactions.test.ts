import { setTimeout as pause } from 'node:timers/promises';
import { ErrorCode, messages, type WireUuid } from '@offloop/wire';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Member } from '../../src/index.js';
import { data, text } from '../support/data.js';
import { connected, remoteError, start } from '../support/harness.js';
import type { RawClient } from '../support/raw-client.js';
import { RawMap } from '../support/raw-map.js';

const m = messages.transaction;
const THREAD = 2n ** 40n;

let member: Member;
let client: RawClient;

beforeEach(async () => {
  member = await start();
  client = await connected(member);
});

async function begin(of: RawClient = client, timeout = 5000n): Promise<WireUuid> {
  const options = { timeout, durability: 1, transactionType: 2, threadId: THREAD };
  return (await of.call(m.create, options)).response;
}

function put(txnId: WireUuid, key: string, value: string, of: RawClient = client): Promise<unknown> {
  const fields = { name: 'm', txnId, threadId: THREAD, key: data(key), value: data(value) };
  return of.call(messages.transactionalMap.put, { ...fields, ttl: -1n });
}

async function get(txnId: WireUuid, key: string): Promise<string | null> {
  const fields = { name: 'm', txnId, threadId: THREAD, key: data(key) };
  return text((await client.call(messages.transactionalMap.get, fields)).response);
}

describe('transactions', () => {
  it('belong to the connection that began them', async () => {
    const id = await begin();
    const other = await connected(member, { msb: 9n, lsb: 9n });
    const elsewhere = await remoteError(put(id, 'k', 'v', other));
    expect(elsewhere).toMatchObject({ errorCode: ErrorCode.TRANSACTION });
    await put(id, 'k', 'v');
    expect(await get(id, 'k')).toBe('v');
    await client.call(m.commit, { transactionId: id, threadId: THREAD });
    expect(await remoteError(get(id, 'k'))).toMatchObject({
      errorCode: ErrorCode.TRANSACTION,
      className: 'com.hazelcast.transaction.TransactionException',
    });
  });

  it('are rolled back when their connection closes, and their locks are free', async () => {
    const theirs = await connected(member, { msb: 9n, lsb: 9n });
    const id = await begin();
    await put(id, 'k', 'v');
    const map = new RawMap(theirs);
    const waiting = map.put('k', 'theirs');
    client.socket.destroy();
    expect(await waiting).toBeNull();
    expect(await map.get('k')).toBe('theirs');
  });

  it('past their time are refused, and have to be rolled back', async () => {
    const id = await begin(client, 20n);
    await put(id, 'k', 'v');
    const map = new RawMap(await connected(member, { msb: 9n, lsb: 9n }));
    // Waits for the lock, which ends with that time.
    await map.set('k', 'theirs');
    // The time of the lock and that of the transaction may end in the same millisecond.
    await pause(5);
    const ids = { transactionId: id, threadId: THREAD };
    expect(await remoteError(client.call(m.commit, ids))).toMatchObject({
      errorCode: ErrorCode.TRANSACTION_TIMED_OUT,
    });
    expect(await remoteError(get(id, 'k'))).toMatchObject({ errorCode: ErrorCode.TRANSACTION_NOT_ACTIVE });
    await client.call(m.rollback, ids);
    expect(await map.get('k')).toBe('theirs');
  });

  it('in two phases change nothing when one of their locks is gone, in one phase what they can', async () => {
    const owner = new RawMap(await connected(member, { msb: 9n, lsb: 9n }));
    for (const [transactionType, left] of [
      [2, null],
      [1, 'v'],
    ] as const) {
      const options = { timeout: 0n, durability: 0, transactionType, threadId: THREAD };
      const { response: id } = await client.call(m.create, options);
      await put(id, 'lost', 'v');
      await put(id, 'kept', 'v');
      const name = { name: 'm', key: data('lost') };
      await owner.client.call(messages.map.forceUnlock, { ...name, referenceId: 0n });
      await owner.client.call(messages.map.lock, { ...name, threadId: 1n, ttl: -1n, referenceId: 0n });
      const ids = { transactionId: id, threadId: THREAD };
      expect(await remoteError(client.call(m.commit, ids))).toMatchObject({
        errorCode: ErrorCode.TRANSACTION,
      });
      await client.call(m.rollback, ids);
      expect([await owner.get('lost'), await owner.get('kept')]).toEqual([null, left]);
      await owner.client.call(messages.map.forceUnlock, { ...name, referenceId: 0n });
    }
  });

  it.each([
    ['a negative timeout', { timeout: -1n }],
    ['a negative durability', { durability: -1 }],
    ['a type that there is not', { transactionType: 3 }],
  ])('are refused with %s', async (_, wrong) => {
    const options = { timeout: 0n, durability: 1, transactionType: 2, threadId: THREAD, ...wrong };
    expect(await remoteError(client.call(m.create, options))).toMatchObject({
      errorCode: ErrorCode.ILLEGAL_ARGUMENT,
    });
  });
});
