import type { Fault, Member } from '@offloop/member';
import { messages, type WireUuid } from '@offloop/wire';
import { HazelcastSerializationError, IllegalStateError, Predicates, type GenericRecord } from 'offloop';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { withResolvers } from '../../../src/calls/with-resolvers.js';
import { memberOfTest } from '../../client/support/embedded-member.js';
import { connectMap, codeOf, freshMap, type ConnectedMap } from '../../client/support/client-bench.js';
import { shardsOf, TESTED_WORKERS, THREADS } from '../../client/support/workers.js';
import { Code } from '../../client/support/codes.js';
import { watchWorkers } from '../../client/support/worker-watch.js';
import { answerWith, responseTo } from '../../faults/support/scripted.js';
import { Address, compact, Employee, recordOf } from './employee.js';
import { figuresOf } from '../../client/support/figures.js';

const MESSAGES = { send: 'client.sendSchema', fetch: 'client.fetchSchema', sendAll: 'client.sendAllSchemas' };

const joe = new Employee('Joe', 42, new Address('Rome'));

let member: Member;
const { killYoungest } = watchWorkers();

beforeEach(async () => {
  member = await memberOfTest();
});

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const employees = <K, V = Employee>(): Promise<ConnectedMap<K, V>> =>
    connectMap(member.address, { runtime: { workers }, serialization: { compact } });
  const strangers = <K, V = GenericRecord>(): Promise<ConnectedMap<K, V>> =>
    connectMap(member.address, { runtime: { workers } });
  const requests = (): readonly (number | undefined)[] => {
    const counts = member.stats().requests;
    return [counts[MESSAGES.send], counts[MESSAGES.fetch]];
  };

  test('an object is written and read, and its schemas go to the cluster before it', async () => {
    const { map } = await employees<string>();
    const held = member.faults.add({ message: MESSAGES.send, times: 1, action: { kind: 'delay', ms: 50 } });
    const written = map.set('k', joe);
    await held.untilHit();
    expect(member.stats().requests['map.set']).toBeUndefined();
    await written;
    expect(await map.get('k')).toEqual(joe);
    expect(await map.get('k')).toBeInstanceOf(Employee);
    expect(requests()).toEqual([2, undefined]);
  });

  test('one message serves all who write objects of one schema', async () => {
    const { client, map } = await employees<number>();
    await Promise.all(Array.from({ length: 200 }, (_, i) => map.set(i, joe)));
    await map.putAll(Array.from({ length: 200 }, (_, i) => [200 + i, joe]));
    expect(requests()).toEqual([2, undefined]);
    expect(await map.size()).toBe(400);
    expect(figuresOf(client)).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
  });

  test('a client without the classes fetches each schema once, and reads records', async () => {
    const [writer, reader] = [await employees(), await strangers()];
    const map = await freshMap<number, Employee>(writer.client);
    await map.putAll(Array.from({ length: 50 }, (_, i) => [i, joe]));
    const records = await reader.client.getMap<number, GenericRecord>(map.getName());
    const read = await Promise.all(Array.from({ length: 50 }, (_, i) => records.get(i)));
    for (const record of read) {
      expect(record?.getString('name')).toBe('Joe');
      expect(record?.getGenericRecord('address')?.getString('city')).toBe('Rome');
    }
    expect(requests()).toEqual([2, 2]);
    await records.set(0, read[0].clone({ age: 43 }));
    expect(await map.get(0)).toEqual(new Employee('Joe', 43, new Address('Rome')));
    expect(requests()).toEqual([2, 2]);
  });

  test('keys, predicates and the keys of listeners may be Compact values', async () => {
    const { client, map } = await employees<Employee, number>();
    const heard = withResolvers<number>();
    await map.addEntryListener({ added: ({ value }) => heard.resolve(value) }, joe, true);
    expect(await map.getAll([joe])).toEqual([]);
    await map.set(joe, 1);
    expect(await heard.promise).toBe(1);
    expect(await map.getAll([joe, new Employee('Sue', 1)])).toEqual([[joe, 1]]);
    expect(await map.get(joe)).toBe(1);
    expect(await map.containsKey(joe)).toBe(true);
    expect(client.getPartitionService().getPartitionId(joe)).toBeGreaterThanOrEqual(0);
    const predicate = Predicates.equal('this', recordOf('of a predicate', 1));
    // The embedded member compares with no Compact values; its refusal comes when the schema is there.
    await expect(map.keySetWithPredicate(predicate)).rejects.toThrow(HazelcastSerializationError);
    expect(requests()).toEqual([3, undefined]);
  });

  test('a key whose schema the cluster does not know has no partition yet', async () => {
    const { client } = await employees();
    expect(() => client.getPartitionService().getPartitionId(joe)).toThrow(HazelcastSerializationError);
  });

  test('a schema is sent again until every member is known to have it, and then the write goes out', async () => {
    const { map } = await strangers<number>();
    const none = acknowledge([], 3);
    await map.set(1, recordOf('slow', 1));
    expect(none.hits).toBe(3);
    expect(requests()[0]).toBe(4);
    expect((await map.get(1))?.getInt32('id')).toBe(1);
  });

  test('after hazelcast.client.schema.max.put.retry.count attempts every write of the schema rejects, and may be tried again', async () => {
    const { map } = await connectMap<number, GenericRecord>(member.address, {
      runtime: { workers },
      properties: {
        'hazelcast.client.schema.max.put.retry.count': 2,
        'hazelcast.client.invocation.retry.pause.millis': 1,
      },
    });
    const never = acknowledge([]);
    const writes = [map.set(1, recordOf('split', 1)), map.putAll([[2, recordOf('split', 2)]])];
    for (const outcome of await Promise.allSettled(writes)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(IllegalStateError) as unknown });
    }
    expect(never.hits).toBe(2);
    never.remove();
    await map.set(1, recordOf('split', 1));
    expect(await map.size()).toBe(1);
  });

  test('many schemas that are sent again at once are no leak of listeners', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const { map } = await connectMap<number, GenericRecord>(member.address, {
      runtime: { workers },
      properties: { 'hazelcast.client.invocation.retry.pause.millis': 1 },
    });
    const ids = Array.from({ length: 50 }, (_, id) => id);
    acknowledge([], 2 * ids.length);
    await Promise.all(ids.map((id) => map.set(id, recordOf(`many ${id}`, id))));
    expect(await map.size()).toBe(ids.length);
    expect(warnings).toEqual([]);
  });

  test('a schema that the cluster does not know either is a typed error for each who waits', async () => {
    const writer = await strangers();
    const map = await freshMap<number, GenericRecord>(writer.client);
    const { uuid } = writer.client.getCluster().getMembers()[0];
    acknowledge([{ msb: uuid.mostSignificant.toBigInt(), lsb: uuid.leastSignificant.toBigInt() }]);
    await map.set(1, recordOf('lost', 1));
    const reader = await (await strangers()).client.getMap<number, GenericRecord>(map.getName());
    const reads: Promise<unknown>[] = [reader.get(1), reader.get(1), reader.values(), reader.entrySet()];
    for (const outcome of await Promise.allSettled([...reads, reader.getAll([1])])) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: expect.any(HazelcastSerializationError) as unknown,
      });
    }
    expect(await reader.size()).toBe(1);
  });

  test('a call gives up in time while its schema is under way, and what others wait for goes on', async () => {
    const { map } = await strangers<number>();
    member.faults.add({ message: MESSAGES.send, times: 1, action: { kind: 'delay', ms: 100 } });
    const aborted = new AbortController();
    const codes = Promise.all([
      codeOf(map.set(1, recordOf('late', 1), undefined, undefined, { timeout: 5 })),
      codeOf(map.set(2, recordOf('late', 2), undefined, undefined, { signal: aborted.signal })),
      codeOf(map.set(3, recordOf('late', 3), undefined, undefined, { timeout: 10_000 })),
    ]);
    aborted.abort();
    expect(await codes).toEqual([Code.OPERATION_TIMEOUT, Code.CANCELLATION, 'resolved']);
    expect(await map.keySet()).toEqual([3]);
  });

  test('a cluster that lost its state gets all schemas before any other call', async () => {
    const { lifecycle, map } = await employees<string>();
    await map.set('k', joe);
    const { port } = member;
    await member.stop();
    await lifecycle.until('DISCONNECTED');
    const early = map.set('early', joe);
    member = await memberOfTest({ port });
    await early;
    // Each worker sends them before its own calls.
    await lifecycle.until('CONNECTED', 2);
    expect(member.stats().requests).toMatchObject({ [MESSAGES.sendAll]: shardsOf(workers) });
    expect(member.stats().requests[MESSAGES.send]).toBeUndefined();
    const reader = await (await strangers()).client.getMap<string, GenericRecord>(map.getName());
    expect((await reader.get('early'))?.getGenericRecord('address')?.getString('city')).toBe('Rome');
  });

  test('the client may be shut down while a schema is under way', async () => {
    const { client, map } = await strangers<number>();
    const never = acknowledge([]);
    const write = codeOf(map.set(1, recordOf('shut', 1)));
    await never.untilHit();
    await client.shutdown();
    expect(await write).toBe(Code.CLIENT_NOT_ACTIVE);
  });
});

test('a worker that takes the place of a dead one brings the schemas along', async () => {
  const { lifecycle, map } = await connectMap<string, Employee>(member.address, {
    runtime: { workers: THREADS },
    serialization: { compact },
  });
  await map.set('k', joe);
  await killYoungest();
  await lifecycle.until('CONNECTED', 2);
  expect(member.stats().requests).toMatchObject({ [MESSAGES.send]: 2, [MESSAGES.sendAll]: 1 });
  // What the new worker was told it tells a cluster that comes after this one, too.
  const { port } = member;
  await member.stop();
  await lifecycle.until('DISCONNECTED', 2);
  member = await memberOfTest({ port });
  await map.set('k', joe);
  // Each worker brings them, before its calls.
  expect(member.stats().requests).toMatchObject({ [MESSAGES.sendAll]: THREADS });
  expect(member.stats().requests[MESSAGES.send]).toBeUndefined();
  expect(await map.get('k')).toEqual(joe);
});

/** The member answers that these members have the schema, and forgets it. */
function acknowledge(replicatedMembers: WireUuid[], times?: number): Fault {
  const { sendSchema } = messages.client;
  return answerWith(
    member,
    MESSAGES.send,
    (request) => responseTo(request, sendSchema, { replicatedMembers }),
    times,
  );
}
