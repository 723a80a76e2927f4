import { startMember, type Member } from '@offloop/member';
import type { GenericRecord } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { Address, compact, Employee } from '../calls/schemas/employee.js';
import { connect, freshMap } from '../client/support/client-bench.js';

const joe = new Employee('Joe', 42, new Address('Rome'));

let member: Member;

beforeEach(async () => {
  member = await startMember({ log: () => undefined });
  return () => member.stop();
});

/** The next `times` answers to this message never come; the member does what was asked, and is well from then on. */
const lose = (message: string, times = 1): void => {
  member.faults.add({ message, times, action: { kind: 'swallow', execute: true } });
};

// Each waits for the five seconds of silence after which the client asks again.
describe('one answer that never comes, on a connection that lives, is asked for again:', () => {
  test('a schema that is fetched', async () => {
    const writer = await connect(member.address, { serialization: { compact } });
    const map = await freshMap<string, Employee>(writer.client);
    await map.set('k', joe);
    const reader = await connect(member.address);
    const records = await reader.client.getMap<string, GenericRecord>(map.getName());
    lose('client.fetchSchema');
    expect((await records.get('k'))?.getString('name')).toBe('Joe');
    expect(reader.client.stats().shards[0]).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
  });

  test('a schema that is sent', async () => {
    const { client } = await connect(member.address, { serialization: { compact } });
    const map = await freshMap<string, Employee>(client);
    lose('client.sendSchema');
    await map.set('k', joe);
    expect(await map.get('k')).toEqual(joe);
  });

  test('an object that is made', async () => {
    const { client } = await connect(member.address);
    lose('client.createProxy');
    const map = await client.getMap<string, string>('made');
    await map.set('k', 'v');
    expect(await map.get('k')).toBe('v');
  });

  test('batches of ids', async () => {
    const { client } = await connect(member.address);
    const generator = await client.getFlakeIdGenerator('ids');
    lose('flakeIdGenerator.newIdBatch', 4);
    const ids = await Promise.all(Array.from({ length: 500 }, () => generator.newId()));
    expect(new Set(ids.map(String)).size).toBe(500);
  });
});
