import { startMember, type Member } from '@offloop/member';
import type { GenericRecord } from 'offloop';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { Address, compact, Employee } from '../calls/schemas/employee.js';
import { connect, freshMap } from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';

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
    expect(figuresOf(reader.client)).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
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

  test('the number of replicas of a PN counter, with a timeout and without one', async () => {
    const { client } = await connect(member.address);
    const counter = await client.getPNCounter('counter');
    lose('pnCounter.getConfiguredReplicaCount');
    const soon = counter.addAndGet(1, { timeout: 100 });
    await expect(soon).rejects.toMatchObject({ name: 'OperationTimeoutError' });
    expect((await counter.addAndGet(1)).toNumber()).toBe(1);
  });

  test('the list of all objects', async () => {
    const { client } = await connect(member.address);
    await client.getMap('listed');
    lose('client.getDistributedObjects');
    const names = (await client.getDistributedObjects()).map((object) => object.getName());
    expect(names).toContain('listed');
  });

  test("a listener's registration, of which no event is heard twice, and its removal", async () => {
    const { client } = await connect(member.address);
    const map = await client.getMap<string, string>('heard');
    const heard: (string | null)[] = [];
    lose('map.addEntryListener');
    const id = await map.addEntryListener({ added: ({ key }) => heard.push(key) });
    await map.set('a', '1');
    await map.set('b', '2');
    await vi.waitFor(() => expect(heard).toEqual(['a', 'b']));
    lose('map.removeEntryListener');
    expect(await map.removeEntryListener(id)).toBe(true);
    await map.set('c', '3');
    expect(await map.get('c')).toBe('3');
    expect(heard).toEqual(['a', 'b']);
  });

  test('what the client registers for itself on its connections', async () => {
    const lost = ['client.addClusterViewListener', 'client.localBackupListener'].map((message) => ({
      view: member.faults.add({ message, times: 1, action: { kind: 'swallow' } }),
      again: member.faults.add({ message, action: { kind: 'delay', ms: 0 } }),
    }));
    const { client } = await connect(member.address);
    await Promise.all(lost.map(({ again }) => again.untilHit()));
    const map = await client.getMap<string, string>('served');
    await map.set('k', 'v');
    expect(await map.get('k')).toBe('v');
  });

  test('the first read of a reliable topic, and the reads that wait', async () => {
    const { client } = await connect(member.address);
    const topic = await client.getReliableTopic<string>('news');
    const heard: string[] = [];
    lose('ringbuffer.tailSequence');
    const lost = member.faults.add({
      message: 'ringbuffer.readMany',
      times: 1,
      action: { kind: 'swallow' },
    });
    topic.addMessageListener((message) => heard.push(message.messageObject));
    await lost.untilHit();
    await topic.publish('later');
    await vi.waitFor(() => expect(heard).toEqual(['later']), { timeout: 60_000, interval: 500 });
  });
});
