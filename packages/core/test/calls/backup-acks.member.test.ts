import type { FaultAction, Member } from '@offloop/member';
import { ErrorCode, FLAG_BACKUP_AWARE, FRAME_FLAGS_OFFSET, messages } from '@offloop/wire';
import type { Client, IMap } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember, memberOfTest } from '../client/support/embedded-member.js';
import { connectMap, codeOf, eventually, type Config } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { answerWith, memberInfo, responseTo, welcome } from '../faults/support/scripted.js';
import { figuresOf } from '../client/support/figures.js';

const BACKUP_TIMEOUT = 'hazelcast.client.operation.backup.timeout.millis';
const FAIL_ON_INDETERMINATE = 'hazelcast.client.operation.fail.on.indeterminate.state';
/** Longer than any test: what waits for it waits for ever. */
const NEVER = 600_000;

const ALL_PARTITIONS = Array.from({ length: 271 }, (_, id) => id);

type Acks = Omit<Extract<FaultAction, { kind: 'backupAcks' }>, 'kind'>;

const member = await embeddedMember();

/** A map whose client asks for acks already: the first requests may go before the member has confirmed the listener. */
async function bench(
  timeoutMillis: number,
  properties: Config['properties'] = {},
): Promise<{ client: Client; map: IMap<string, string> }> {
  const { client, map } = await connectMap<string, string>(member.address, {
    properties: { [BACKUP_TIMEOUT]: timeoutMillis, ...properties },
  });
  const probe = member.faults.add({ message: 'map.size', action: { kind: 'backupAcks', count: 1 } });
  while (acks(client) === 0) await map.size();
  probe.remove();
  return { client, map };
}

const acks = (client: Client): number => figuresOf(client).backupAcks;
const late = (client: Client): number => figuresOf(client).lateResponses;
const inFlight = (client: Client): number => figuresOf(client).inFlight;
const promise = (on: string, action: Acks, times = Infinity): ReturnType<Member['faults']['add']> =>
  member.faults.add({ message: on, times, action: { kind: 'backupAcks', ...action } });

/** A call that ends only when it is aborted. */
function held(map: IMap<string, string>) {
  const controller = new AbortController();
  const state = { settled: false };
  const { signal } = controller;
  const call = codeOf(map.set('k', 'v', undefined, undefined, { signal })).finally(
    () => (state.settled = true),
  );
  return { call, state, abort: () => controller.abort() };
}

describe('an answer that tells of backups', () => {
  test.each<[string, Acks]>([
    ['right behind it', { count: 1 }],
    ['before it', { count: 1, when: 'before' }],
    ['later', { count: 1, when: 5 }],
    ['of several members', { count: 6, when: 5 }],
    ['more often than needed', { count: 1, delivered: 3 }],
    ['more often than needed, and before it', { count: 2, delivered: 4, when: 'before' }],
  ])('settles its call with acks that come %s', async (_, action) => {
    const { client, map } = await bench(NEVER);
    promise('map.put', action);
    promise('map.get', action);
    expect(await map.put('k', 'old')).toBeNull();
    expect(await map.put('k', 'new')).toBe('old');
    expect(await Promise.all(Array.from({ length: 300 }, () => map.get('k')))).toEqual(
      Array.from({ length: 300 }, () => 'new'),
    );
    expect(inFlight(client)).toBe(0);
  });

  test('is held until the last of its acks is here', async () => {
    const { client, map } = await bench(NEVER);
    promise('map.set', { count: 2, delivered: 1 }, 1);
    const before = acks(client);
    const { call, state, abort } = held(map);
    await eventually(() => acks(client) === before + 1);
    // The connection's order: whatever belonged to the call before this answer has been read.
    expect(await map.get('k')).toBe('v');
    expect(state.settled).toBe(false);
    abort();
    expect(await call).toBe(Code.CANCELLATION);
    await eventually(() => inFlight(client) === 0);
  });

  test('counts after the backup timeout, when acks stay away', async () => {
    const { client, map } = await bench(30);
    promise('map.put', { count: 2, delivered: 1 });
    const calls = Array.from({ length: 200 }, (_, i) => map.put(`k${i}`, `v${i}`));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([null]));
    expect(inFlight(client)).toBe(0);
  });

  test('is an indeterminate state instead, where that is wanted', async () => {
    const { client, map } = await bench(30, { [FAIL_ON_INDETERMINATE]: true });
    const fault = promise('map.set', { count: 2, delivered: 1 }, 1);
    const error = (await map.set('k', 'v').catch((reason: unknown) => reason)) as Error;
    expect(error).toMatchObject({
      code: Code.INDETERMINATE,
    });
    expect(error.message).toMatch(/1 of 2 backups .* 30 ms/);
    // It has been done all the same, and is not done again.
    expect(await map.get('k')).toBe('v');
    expect(fault.hits).toBe(1);
    expect(figuresOf(client).retries).toBe(0);
  });

  test('is nothing to wait for with a timeout of 0', async () => {
    const { map } = await bench(0);
    promise('map.set', { count: 3, delivered: 0 });
    await map.set('k', 'v');
    expect(await map.get('k')).toBe('v');
  });
});

describe('acks of calls that are over', () => {
  test('are ignored, also by the calls that have their slots now', async () => {
    const { client, map } = await bench(1);
    const counted = acks(client);
    promise('map.set', { count: 1, when: 60 }, 20);
    await Promise.all(Array.from({ length: 20 }, (_, i) => map.set(`k${i}`, 'v')));
    member.faults.clear();
    while (late(client) < 20) await Promise.all(Array.from({ length: 20 }, (_, i) => map.get(`k${i}`)));
    expect(acks(client)).toBe(counted);
  });

  test('do nothing when they name another attempt of a call', async () => {
    const { client, map } = await bench(NEVER);
    // The first attempt is refused; the second is answered, and its ack names the first.
    member.faults.add({
      message: 'map.set',
      times: 1,
      action: { kind: 'error', code: ErrorCode.PARTITION_MIGRATING, className: 'test.Migrating' },
    });
    const attempts: bigint[] = [];
    promise('map.set', {
      count: 1,
      source: ({ correlationId }) => {
        attempts.push(correlationId);
        return correlationId - (1n << 32n);
      },
    });
    const before = late(client);
    const counted = acks(client);
    const { call, state, abort } = held(map);
    await eventually(() => late(client) === before + 1);
    expect(await map.get('k')).toBe('v');
    expect(attempts).toHaveLength(1);
    expect([state.settled, acks(client)]).toEqual([false, counted]);
    abort();
    expect(await call).toBe(Code.CANCELLATION);
  });

  test('do nothing when they name calls nobody made', async () => {
    const { client, map } = await bench(NEVER);
    const ids = [-1n, 0x3fff_ffffn, 0x7fff_ffff_ffff_ffffn, 1n << 62n, 12n];
    for (const id of ids) {
      promise('map.get', { count: 0, delivered: 1, source: () => id }, 1);
      expect(await map.get('k')).toBeNull();
      member.faults.clear();
    }
    expect(late(client)).toBe(ids.length);
  });
});

describe('a connection that is lost while answers wait for acks', () => {
  test('takes calls along that may not run twice', async () => {
    const { client, map } = await bench(NEVER);
    promise('map.put', { count: 1, delivered: 0 });
    const read = figuresOf(client).messagesIn;
    const calls = Array.from({ length: 10 }, (_, i) => codeOf(map.put(`k${i}`, 'v')));
    await eventually(() => figuresOf(client).messagesIn >= read + 10);
    member.closeConnections();
    expect(new Set(await Promise.all(calls))).toEqual(new Set([Code.TARGET_DISCONNECTED]));
    await eventually(() => inFlight(client) === 0);
  });

  test('sends the others again', async () => {
    const { client, map } = await bench(NEVER);
    await map.set('k', 'v');
    const fault = promise('map.get', { count: 1, delivered: 0 }, 1);
    const read = figuresOf(client).messagesIn;
    const call = map.get('k');
    await eventually(() => figuresOf(client).messagesIn > read);
    member.closeConnections();
    expect(await call).toBe('v');
    expect(fault.hits).toBe(1);
  });
});

test('a call that is shut down while its answer waits for acks rejects', async () => {
  const { client, map } = await bench(NEVER);
  promise('map.put', { count: 1, delivered: 0 });
  const read = figuresOf(client).messagesIn;
  const call = codeOf(map.put('k', 'v'));
  await eventually(() => figuresOf(client).messagesIn > read);
  await client.shutdown();
  expect(await call).toBe(Code.CLIENT_NOT_ACTIVE);
});

test.each<[string, Config]>([
  ['backupAckToClientEnabled: false', { backupAckToClientEnabled: false }],
  ['smartRouting: false', { network: { smartRouting: false } }],
])('nobody is asked for acks with %s', async (_, config) => {
  const listeners = member.stats().requests['client.localBackupListener'] ?? 0;
  const { map } = await connectMap(member.address, config);
  promise('map.put', { count: 1, delivered: 0 });
  expect(await map.put('k', 'v')).toBeNull();
  expect(member.stats().requests['client.localBackupListener'] ?? 0).toBe(listeners);
});

test('after a lost connection acks are asked for only when the next one has its listener', async () => {
  const { client, map } = await bench(NEVER);
  const silent = member.faults.add({ message: 'client.localBackupListener', action: { kind: 'swallow' } });
  // A call that asked would wait for ever: there is no listener to deliver its ack to.
  promise('map.set', { count: 1 });
  member.closeConnections();
  await silent.untilHit();
  await map.set('k', 'v');
  expect(await map.get('k')).toBe('v');
  expect(inFlight(client)).toBe(0);
});

test('while one of two members is not connected, the other is not asked for acks', async () => {
  const [owner, backup] = [await memberOfTest(), await memberOfTest()];
  const [first, second] = [
    { msb: 3n, lsb: 1n },
    { msb: 3n, lsb: 2n },
  ];
  const asked: boolean[] = [];
  const memberInfos = [memberInfo(first, owner.port), memberInfo(second, backup.port)];
  for (const [scripted, memberUuid] of [
    [owner, first],
    [backup, second],
  ] as const) {
    answerWith(scripted, 'client.authentication', ({ correlationId }) =>
      welcome(correlationId, { memberUuid, memberInfos, partitions: [[first, ALL_PARTITIONS]] }),
    );
    answerWith(scripted, 'client.localBackupListener', (request) =>
      responseTo(request, messages.client.localBackupListener, { response: memberUuid }),
    );
    for (const message of ['addClusterViewListener', 'createProxy'] as const) {
      answerWith(scripted, `client.${message}`, (request) =>
        responseTo(request, messages.client[message], {}),
      );
    }
    answerWith(scripted, 'map.containsKey', (request) => {
      asked.push((request.bytes.readUInt16LE(FRAME_FLAGS_OFFSET) & FLAG_BACKUP_AWARE) !== 0);
      return responseTo(request, messages.map.containsKey, { response: true });
    });
  }
  const { client, map } = await connectMap(owner.address, { metrics: { enabled: false } });
  while (asked.at(-1) !== true) await map.containsKey('k');
  backup.faults.clear();
  backup.faults.add({ message: 'client.authentication', action: { kind: 'swallow' } });
  backup.closeConnections();
  await eventually(() => figuresOf(client).connections === 1);
  await map.containsKey('k');
  expect(asked.at(-1)).toBe(false);
});

test('a member that refuses the listener is not asked for acks', async () => {
  const refusal = member.faults.add({
    message: 'client.localBackupListener',
    action: { kind: 'error', code: ErrorCode.UNSUPPORTED_OPERATION, className: 'test.No' },
  });
  const { log, map } = await connectMap(member.address);
  await eventually(() => log.some(({ level, text }) => level === 'warn' && /acknowledge backups/.test(text)));
  promise('map.put', { count: 1, delivered: 0 });
  expect(await map.put('k', 'v')).toBeNull();
  refusal.remove();
});
