import { startMember, type Member } from '@offloop/member';
import type { GenericRecord } from 'offloop';
import { describe, expect, test as base, vi } from 'vitest';

import { Address, compact, Employee } from '../calls/schemas/employee.js';
import { connect, freshMap, type Config, type ConnectedClient } from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';

const joe = new Employee('Joe', 42, new Address('Rome'));

/** A member that does not always answer, and its clients. */
interface Forgetful {
  readonly member: Member;
  readonly connect: (config?: Config) => Promise<ConnectedClient>;
  /** The next `times` answers to this message never come; the member does what was asked, and is well from then on. */
  readonly lose: (message: string, times?: number) => void;
}

const test = base.extend<{ forgetful: Forgetful }>({
  forgetful: async ({ onTestFinished }, use) => {
    const member = await startMember({ log: () => undefined });
    onTestFinished(() => member.stop());
    await use({
      member,
      connect: (config) => connect(member.address, config, onTestFinished),
      lose: (message, times = 1) => {
        member.faults.add({ message, times, action: { kind: 'swallow', execute: true } });
      },
    });
  },
});

// Each waits for the five seconds of silence after which the client asks again, so they wait side by side; the longest begins first.
describe.concurrent('one answer that never comes, on a connection that lives, is asked for again:', () => {
  test('the first read of a reliable topic, and the reads that wait', async ({ forgetful }) => {
    const { client } = await forgetful.connect();
    const topic = await client.getReliableTopic<string>('news');
    const heard: string[] = [];
    forgetful.lose('ringbuffer.tailSequence');
    const lost = forgetful.member.faults.add({
      message: 'ringbuffer.readMany',
      times: 1,
      action: { kind: 'swallow' },
    });
    topic.addMessageListener((message) => heard.push(message.messageObject));
    await lost.untilHit();
    await topic.publish('later');
    await vi.waitFor(() => expect(heard).toEqual(['later']), { timeout: 60_000, interval: 500 });
  });

  test("a listener's registration, of which no event is heard twice, and its removal", async ({
    forgetful,
  }) => {
    const { client } = await forgetful.connect();
    const map = await client.getMap<string, string>('heard');
    const heard: (string | null)[] = [];
    forgetful.lose('map.addEntryListener');
    const id = await map.addEntryListener({ added: ({ key }) => heard.push(key) });
    await map.set('a', '1');
    await map.set('b', '2');
    await vi.waitFor(() => expect(heard).toEqual(['a', 'b']), { timeout: 20_000 });
    forgetful.lose('map.removeEntryListener');
    expect(await map.removeEntryListener(id)).toBe(true);
    await map.set('c', '3');
    expect(await map.get('c')).toBe('3');
    expect(heard).toEqual(['a', 'b']);
  });

  test('a schema that is fetched', async ({ forgetful }) => {
    const writer = await forgetful.connect({ serialization: { compact } });
    const map = await freshMap<string, Employee>(writer.client);
    await map.set('k', joe);
    const reader = await forgetful.connect();
    const records = await reader.client.getMap<string, GenericRecord>(map.getName());
    forgetful.lose('client.fetchSchema');
    expect((await records.get('k'))?.getString('name')).toBe('Joe');
    // The request without an answer is let go when its worker has heard of that; the next one may be another worker's.
    await expect.poll(() => figuresOf(reader.client)).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
  });

  test('a schema that is sent', async ({ forgetful }) => {
    const { client } = await forgetful.connect({ serialization: { compact } });
    const map = await freshMap<string, Employee>(client);
    forgetful.lose('client.sendSchema');
    await map.set('k', joe);
    expect(await map.get('k')).toEqual(joe);
  });

  test('an object that is made', async ({ forgetful }) => {
    const { client } = await forgetful.connect();
    forgetful.lose('client.createProxy');
    const map = await client.getMap<string, string>('made');
    await map.set('k', 'v');
    expect(await map.get('k')).toBe('v');
  });

  test('batches of ids', async ({ forgetful }) => {
    const { client } = await forgetful.connect();
    const generator = await client.getFlakeIdGenerator('ids');
    forgetful.lose('flakeIdGenerator.newIdBatch', 4);
    const ids = await Promise.all(Array.from({ length: 500 }, () => generator.newId()));
    expect(new Set(ids.map(String)).size).toBe(500);
  });

  test('the number of replicas of a PN counter, with a timeout and without one', async ({ forgetful }) => {
    const { client } = await forgetful.connect();
    const counter = await client.getPNCounter('counter');
    forgetful.lose('pnCounter.getConfiguredReplicaCount');
    const soon = counter.addAndGet(1, { timeout: 100 });
    await expect(soon).rejects.toMatchObject({ code: 'ERR_OFFLOOP_OPERATION_TIMEOUT' });
    expect((await counter.addAndGet(1)).toNumber()).toBe(1);
  });

  test('the list of all objects', async ({ forgetful }) => {
    const { client } = await forgetful.connect();
    await client.getMap('listed');
    forgetful.lose('client.getDistributedObjects');
    const names = (await client.getDistributedObjects()).map((object) => object.getName());
    expect(names).toContain('listed');
  });

  test('what the client registers for itself on its connections', async ({ forgetful }) => {
    const { faults } = forgetful.member;
    const lost = ['client.addClusterViewListener', 'client.localBackupListener'].map((message) => ({
      view: faults.add({ message, times: 1, action: { kind: 'swallow' } }),
      again: faults.add({ message, action: { kind: 'delay', ms: 0 } }),
    }));
    const { client } = await forgetful.connect();
    await Promise.all(lost.map(({ again }) => again.untilHit()));
    const map = await client.getMap<string, string>('served');
    await map.set('k', 'v');
    expect(await map.get('k')).toBe('v');
  });
});
