import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  encodeEvent,
  encodeResponse,
  messages,
  TypeId,
  type MessageSpec,
  type ServiceSpec,
} from '@offloop/wire';
import { CompletionKind } from '@offloop/contract';
import { listKindsOffset } from '@offloop/contract/list';
import { describe, expect, test } from 'vitest';
import { CompletionBench } from '../../../runtime/test/support/completion-bench.js';
import { EventWriter } from '../../../workers/src/completions/event-writer.js';
import { ListScan, ScanState } from '../../../workers/src/completions/list-scan.js';
import { ResponseReader } from '../../../workers/src/completions/response-reader.js';
import { counted, data } from '../../../workers/test/support/wire-bytes.js';
import { calmTapes } from './completions/tape/calm-tapes.js';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

/** How stored values come to the caller: on a tape, where they are documents, or why they stay text. */
const HOW = {
  tape: 'a tape: the response is one value',
  tapesInList: 'tapes behind the table of a list',
  nearCache: 'text: a near cache keeps the bytes of what comes, and decodes them itself',
  compute: 'text: goes to a compute thread unread, which has no shapes of the worker',
  entryView: 'text: a value among the figures of its entry, which is asked for now and then',
  column: 'text: a column of a page of rows, whose values are made when a row is looked at',
  tapesInEvent: 'tapes behind the table of an event',
} as const;
type How = (typeof HOW)[keyof typeof HOW];

/** How the operations of these messages are made, and how their values come. */
function usesOf(how: How, maker: string, messageNames: string): Record<string, How> {
  const names = messageNames.trim().split(/\s+/);
  return Object.fromEntries(names.map((name) => [`${name}: ${maker}`, how]));
}

/** A use of a message, `message: how the operation is made`. */
const USES: Readonly<Record<string, How>> = {
  ...usesOf(
    HOW.tape,
    'operation',
    `atomicRef.get atomicRef.set list.get list.set list.removeWithIndex map.get map.put map.putWithMaxIdle
     map.setWithMaxIdle map.putIfAbsent map.putIfAbsentWithMaxIdle map.putTransientWithMaxIdle map.remove
     map.replace map.executeOnKey map.aggregate map.aggregateWithPredicate queue.poll queue.take queue.peek
     replicatedMap.get replicatedMap.put replicatedMap.remove ringbuffer.readOne`,
  ),
  ...usesOf(
    HOW.tapesInList,
    'listOperation',
    `list.sub list.getAll map.executeOnKeys map.executeOnAllKeys map.executeWithPredicate map.keySet
     map.values map.entrySet map.keySetWithPredicate map.valuesWithPredicate map.entriesWithPredicate
     map.project map.projectWithPredicate multiMap.get multiMap.remove multiMap.keySet multiMap.values
     multiMap.entrySet queue.drainTo queue.drainToMaxSize queue.iterator replicatedMap.keySet
     replicatedMap.values replicatedMap.entrySet ringbuffer.readMany set.getAll`,
  ),
  ...usesOf(
    HOW.tapesInList,
    'pagingOperation',
    `map.keySetWithPagingPredicate map.valuesWithPagingPredicate map.entriesWithPagingPredicate`,
  ),
  ...usesOf(HOW.column, 'decodedOperation', 'sql.execute sql.fetch'),
  ...usesOf(
    HOW.tapesInEvent,
    'events',
    `list.addListener map.addEntryListener map.addEntryListenerToKey map.addEntryListenerToKeyWithPredicate
     map.addEntryListenerWithPredicate multiMap.addEntryListener multiMap.addEntryListenerToKey
     queue.addListener replicatedMap.addEntryListener replicatedMap.addEntryListenerToKey
     replicatedMap.addEntryListenerToKeyWithPredicate replicatedMap.addEntryListenerWithPredicate
     set.addListener topic.addMessageListener`,
  ),
  'map.get: operation.raw': HOW.compute,
  'map.get: decodedOperation': HOW.nearCache,
  'map.getAll: inParts(listOperation)': HOW.tapesInList,
  'map.getAll: inParts(listOperation).deferred': HOW.compute,
  'map.getAll: inParts(decodedOperation)': HOW.nearCache,
  'map.getEntryView: decodedOperation': HOW.entryView,
  'map.addNearCacheInvalidationListener: events': HOW.nearCache,
};

const SERVICES: Readonly<Record<string, ServiceSpec>> = messages;
const SOURCE: string = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n');

function specOf(name: string): MessageSpec {
  const [service, message] = name.split('.');
  return SERVICES[service][message];
}

/** Whether a field of this type holds what somebody stored. */
const holdsValues = ([, type]: readonly string[]): boolean => /(?:^|_)Data|EntryView|SqlPage/.test(type);

const answersValues = (name: string): boolean => specOf(name).response.some(holdsValues);

/** All names of messages in the sources: `messages.map.get`, and those taken by `const { get } = messages.map`. */
function named(): string[] {
  const direct = [...SOURCE.matchAll(/\bmessages\.(\w+\.\w+)/g)].map(([, name]) => name);
  const taken = [...SOURCE.matchAll(/const \{([^}]*)\}[^=;]*= messages\.(\w+);/g)].flatMap(
    ([, names, service]) => names.split(',').map((name) => `${service}.${name.split(':')[0].trim()}`),
  );
  return [...direct, ...taken];
}

test('every operation that answers with stored values, and every event that has one, is listed with how they come', () => {
  const uses =
    /\b(?:(inParts)\(\s*)?(\w*[oO]peration)\(\s*messages\.(\w+\.\w+)(?:(?:, ListShape\.\w+)?\)+(\.\w+))?/g;
  const made = [...SOURCE.matchAll(uses)]
    .filter(([, , , name]) => answersValues(name))
    .map(([, parts, maker, name, modifier = '']) => {
      const inner = parts === undefined ? maker : `inParts(${maker})`;
      return `${name}: ${inner}${modifier}`;
    });
  const listening = named()
    .filter((name) => Object.values(specOf(name).events ?? {}).some((fields) => fields.some(holdsValues)))
    .map((name) => `${name}: events`);
  expect([...new Set([...made, ...listening])].sort()).toEqual(Object.keys(USES).sort());
});

test('no operation that answers with stored values is made in a way that the list above does not see', () => {
  const listed = new Set(Object.keys(USES).map((use) => use.split(':')[0]));
  expect(named().filter((name) => answersValues(name) && !listed.has(name))).toEqual([]);
});

const DOCUMENT: Buffer = data(TypeId.JSON, counted('{"id":7,"name":"some name","tags":["a","b"],"on":true}'));
const NO_ANCHORS = { anchorPageList: [], anchorDataList: [] };

/** What stands in a response beside its values, by the field's name. */
const BESIDE: Readonly<Record<string, unknown>> = {
  readCount: 1,
  itemSeqs: null,
  nextSeq: 1n,
  anchorDataList: NO_ANCHORS,
};

/** A response in which each stored value is the document. */
function answer(spec: MessageSpec): Buffer {
  const fields = spec.response.map(([name, type]): [string, unknown] => {
    if (type.startsWith('EntryList_Data')) return [name, [[DOCUMENT, DOCUMENT]]];
    if (/^List(?:CN)?_Data/.test(type)) return [name, [DOCUMENT]];
    return [name, type.startsWith('Data') ? DOCUMENT : BESIDE[name]];
  });
  return encodeResponse(spec, Object.fromEntries(fields) as never);
}

function messagesThatCome(how: How): string[] {
  const uses = Object.entries(USES).filter(([, one]) => one === how);
  return [...new Set(uses.map(([use]) => use.split(':')[0]))];
}

describe('a document that answers', () => {
  test.each(messagesThatCome(HOW.tape))('%s comes on a tape', (name) => {
    const message = answer(specOf(name));
    const bench = new CompletionBench(64 * 1024);
    new ResponseReader(bench.writer, calmTapes(), false).complete(
      1,
      1,
      message.readInt32LE(6),
      message,
      0,
      message.length,
    );
    bench.writer.flush();
    expect(bench.read().map(({ kind }) => kind)).toEqual([CompletionKind.TAPE]);
  });

  test.each(messagesThatCome(HOW.tapesInList))('%s comes on a tape in the list', (name) => {
    const message = answer(specOf(name));
    const scan = new ListScan(false, calmTapes()).begin(message, 0, message.length);
    expect(scan.advance(100)).toBe(ScanState.DONE);
    const table = Buffer.alloc(scan.tableLength);
    scan.writeTable(table, 0);
    expect(kindsIn(table)).toContain(CompletionKind.TAPE);
    expect(new Set(kindsIn(table)).size).toBe(1);
  });
});

test.each(messagesThatCome(HOW.tapesInEvent))('documents in events of %s come on tapes', (name) => {
  const spec = specOf(name);
  for (const [event, fields] of Object.entries(spec.events ?? {})) {
    const values = fields.map(([field, type]): [string, unknown] => [
      field,
      type.startsWith('Data') ? DOCUMENT : type === 'UUID' ? { msb: 1n, lsb: 2n } : type === 'long' ? 1n : 1,
    ]);
    const message = encodeEvent(spec, event as never, Object.fromEntries(values) as never);
    const bench = new CompletionBench(64 * 1024);
    new EventWriter(bench.writer, calmTapes(), false).write(5, message, 0, message.length);
    bench.writer.flush();
    const [{ kind, slot, body }] = bench.read();
    expect([kind, slot]).toEqual([CompletionKind.EVENT, ~5]);
    expect(kindsIn(body)).toEqual(fields.filter(holdsValues).map(() => CompletionKind.TAPE));
  }
});

/** The kinds in a table of values. */
function kindsIn(table: Buffer): number[] {
  const count = table.readInt32LE(0);
  return [...table.subarray(listKindsOffset(count), listKindsOffset(count) + count)];
}
