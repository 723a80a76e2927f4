import type { Member } from '@offloop/member';
import {
  DATA_PAYLOAD_OFFSET,
  DATA_TYPE_OFFSET,
  messages,
  type MessageSpec,
  type ResponseOf,
  schemaId,
  TypeId,
} from '@offloop/wire';
import { Predicates, type DataInput, type DataOutput, type GenericRecord } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { memberOfTest } from '../../client/support/embedded-member.js';
import { codeOf, connect, eventually, type ConnectedClient } from '../../client/support/client-bench.js';
import { TESTED_WORKERS } from '../../client/support/workers.js';
import { Code } from '../../client/support/codes.js';
import { answerWith, responseTo } from '../../faults/support/scripted.js';
import { hearings, OLD_AND_NEW } from '../../objects/listeners/support/hearings.js';
import { lists, on, type Sides, type Way } from '../../objects/support/readings.js';
import { recordOf } from './employee.js';

const FETCH = 'client.fetchSchema';
const SEND = 'client.sendSchema';

/** What stands in for a kind of value that others may stand in, such as Java's lists. */
const boxSerializer = {
  id: 77,
  read: (input: DataInput): unknown => ({ hzCustomId: 77, within: input.readObject() }),
  write: (output: DataOutput, value: unknown): void =>
    output.writeObject((value as { within: unknown }).within),
};
const box = (within: unknown): object => ({ hzCustomId: 77, within });

/** One test: the writer's values have schemas that the reader has never met. */
interface TestSides extends Sides {
  readonly member: Member;
  /** A record of the schema of this test. */
  readonly value: (id: number) => GenericRecord;
}

/** Puts values there, and resolves to what the reader finds: the records 1 and 2. */
type Reading = (sides: TestSides) => Promise<unknown>;

/** What the embedded member does not do: it answers with these bytes. */
function answer<M extends MessageSpec>(
  member: Member,
  message: string,
  spec: M,
  fields: ResponseOf<M>,
): void {
  answerWith(member, message, (request) => responseTo(request, spec, fields));
}

/** The bytes of the record of a test, whose schema is sent to the cluster by its writer. */
async function serialized({ writer, name, value }: TestSides, id: number): Promise<Buffer> {
  await (await writer.getMap(name)).set('schema', value(id));
  const { high, low } = schemaId(name, [{ fieldName: 'id', kind: 9 }]);
  const bytes = Buffer.alloc(DATA_PAYLOAD_OFFSET + 12);
  bytes.writeInt32BE(TypeId.COMPACT, DATA_TYPE_OFFSET);
  [high, low, id].forEach((word, index) => bytes.writeInt32BE(word, DATA_PAYLOAD_OFFSET + 4 * index));
  return bytes;
}

async function entries(sides: TestSides): Promise<[Buffer, Buffer][]> {
  const [one, two] = [await serialized(sides, 1), await serialized(sides, 2)];
  return [
    [one, one],
    [two, two],
  ];
}

const ways: Readonly<Record<string, Way>> = {
  ...lists,
  'map: get': on('getMap', (map) => Promise.all([map.get(1), map.get(2)])),
  'map: replaced and removed values': on('getMap', (map) => Promise.all([map.put(1, 'x'), map.remove(2)])),
  'map: entry views': on('getMap', async (map) => {
    const views = await Promise.all([map.getEntryView(1), map.getEntryView(2)]);
    return views.map((view) => view?.value);
  }),
  'replicated map: get': on('getReplicatedMap', (map) => Promise.all([map.get(1), map.get(2)])),
  'list: get': on('getList', (list) => Promise.all([list.get(0), list.get(1)])),
  'queue: peek and poll': on('getQueue', async (queue) => {
    await queue.peek();
    return [await queue.poll(), await queue.poll()];
  }),
  'ring buffer: readOne': on('getRingbuffer', (ring) => Promise.all([ring.readOne(0), ring.readOne(1)])),
};

const readings: Readonly<Record<string, Reading>> = {
  ...Object.fromEntries(
    Object.entries(ways).map(([what, way]): [string, Reading] => [
      what,
      (sides) => way(sides, [sides.value(1), sides.value(2)]),
    ]),
  ),
  'map: keys': async ({ writer, reader, name, value }) => {
    await (await writer.getMap(name)).putAll([1, 2].map((id) => [value(id), id] as const));
    return (await reader.getMap(name)).keySet();
  },
  'map: values that match a predicate': async (sides) => {
    const response = (await entries(sides)).map(([key]) => key);
    answer(sides.member, 'map.valuesWithPredicate', messages.map.valuesWithPredicate, { response });
    const map = await sides.reader.getMap(sides.name);
    return (await map.valuesWithPredicate(Predicates.alwaysTrue())).toArray();
  },
  'map: entries that match a predicate': async (sides) => {
    const response = await entries(sides);
    answer(sides.member, 'map.entriesWithPredicate', messages.map.entriesWithPredicate, { response });
    const map = await sides.reader.getMap(sides.name);
    return (await map.entrySetWithPredicate(Predicates.alwaysTrue())).map(([, value]) => value);
  },
  'atomic reference': async (sides) => {
    const [one, two] = await entries(sides);
    const groupId = { name: 'default', seed: 0n, id: 1n };
    answer(sides.member, 'cpGroup.createCPGroup', messages.cpGroup.createCPGroup, { groupId });
    answer(sides.member, 'atomicRef.get', messages.atomicRef.get, { response: one[0] });
    answer(sides.member, 'atomicRef.set', messages.atomicRef.set, { response: two[0] });
    const reference = await sides.reader.getCPSubsystem().getAtomicReference(sides.name);
    return Promise.all([reference.get(), reference.getAndSet(1)]);
  },
  'within other values, read one by one': async ({ writer, reader, name, value }) => {
    await (await writer.getMap(name)).putAll([1, 2].map((id) => [id, box(value(id))] as const));
    const map = await reader.getMap<number, { within: unknown }>(name);
    return (await Promise.all([map.get(1), map.get(2)])).map((each) => each?.within);
  },
  'within other values, in lazy lists': async ({ writer, reader, name, value }) => {
    await (await writer.getMap(name)).putAll([1, 2].map((id) => [id, box(value(id))] as const));
    const map = await reader.getMap<number, { within: unknown }>(name);
    return (await map.values()).toArray().map(({ within }) => within);
  },
  'within other values, in a ring buffer': async ({ writer, reader, name, value }) => {
    await (await writer.getRingbuffer(name)).addAll([box(value(1)), box(box(value(2)))]);
    const ring = await reader.getRingbuffer<{ within: { within?: unknown } }>(name);
    const [first, second] = await ring.readMany(0, 2, 2);
    return [first.within, second.within.within];
  },
};

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as GenericRecord).getInt32('id') : value;

let member: Member;
let names = 0;
beforeEach(async () => {
  member = await memberOfTest();
});

async function sidesWith(
  workers: number | 'auto',
): Promise<TestSides & { readonly log: ConnectedClient['log'] }> {
  const config = { runtime: { workers }, serialization: { customSerializers: [boxSerializer] } };
  const { client: writer } = await connect(member.address, config);
  const { client: reader, log } = await connect(member.address, config);
  const name = `unknown-${names++}`;
  return { writer, reader, name, member, log, value: (id) => recordOf(name, id) };
}

// On this thread, where a client is started sooner: nothing of this is the worker's.
test.each(Object.entries(readings))('a schema is fetched once for values of a %s', async (_, read) => {
  const values = (await read(await sidesWith(0))) as GenericRecord[];
  expect(new Set(values.map(idOf))).toEqual(new Set([1, 2]));
  expect(values).toHaveLength(2);
  expect(member.stats().requests[FETCH]).toBe(1);
});

// Where an event has the old value, too, the next one cannot be read either.
test.each(Object.entries(hearings).filter(([name]) => name !== OLD_AND_NEW))(
  'what cannot be read for want of a schema is logged, and the rest is heard: %s',
  async (_, listen) => {
    const both = await sidesWith(0);
    const heard: unknown[] = [];
    const publish = await listen(both, (value) => heard.push(idOf(value)));
    answer(member, FETCH, messages.client.fetchSchema, { schema: null });
    await publish('a');
    await publish(both.value(1));
    await publish('b');
    await eventually(() => heard.length === 2);
    expect(heard).toEqual(['a', 'b']);
    expect(both.log.filter(({ level }) => level === 'error')).toHaveLength(1);
  },
);

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const sides = (): ReturnType<typeof sidesWith> => sidesWith(workers);

  test.each(Object.entries(hearings))(
    'what a listener hears comes in order while schemas are fetched: %s',
    async (_, listen) => {
      const both = await sides();
      const heard: unknown[] = [];
      const publish = await listen(both, (value) => heard.push(idOf(value)));
      const other = (id: number): GenericRecord => recordOf(`other than ${both.name}`, id);
      const slow = member.faults.add({ message: FETCH, action: { kind: 'delay', ms: 20 } });
      for (const value of ['a', both.value(1), 'b', both.value(2), 'c', other(3), 'd', both.value(4)]) {
        // One after the other: publishing has an order, too.
        await publish(value);
      }
      await eventually(() => heard.length === 8);
      expect(heard).toEqual(['a', 1, 'b', 2, 'c', 3, 'd', 4]);
      expect(slow.hits).toBe(2);
      expect(both.log.filter(({ level }) => level === 'error')).toEqual([]);
    },
  );

  test('a listener that is removed hears nothing of what waits for a schema', async () => {
    const both = await sides();
    const topic = await both.reader.getTopic(both.name);
    const heard: unknown[] = [];
    const id = await topic.addMessageListener(({ messageObject }) => heard.push(messageObject));
    const held = member.faults.add({ message: FETCH, action: { kind: 'delay', ms: 20 } });
    await (await both.writer.getTopic(both.name)).publishAll([both.value(1), 'late']);
    await held.untilHit();
    await topic.removeMessageListener(id);
    const map = await both.reader.getMap(both.name);
    await (await both.writer.getMap(both.name)).set(1, both.value(1));
    // The same flight: it is over when this is.
    expect(idOf(await map.get(1))).toBe(1);
    expect(heard).toEqual([]);
  });

  test('a call gives up in time while the schema of its result is fetched', async () => {
    const both = await sides();
    const ring = await both.writer.getRingbuffer(both.name);
    await (await both.writer.getMap(both.name)).set(1, both.value(1));
    await ring.add(both.value(1));
    const map = await both.reader.getMap(both.name);
    const reader = await both.reader.getRingbuffer(both.name);
    member.faults.add({ message: FETCH, times: 1, action: { kind: 'swallow' } });
    const given = new AbortController();
    const hopeless = [{ timeout: 20 }, { signal: given.signal }].flatMap((options) => [
      codeOf(map.get(1, options)),
      codeOf(map.getAll([1], options)),
      codeOf(map.values(options)),
      codeOf(map.getEntryView(1, options)),
      codeOf(reader.readMany(0, 1, 1, null, options)),
    ]);
    await Promise.all(hopeless.slice(0, 5));
    given.abort();
    const codes = await Promise.all(hopeless);
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => Code.OPERATION_TIMEOUT),
      ...Array.from({ length: 5 }, () => Code.CANCELLATION),
    ]);
  });

  test('a result that has its schema in time is the result, whatever the limits', async () => {
    const both = await sides();
    await (await both.writer.getMap(both.name)).set(1, both.value(1));
    const map = await both.reader.getMap(both.name);
    const { signal } = new AbortController();
    expect(idOf(await map.get(1, { timeout: 60_000, signal }))).toBe(1);
  });

  test('publishing gives up in time while a schema is replicated', async () => {
    const both = await sides();
    const [topic, reliable] = [
      await both.writer.getTopic(both.name),
      await both.writer.getReliableTopic(both.name),
    ];
    const lost = member.faults.add({ message: SEND, times: 1, action: { kind: 'swallow' } });
    const codes = [
      codeOf(topic.publish(both.value(1), { timeout: 20 })),
      codeOf(topic.publishAll([both.value(1)], { timeout: 20 })),
      codeOf(reliable.publish(both.value(1), { timeout: 20 })),
    ];
    expect(await Promise.all(codes)).toEqual(Array.from({ length: 3 }, () => Code.OPERATION_TIMEOUT));
    expect(lost.hits).toBe(1);
  });
});
