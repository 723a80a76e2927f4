import {
  DATA_TYPE_OFFSET,
  encodeEvent,
  encodeResponse,
  messages,
  uuidText,
  wireUuid,
  type EventOf,
  type MessageSpec,
  type ResponseOf,
  type WireUuid,
} from '@offloop/wire';
import { beforeEach, describe, expect, test } from 'vitest';

import type { Connection } from '../../src/connection/connection.js';
import type { InternalCalls } from '../../src/connection/internal-calls.js';
import type { FromWorker, MemberDescription } from '@offloop/contract';
import {
  ALL_KEYS,
  CHANGE_HEADER,
  INVALIDATION_HEADER,
  InvalidationKind,
  NUMBERED_LENGTH,
} from '@offloop/contract/invalidation';
import { NearCacheNews } from '../../src/near-caches/near-cache-news.js';

const listener = messages.map.addNearCacheInvalidationListener;
const metadata = messages.map.fetchNearCacheInvalidationMetadata;
const REGISTRATION = 7;
const LIFE = { msb: 1n, lsb: 2n };
/** The client's UUIDs, of a shard each. */
const OWN = ['00000000-0000-0007-0000-000000000001', '00000000-0000-0007-0000-000000000002'];
const MAP = 'prices';
/** Bytes that the longest record of short keys may have. */
const SHORT = 8192;

type Metadata = ResponseOf<typeof metadata>;

let records: { readonly registration: number; readonly bytes: Buffer }[];
let told: FromWorker[];
let asked: string[];
/** What the members answer, one after the other. */
let unconnected: string | undefined;
let answers: (Metadata | Buffer | Error)[];
let members: MemberDescription[];
let connection: Connection | undefined;
/** Whether there is one to each member; else the same for all. */
let smartRouting: boolean;
let isHeard: boolean;
let news: NearCacheNews;
beforeEach(() => {
  records = [];
  told = [];
  asked = [];
  answers = [];
  unconnected = undefined;
  members = [member(1), member(2)];
  connection = { memberUuid: member(1).uuid } as Connection;
  smartRouting = isHeard = true;
  const call = async (
    _connection: Connection,
    _spec: MessageSpec,
    { uuid }: { uuid: { msb: bigint; lsb: bigint } },
    decode: (bytes: Buffer, start: number, end: number) => void,
  ): Promise<void> => {
    asked.push(uuidText(uuid));
    const answer = answers.shift() ?? { namePartitionSequenceList: [], partitionUuidList: [] };
    if (answer instanceof Error) throw answer;
    const bytes = Buffer.isBuffer(answer) ? answer : encodeResponse(metadata, answer);
    decode(bytes, 0, bytes.length);
  };
  news = new NearCacheNews({
    calls: { call } as unknown as InternalCalls,
    clientUuids: OWN,
    members: () => members,
    connectionTo: (memberUuid) => (connection === undefined || !smartRouting ? connection : to(memberUuid)),
    get smartRouting() {
      return smartRouting;
    },
    isHeard: () => isHeard,
    registrationsOf: (map) => (map === MAP ? [REGISTRATION] : []),
    onRecord: (registration, bytes, start, end) =>
      records.push({ registration, bytes: Buffer.from(bytes.subarray(start, end)) }),
    tell: (message) => told.push(message),
  });
});

/** The connection to a member, or to the first where there is none. */
function to(memberUuid: string): Connection {
  return unconnected === memberUuid ? connection! : ({ memberUuid } as Connection);
}

function member(number: number, liteMember = false): MemberDescription {
  return { uuid: `00000000-0000-0000-0000-00000000000${number}`, liteMember } as MemberDescription;
}

/** A key as it is serialized, with the hash of its partition in front. */
function keyOf(text: string, hash = 5): Buffer {
  const bytes = Buffer.alloc(8 + text.length);
  bytes.writeInt32BE(hash, 0);
  bytes.writeInt32BE(-11, DATA_TYPE_OFFSET);
  bytes.write(text, 8);
  return bytes;
}

type Batch = EventOf<typeof listener, 'IMapBatchInvalidation'>;

function batchOf(keys: Buffer[]): Batch {
  return {
    keys,
    sourceUuids: keys.map(() => LIFE),
    partitionUuids: keys.map(() => LIFE),
    sequences: keys.map((_, index) => BigInt(index)),
  };
}

function tell(batch: Batch): void {
  const bytes = encodeEvent(listener, 'IMapBatchInvalidation', batch);
  news.onEvent(REGISTRATION, bytes, 0, bytes.length);
}

function tellOne(key: Buffer | null, sequence: bigint, sourceUuid: WireUuid = LIFE): void {
  const event = { key, sourceUuid, partitionUuid: LIFE, sequence };
  const bytes = encodeEvent(listener, 'IMapInvalidation', event);
  news.onEvent(REGISTRATION, bytes, 0, bytes.length);
}

const kinds = (): number[] => records.map(({ bytes }) => bytes.readInt32LE(0));

interface Change {
  readonly hash: number;
  readonly isOwn: boolean;
  readonly sequence: bigint;
  /** Null: all keys. */
  readonly key: string | null;
}

function changesIn(bytes: Buffer): Change[] {
  const changes: Change[] = [];
  for (let at = INVALIDATION_HEADER; at < bytes.length;) {
    const length = bytes.readInt32LE(at);
    const key = at + CHANGE_HEADER;
    changes.push({
      hash: bytes.readInt32LE(at + 4),
      isOwn: bytes.readInt32LE(at + 8) === 1,
      sequence: bytes.readBigInt64LE(at + 28),
      key: length === ALL_KEYS ? null : bytes.toString('latin1', key + 4, key + length),
    });
    at = key + Math.max(0, length);
  }
  return changes;
}

const changes = (): Change[] => records.flatMap(({ bytes }) => changesIn(bytes));

function partitionsIn(bytes: Buffer): [partition: number, sequence: bigint][] {
  const count = (bytes.length - INVALIDATION_HEADER) / NUMBERED_LENGTH;
  return Array.from({ length: count }, (_, index): [number, bigint] => {
    const at = INVALIDATION_HEADER + index * NUMBERED_LENGTH;
    return [bytes.readInt32LE(at), bytes.readBigInt64LE(at + 20)];
  });
}

describe('changes', () => {
  test('come one at a time, with the hash of their key, and all keys as one change', () => {
    tellOne(keyOf('a', 9), 3n);
    tellOne(null, 4n);
    expect(kinds()).toEqual([InvalidationKind.CHANGED, InvalidationKind.CHANGED]);
    expect(changes()).toEqual([
      { hash: 9, isOwn: false, sequence: 3n, key: 'a' },
      { hash: 0, isOwn: false, sequence: 4n, key: null },
    ]);
  });

  test('of a batch come in their order, however many there are, in records that are short', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `k${index}`);
    tell(batchOf(keys.map((key) => keyOf(key))));
    expect(changes().map(({ key }) => key)).toEqual(keys);
    expect(changes().map(({ sequence }) => sequence)).toEqual(keys.map((_, index) => BigInt(index)));
    expect(Math.max(...records.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(SHORT);
    expect(records.length).toBeGreaterThan(500);
  });

  test("that a call of this client has made, by whichever of its shards, are told from others'", () => {
    const sources = [...OWN.map(wireUuid), LIFE];
    const keys = sources.map((_, index) => keyOf(`k${index}`));
    tell({ ...batchOf(keys), sourceUuids: sources });
    for (const source of sources) tellOne(keyOf('a'), 3n, source);
    expect(changes().map(({ isOwn }) => isOwn)).toEqual([true, true, false, true, true, false]);
  });
});

describe('changes that cannot be read', () => {
  test.each<[string, () => void]>([
    ['have fewer sequences than keys', () => tell({ ...batchOf([keyOf('a'), keyOf('b')]), sequences: [1n] })],
    ['have fewer sources than keys', () => tell({ ...batchOf([keyOf('a')]), sourceUuids: [] })],
    ['have fewer partitions than keys', () => tell({ ...batchOf([keyOf('a')]), partitionUuids: [] })],
    ['have more sequences than keys', () => tell({ ...batchOf([]), sequences: [1n] })],
    ['have a key that is shorter than its header', () => tell(batchOf([Buffer.alloc(7)]))],
    [
      'are of another message',
      () => {
        const bytes = encodeEvent(messages.map.addEntryListener, 'Entry', {
          key: null,
          value: null,
          oldValue: null,
          mergingValue: null,
          eventType: 1,
          uuid: LIFE,
          numberOfAffectedEntries: 1,
        });
        news.onEvent(REGISTRATION, bytes, 0, bytes.length);
      },
    ],
    [
      'end too early',
      () => {
        const bytes = encodeEvent(listener, 'IMapBatchInvalidation', batchOf([keyOf('a')]));
        news.onEvent(REGISTRATION, bytes, 0, bytes.length - 20);
      },
    ],
  ])('say so, and the next ones are read: they %s', (_, hostile) => {
    hostile();
    expect(kinds()).toEqual([InvalidationKind.UNREADABLE]);
    expect(told).toMatchObject([{ type: 'log', level: 'warn', source: 'NearCaches' }]);
    tellOne(keyOf('a'), 1n);
    expect(kinds().at(-1)).toBe(InvalidationKind.CHANGED);
  });

  test('behind some that can be read take nothing from those', () => {
    tell(batchOf([keyOf('a'), Buffer.alloc(3)]));
    expect(kinds()).toEqual([InvalidationKind.CHANGED, InvalidationKind.UNREADABLE]);
    expect(changesIn(records[0].bytes)).toMatchObject([{ key: 'a' }]);
  });

  test('name no key in the log', () => {
    tell({ ...batchOf([keyOf('secret')]), sequences: [] });
    expect(JSON.stringify(told)).not.toContain('secret');
  });
});

describe('what members have told of', () => {
  const uuids = (...partitions: number[]): [number, typeof LIFE][] => partitions.map((id) => [id, LIFE]);

  test('comes from each that may own partitions, 0 where nothing was told, and then the answer', async () => {
    members.push(member(3, true));
    answers = [
      { namePartitionSequenceList: [[MAP, [[0, 5n]]]], partitionUuidList: uuids(0, 2) },
      { namePartitionSequenceList: [['another', [[1, 9n]]]], partitionUuidList: uuids(1) },
    ];
    await news.ask([MAP, 'unknown']);
    expect(asked).toEqual([member(1).uuid, member(2).uuid]);
    expect(kinds()).toEqual([InvalidationKind.NUMBERED, InvalidationKind.NUMBERED]);
    expect(records.map(({ bytes }) => partitionsIn(bytes))).toEqual([
      [
        [0, 5n],
        [2, 0n],
      ],
      [[1, 0n]],
    ]);
    expect(told).toEqual([{ type: 'invalidations-asked', failure: null }]);
  });

  test('comes in short records, and partitions with any number are passed on', async () => {
    const hostile = [-1, 2 ** 31 - 1, -(2 ** 31)];
    const many = Array.from({ length: 10_000 }, (_, index) => index);
    answers = [
      {
        namePartitionSequenceList: [
          [
            MAP,
            [
              [-1, -(2n ** 63n)],
              [2 ** 31 - 1, 2n ** 63n - 1n],
            ],
          ],
        ],
        partitionUuidList: uuids(...hostile, ...many),
      },
    ];
    await news.ask([MAP]);
    const partitions = records.flatMap(({ bytes }) => partitionsIn(bytes));
    expect(partitions.map(([id]) => id)).toEqual([...hostile, ...many]);
    expect(partitions.slice(0, 2).map(([, sequence]) => sequence)).toEqual([-(2n ** 63n), 2n ** 63n - 1n]);
    expect(Math.max(...records.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(SHORT);
  });

  test('is incomplete when a member fails, and why is said', async () => {
    answers = [new Error('it is gone'), { namePartitionSequenceList: [], partitionUuidList: uuids(1) }];
    await news.ask([MAP]);
    expect(kinds()).toEqual([InvalidationKind.NUMBERED]);
    expect(told).toEqual([{ type: 'invalidations-asked', failure: 'it is gone' }]);
  });

  test('is incomplete when an answer cannot be read', async () => {
    answers = [encodeResponse(messages.map.size, { response: 1 })];
    await news.ask([MAP]);
    expect(told).toMatchObject([{ type: 'invalidations-asked', failure: expect.any(String) }]);
  });

  test('is incomplete without a connection, and without members that hold data', async () => {
    connection = undefined;
    await news.ask([MAP]);
    members = [member(3, true)];
    await news.ask([MAP]);
    expect(told).toEqual([
      { type: 'invalidations-asked', failure: `there is no connection to the member ${member(1).uuid}` },
      { type: 'invalidations-asked', failure: 'no member is known that holds data' },
    ]);
  });

  test('is incomplete while a member has no connection of its own, if each is to have one', async () => {
    unconnected = member(2).uuid;
    await news.ask([MAP]);
    expect(asked).toEqual([member(1).uuid]);
    const failure = `there is no connection to the member ${member(2).uuid}`;
    expect(told).toEqual([{ type: 'invalidations-asked', failure }]);
    smartRouting = false;
    await news.ask([MAP]);
    expect(told.at(-1)).toEqual({ type: 'invalidations-asked', failure: null });
  });

  test('is incomplete while a member does not tell of changes', async () => {
    isHeard = false;
    await news.ask([MAP]);
    const failure = `a member does not tell of changes of the map '${MAP}'`;
    expect(told).toEqual([{ type: 'invalidations-asked', failure }]);
  });
});
