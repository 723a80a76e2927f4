import { encodeEvent, FLAG_BEGIN_STRUCT, FRAME_FLAGS_OFFSET, messages, TypeId } from '@offloop/wire';
import { describe, expect, test, vi } from 'vitest';

import { CompletionBench, type Completion } from '../../../runtime/test/support/completion-bench.js';
import { CompletionKind } from '@offloop/contract';
import { EventWriter } from '../../src/completions/event-writer.js';
import { JsonTapes } from '../../src/completions/tape/json-tapes.js';
import { LIST_TABLE_LENGTH_OFFSET, listKindsOffset } from '@offloop/contract/list';
import { IDLE } from '../support/loads.js';
import { counted, data } from '../support/wire-bytes.js';

const KEY = data(TypeId.STRING, counted('key'));
const DOCUMENT = data(TypeId.JSON, counted('{"id":7,"name":"some name"}'));
const SHORT = data(TypeId.JSON, counted('{"id":7}'));
const BROKEN = data(TypeId.JSON, counted('{"id":7,"name":"some name"'));

/** The writer, and the caller's end of the ring. */
class Events {
  readonly bench: CompletionBench;
  readonly announced: number[] = [];
  readonly tapes: JsonTapes;
  readonly writer: EventWriter;

  constructor(capacity = 64 * 1024) {
    this.bench = new CompletionBench(capacity);
    this.tapes = new JsonTapes(
      20,
      ({ number }) => this.announced.push(number),
      () => undefined,
      IDLE,
    );
    this.writer = new EventWriter(this.bench.writer, this.tapes, false);
  }

  /** What the caller finds of the event with this number. */
  carry(number: number, message: Buffer): Completion {
    // Something around it, so that an offset that is not looked at shows.
    const around = Buffer.concat([Buffer.alloc(3, 0xee), message, Buffer.alloc(5, 0xee)]);
    this.writer.write(number, around, 3, 3 + message.length);
    this.bench.writer.flush();
    return this.bench.read()[0];
  }
}

function entryEvent(value: Buffer | null, oldValue: Buffer | null = null): Buffer {
  return encodeEvent(messages.map.addEntryListener, 'Entry', {
    key: KEY,
    value,
    oldValue,
    mergingValue: null,
    eventType: 1,
    uuid: { msb: 1n, lsb: 2n },
    numberOfAffectedEntries: 1,
  });
}

function kindsOf(table: Buffer): number[] {
  const count = table.readInt32LE(0);
  return [...table.subarray(listKindsOffset(count), listKindsOffset(count) + count)];
}

describe.each([
  ['the ring has room for it', 64 * 1024, false],
  ['it is too long for the ring', 1024, true],
])('where %s', (_, capacity, spilled) => {
  test('an event with a document has a table of its values before its message, and its number inverted', () => {
    const events = new Events(capacity);
    const message = entryEvent(DOCUMENT, null);
    const met = events.carry(7, message);
    const { kind, slot, body } = met;
    expect([kind, slot, met.spilled]).toEqual([CompletionKind.EVENT, ~7, spilled]);
    const { ASCII, TAPE, NULL } = CompletionKind;
    expect(kindsOf(body)).toEqual([ASCII, TAPE, NULL, NULL]);
    const tableLength = body.readInt32LE(LIST_TABLE_LENGTH_OFFSET);
    expect(tableLength % 8).toBe(0);
    expect(body.subarray(tableLength)).toEqual(message);
    expect(events.announced).toEqual([0]);
  });
});

test.each([
  ['no document', entryEvent(KEY, KEY)],
  ['no value', entryEvent(null)],
  ['a document that is too short', entryEvent(SHORT, SHORT)],
  ['a document that has to stay text', entryEvent(BROKEN)],
  [
    'no fields for values',
    encodeEvent(messages.map.addPartitionLostListener, 'MapPartitionLost', {
      partitionId: 1,
      uuid: { msb: 1n, lsb: 2n },
    }),
  ],
])('an event with %s goes as it has come', (_, message) => {
  const { kind, slot, body } = new Events().carry(7, message);
  expect([kind, slot]).toEqual([CompletionKind.EVENT, 7]);
  expect(body).toEqual(message);
});

test('without tapes all events go as they have come', () => {
  const bench = new CompletionBench(1024);
  const message = entryEvent(DOCUMENT);
  new EventWriter(bench.writer, undefined, false).write(7, message, 0, message.length);
  bench.writer.flush();
  expect(bench.read().map(({ slot, body }) => [slot, body.equals(message)])).toEqual([[7, true]]);
});

test('frames that are not what the message says go as they have come', () => {
  const events = new Events();
  const whole = entryEvent(DOCUMENT);
  const first = whole.readInt32LE(0);
  const odd: Buffer[] = [];
  for (const length of [0, 5, whole.length, 2 ** 31 - 1, -1]) {
    const message = Buffer.from(whole);
    message.writeInt32LE(length, first);
    odd.push(message);
  }
  const struct = Buffer.from(whole);
  struct.writeUInt16LE(FLAG_BEGIN_STRUCT, first + FRAME_FLAGS_OFFSET);
  for (const message of [...odd, struct, whole.subarray(0, first)]) {
    const { slot, body } = events.carry(7, message);
    expect(slot).toBe(7);
    expect(body).toEqual(message);
  }
});

test('events come in their order, those with tables among others, where the ring is full for a while', () => {
  const events = new Events(1024);
  const sent = Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? entryEvent(DOCUMENT) : entryEvent(KEY)));
  for (const [i, message] of sent.entries()) events.writer.write(i, message, 0, message.length);
  expect(events.bench.writer.isCongested).toBe(true);
  const slots: number[] = [];
  while (slots.length < sent.length) {
    events.bench.writer.flush();
    slots.push(...events.bench.read().map(({ slot }) => slot));
  }
  expect(slots).toEqual(sent.map((_, i) => (i % 3 === 0 ? ~i : i)));
});

test('an event goes as it has come where the list of shapes began anew between two of its values', () => {
  const events = new Events();
  let reads = 0;
  // As after a document that had no room: the next one is the first of a new list.
  vi.spyOn(events.tapes, 'trees', 'get').mockImplementation(() => reads++);
  const { slot, body } = events.carry(7, entryEvent(DOCUMENT, DOCUMENT));
  expect(slot).toBe(7);
  expect(body).toEqual(entryEvent(DOCUMENT, DOCUMENT));
});

test('it counts events with documents, for who asks how many there were since the last time', () => {
  const events = new Events();
  for (const message of [entryEvent(DOCUMENT), entryEvent(KEY), entryEvent(DOCUMENT)])
    events.carry(7, message);
  expect([events.writer.takeRecent(), events.writer.takeRecent()]).toEqual([2, 0]);
});
