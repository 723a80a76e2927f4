import { ErrorCode } from '@offloop/wire';
import type { FlakeIdGenerator as OfficialFlakeIdGenerator } from 'hazelcast-client';
import Long from 'long';
import type { Client, FlakeIdGenerator } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, eventually, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { connectOfficial } from '../cluster/support/official.js';

const BATCH = 'flakeIdGenerator.newIdBatch';
const FLAKE_IDS = { 'small-*': { prefetchCount: 10 }, default: { prefetchCount: 50 } };

const member = await embeddedMember();

let names = 0;
const fresh = (prefix = 'ids'): string => `${prefix}-${names++}`;
const batches = (): number => member.stats().requests[BATCH] ?? 0;

async function takeMany(ids: FlakeIdGenerator | OfficialFlakeIdGenerator, count: number): Promise<string[]> {
  const taken = await Promise.all(Array.from({ length: count }, () => ids.newId()));
  return taken.map(String);
}

const outOfRange = {
  kind: 'error',
  code: ErrorCode.FLAKE_ID_NODE_ID_OUT_OF_RANGE,
  className: 'com.hazelcast.flakeidgen.impl.NodeIdOutOfRangeException',
} as const;

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let client: Client;
  beforeEach(async () => {
    ({ client } = await connect(member.address, { runtime: { workers }, flakeIdGenerators: FLAKE_IDS }));
  });

  test('ids are Longs of which no two are the same, whoever asks for them', async () => {
    const other = await connect(member.address, { runtime: { workers } });
    const official = await connectOfficial(member.address);
    const name = fresh();
    const [first, second, third] = await Promise.all([
      client.getFlakeIdGenerator(name).then((ids) => takeMany(ids, 5000)),
      other.client.getFlakeIdGenerator(name).then((ids) => takeMany(ids, 5000)),
      official.getFlakeIdGenerator(name).then((ids) => takeMany(ids, 5000)),
    ]);
    expect(new Set([...first, ...second, ...third]).size).toBe(15_000);
    const id = await (await client.getFlakeIdGenerator(name)).newId();
    expect(id).toBeInstanceOf(Long);
    expect(id.isPositive()).toBe(true);
  });

  test('the same object is given for the same name', async () => {
    const name = fresh();
    const ids = await client.getFlakeIdGenerator(name);
    expect(await client.getFlakeIdGenerator(name)).toBe(ids);
    expect([ids.getName(), ids.getServiceName()]).toEqual([name, 'hz:impl:flakeIdGeneratorService']);
  });

  test('ids come in batches of the configured size, the next one before it is needed', async () => {
    const ids = await client.getFlakeIdGenerator(fresh('small'));
    const before = batches();
    await ids.newId();
    for (let i = 0; i < 4; i++) await ids.newId();
    expect(batches() - before).toBe(1);
    await ids.newId();
    // The next batch is on its way: four ids are left for those who come meanwhile.
    expect(await takeMany(ids, 4)).toHaveLength(4);
    await eventually(() => batches() - before === 2);
  });

  test('a generator with two patterns that match as well is refused', async () => {
    const config = { 'a*': {}, '*b': {} };
    const { client: confused } = await connect(member.address, {
      runtime: { workers },
      flakeIdGenerators: config,
    });
    expect(await codeOf(confused.getFlakeIdGenerator('a-b'))).toBe(Code.INVALID_CONFIGURATION);
    expect(await codeOf(confused.getFlakeIdGenerator('a-c'))).toBe('resolved');
  });

  test('a member whose number is out of range is passed over', async () => {
    const ids = await client.getFlakeIdGenerator(fresh());
    member.faults.add({ message: BATCH, times: 1, action: outOfRange });
    expect(await ids.newId()).toBeInstanceOf(Long);
  });

  test('when the numbers of all members are out of range, calls reject with the typed error', async () => {
    const ids = await client.getFlakeIdGenerator(fresh());
    member.faults.add({ message: BATCH, action: outOfRange });
    expect(await codeOf(ids.newId())).toBe('ERR_OFFLOOP_NODE_ID_OUT_OF_RANGE');
    member.faults.clear();
    expect(await ids.newId()).toBeInstanceOf(Long);
  });

  test('a batch that no member can give rejects those who wait for it', async () => {
    const ids = await client.getFlakeIdGenerator(fresh());
    const empty = { kind: 'error', code: ErrorCode.ILLEGAL_STATE, className: 'java.lang.X' } as const;
    member.faults.add({ message: BATCH, action: empty });
    expect(await codeOf(ids.newId())).toBe(Code.ILLEGAL_STATE);
  });

  test('a batch that was lost with its connection is asked for again', async () => {
    const ids = await client.getFlakeIdGenerator(fresh());
    member.faults.add({ message: BATCH, times: 1, action: { kind: 'close', execute: true } });
    expect(await ids.newId()).toBeInstanceOf(Long);
  });

  test('calls that wait for a batch reject when the client is shut down', async () => {
    const ids = await client.getFlakeIdGenerator(fresh());
    member.faults.add({ message: BATCH, action: { kind: 'swallow' } });
    const waiting = codeOf(ids.newId());
    await client.shutdown();
    expect(await waiting).toBe(Code.CLIENT_NOT_ACTIVE);
  });
});
