import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventById, eventIds, messageById, messages } from '../../src/index.js';
import type { FieldSpecs, MessageSpec } from '../../src/index.js';
import { structs } from '../../src/messages/structs.js';
import { allMessages } from '../support/golden.js';

type FactField = [name: string, type: string, nullable: boolean, since: string];

interface FactMessage {
  readonly id: string;
  readonly since: string;
  readonly retryable: boolean;
  readonly partition: number | string;
  readonly request: FactField[];
  readonly response: FactField[];
  readonly events?: Record<string, FactField[]>;
}

interface Facts {
  readonly services: Record<string, Record<string, FactMessage>>;
  readonly types: Record<string, FactField[]>;
}

// What the published definitions of the protocol say, in a form of this project's.
const facts = JSON.parse(readFileSync(new URL('facts.json', import.meta.url), 'utf8')) as Facts;

/** What the published definitions call the routing of a request. */
const ROUTINGS: Record<string, string | undefined> = {
  '-1': undefined,
  key: 'key',
  name: 'name',
  random: 'random',
  partitionId: 'partition',
  // The caller chooses it, by the name of the task or by a key.
  taskName: 'partition',
  'any key belongs to target partition': 'partition',
};

/** Where a member wants it otherwise than the published definitions say. */
const ROUTED_OTHERWISE: Record<string, string> = { 'multiMap.valueCount': 'key' };

/** Types that the facts name and do not describe; these are from the published definitions. */
const UNDESCRIBED = ['Capacity', 'MemoryTierConfig'];

/** Facts in the table's notation: a field is marked when it is newer than what it belongs to. */
function inTableForm(fields: FactField[], since: string): unknown[] {
  return fields.map(([name, type, nullable, version]) => {
    const typeName = nullable ? `${type}?` : type;
    return version === since ? [name, typeName] : [name, typeName, version];
  });
}

function factInTableForm(fact: FactMessage, title: string): Record<string, unknown> {
  const events = Object.entries(fact.events ?? {});
  return {
    id: Number(fact.id),
    retryable: fact.retryable,
    since: fact.since === '2.0' ? undefined : fact.since,
    routing: ROUTED_OTHERWISE[title] ?? ROUTINGS[fact.partition],
    request: inTableForm(fact.request, fact.since),
    response: inTableForm(fact.response, fact.since),
    events:
      events.length === 0
        ? undefined
        : events.map(([name, fields]) => [name, inTableForm(fields, fields[0][3])]),
  };
}

function entry(spec: MessageSpec): Record<string, unknown> {
  const { id, retryable, since, routing, request, response, events } = spec;
  return {
    id,
    retryable,
    since,
    routing,
    request,
    response,
    events: events === undefined ? undefined : Object.entries(events),
  };
}

describe('the message table, held against the published definitions', () => {
  const services = Object.entries<Record<string, MessageSpec>>(messages).map(([service, specs]) => {
    // `pnCounter` here, `PNCounter` there.
    const [, fact] = Object.entries(facts.services).find(
      ([name]) => name.toLowerCase() === service.toLowerCase(),
    ) ?? [service, {}];
    return { service, specs, fact };
  });

  it.each(services)('has each message of $service and no other', ({ specs, fact }) => {
    expect(Object.keys(specs)).toEqual(Object.keys(fact));
  });

  it.each(services)('states $service field by field as the facts do', ({ service, specs, fact }) => {
    for (const [name, message] of Object.entries(fact)) {
      expect({ name, ...entry(specs[name]) }).toEqual({
        name,
        ...factInTableForm(message, `${service}.${name}`),
      });
    }
  });

  it('states each custom type field by field as the facts do', () => {
    for (const [name, fields] of Object.entries<FieldSpecs>(structs)) {
      if (UNDESCRIBED.includes(name)) continue;
      const fact = facts.types[name];
      expect({ name, fields }).toEqual({ name, fields: inTableForm(fact, fact[0][3]) });
    }
  });
});

describe('the message table', () => {
  it('gives no message type twice, counting responses and events', () => {
    const ids = allMessages().flatMap(({ spec }) => [spec.id, spec.id + 1, ...Object.values(eventIds(spec))]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('finds a message by the type of its request, and an event by its own', () => {
    expect(messageById(0x010100)).toEqual({ service: 'map', name: 'put', spec: messages.map.put });
    expect(messageById(0x010101)).toBeUndefined();
    expect(eventById(0x000303)).toMatchObject({ name: 'addClusterViewListener', event: 'PartitionsView' });
    expect(eventById(0x000300)).toBeUndefined();
    expect(eventIds(messages.client.addClusterViewListener)).toEqual({
      MembersView: 0x000302,
      PartitionsView: 0x000303,
      MemberGroupsView: 0x000304,
      ClusterVersion: 0x000305,
    });
  });

  it('says of every message what it does to the data, whether or not it may be repeated', () => {
    const without = allMessages().filter(({ spec }) => !['reads', 'writes', 'locks'].includes(spec.effect));
    expect(without).toEqual([]);
    const named = (effect: string, retryable: boolean): string[] =>
      allMessages().flatMap(({ title, spec }) =>
        spec.effect === effect && spec.retryable === retryable && !/^(?:client|cp|sql)/.test(title)
          ? [title]
          : [],
      );
    expect(named('writes', true)).toEqual(
      expect.arrayContaining(['map.replaceAll', 'flakeIdGenerator.newIdBatch']),
    );
    expect(named('reads', false)).toEqual(
      expect.arrayContaining(['map.addIndex', 'map.flush', 'map.getAll', 'set.size']),
    );
    expect(byService([...named('locks', true), ...named('locks', false)])).toEqual({
      fencedLock: ['lock', 'tryLock', 'unlock'],
      map: ['forceUnlock', 'lock', 'tryLock', 'unlock'],
      multiMap: ['forceUnlock', 'lock', 'tryLock', 'unlock'],
      semaphore: ['acquire', 'release'],
      transaction: ['rollback'],
      transactionalMap: ['getForUpdate'],
    });
  });

  it('marks as waiting what may never be answered by design', () => {
    const waiting = allMessages().filter(({ spec }) => spec.waits === true);
    expect(byService(waiting.map(({ title }) => title))).toEqual({
      countDownLatch: ['await'],
      durableExecutor: ['retrieveAndDisposeResult', 'retrieveResult'],
      executorService: ['submitToMember', 'submitToPartition'],
      fencedLock: ['lock', 'tryLock'],
      map: ['eventJournalRead', 'lock', 'tryLock'],
      multiMap: ['lock', 'tryLock'],
      queue: ['offer', 'poll', 'put', 'take'],
      ringbuffer: ['readMany', 'readOne'],
      scheduledExecutor: ['getResultFromMember', 'getResultFromPartition'],
      semaphore: ['acquire'],
      sql: ['execute', 'fetch'],
      transactionalQueue: ['offer', 'peek', 'poll', 'take'],
    });
  });

  it('marks what waits and may be given up, since nothing is lost by that', () => {
    const harmless = allMessages().filter(({ spec }) => spec.waits === true && spec.acquires === false);
    expect(byService(harmless.map(({ title }) => title))).toEqual({
      countDownLatch: ['await'],
      durableExecutor: ['retrieveResult'],
      executorService: ['submitToMember', 'submitToPartition'],
      queue: ['offer', 'put'],
      ringbuffer: ['readMany', 'readOne'],
      scheduledExecutor: ['getResultFromMember', 'getResultFromPartition'],
      sql: ['execute', 'fetch'],
    });
  });

  it('appends newer fields behind older ones, so that position alone tells them', () => {
    const misplaced = fieldLists().flatMap((fields) => {
      const fixed = fields.filter(([, type]) => /^(int|long|byte|boolean|UUID\??)$/.test(type));
      const variable = fields.filter((field) => !fixed.includes(field));
      return [fixed, variable].flatMap((group) =>
        group.filter((field, index) => field.length === 2 && group[index - 1]?.length === 3),
      );
    });
    expect(misplaced).toEqual([]);
  });
});

/** Names of messages, in order, by their services: `{ map: ['get', 'put'] }`. */
function byService(titles: readonly string[]): Record<string, string[]> {
  const services: Record<string, string[]> = {};
  for (const title of titles.toSorted()) {
    const [service, name] = title.split('.');
    (services[service] ??= []).push(name);
  }
  return services;
}

function fieldLists(): FieldSpecs[] {
  const ofMessages = allMessages().flatMap(({ spec }) => [
    spec.request,
    spec.response,
    ...Object.values(spec.events ?? {}),
  ]);
  return [...ofMessages, ...Object.values<FieldSpecs>(structs)];
}
