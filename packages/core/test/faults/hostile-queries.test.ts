import { messages, type MessageSpec, type ResponseOf } from '@offloop/wire';
import { countTurns, seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { Aggregators, HazelcastSerializationError, Predicates, Projections, type IMap } from 'offloop';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, codeOf, connect, freshMap, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { encode } from '../../../values/test/serialization/encode.js';
import { answerWith, responseTo } from './support/scripted.js';
import { figuresOf } from '../client/support/figures.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const random = createRandom(seedOf('hostile queries'));
const TYPE_OFFSET = 6;
const FRAME_HEADER = 6;

const member = await embeddedMember();
afterEach(() => void vi.restoreAllMocks());

const { keySetWithPagingPredicate, entriesWithPagingPredicate, aggregate, project } = messages.map;
type KeyPage = ResponseOf<typeof keySetWithPagingPredicate>;
type EntryPage = ResponseOf<typeof entriesWithPagingPredicate>;

const NO_ANCHORS = { anchorPageList: [], anchorDataList: [] };
/** A string that says it is longer than its bytes. */
const UNREADABLE = Buffer.concat([encode('text').subarray(0, 8), Buffer.from([0x7f, 0, 0, 0, 0x61])]);
/** A type nobody knows. */
const UNKNOWN = Buffer.from([0, 0, 0, 0, 0xff, 0xff, 0xff, 0xb3, 0, 0, 0, 0]);

/** From now on the answer to this message. */
function answer<M extends MessageSpec>(
  message: string,
  spec: M,
  response: ResponseOf<M>,
  change = (bytes: Buffer): Buffer => bytes,
): void {
  answerWith(member, message, (request) => change(responseTo(request, spec, response)));
}

const answerKeys = (page: Partial<KeyPage>): void =>
  answer('map.keySetWithPagingPredicate', keySetWithPagingPredicate, {
    response: [],
    anchorDataList: NO_ANCHORS,
    ...page,
  });

const answerEntries = (page: Partial<EntryPage>): void =>
  answer('map.entriesWithPagingPredicate', entriesWithPagingPredicate, {
    response: [],
    anchorDataList: NO_ANCHORS,
    ...page,
  });

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let connected: Awaited<ReturnType<typeof connect>>;
  let map: IMap<string, string>;
  beforeEach(async () => {
    connected = await connect(member.address, { runtime: { workers } });
    map = await freshMap(connected.client);
  });
  /** Nothing is left of what went wrong: the same connection answers the next call. */
  afterEach(async () => {
    member.faults.clear();
    const size = await map.size();
    const { inFlight } = figuresOf(connected.client);
    const lost = connected.lifecycle.count('DISCONNECTED');
    if (size > 0 || inFlight > 0 || lost > 0)
      throw new Error(`${size} entries, ${inFlight} calls in flight and ${lost} connections lost`);
  });

  test('fewer pages than anchors, or more, are the call’s error', async () => {
    const anchor: [Buffer, Buffer] = [encode('k'), encode('v')];
    for (const anchorDataList of [
      { anchorPageList: [0], anchorDataList: [] },
      { anchorPageList: [], anchorDataList: [anchor] },
    ]) {
      answerKeys({ anchorDataList });
      const paging = Predicates.paging(null, 5);
      expect(await codeOf(map.keySetWithPredicate(paging))).toBe(Code.PROTOCOL);
      expect(paging.getAnchor()).toEqual([-1, null]);
      member.faults.clear();
    }
  });

  test('an anchor that cannot be read costs no page, only who asks for it', async () => {
    for (const damaged of [UNREADABLE, UNKNOWN]) {
      answerKeys({
        response: [encode('a')],
        anchorDataList: { anchorPageList: [0], anchorDataList: [[damaged, encode('v')]] },
      });
      const paging = Predicates.paging(null, 1);
      expect(await map.keySetWithPredicate(paging)).toEqual(['a']);
      paging.nextPage();
      expect(() => paging.getAnchor()).toThrow(HazelcastSerializationError);
      // It goes back as it came.
      expect(await map.keySetWithPredicate(paging)).toEqual(['a']);
      member.faults.clear();
    }
  });

  test('a page without anchors behind it is the call’s error', async () => {
    const ofType =
      ({ id }: MessageSpec) =>
      (bytes: Buffer): Buffer => {
        bytes.writeInt32LE(id + 1, TYPE_OFFSET);
        return bytes;
      };
    const { keySet, entrySet } = messages.map;
    answer(
      'map.keySetWithPagingPredicate',
      keySet,
      { response: [encode('a')] },
      ofType(keySetWithPagingPredicate),
    );
    expect(await codeOf(map.keySetWithPredicate(Predicates.paging(null, 1)))).toBe(Code.PROTOCOL);
    const pairs: [Buffer, Buffer][] = Array.from({ length: 5000 }, (_, i) => [encode(`${i}`), encode('v')]);
    answer(
      'map.entriesWithPagingPredicate',
      entrySet,
      { response: pairs },
      ofType(entriesWithPagingPredicate),
    );
    expect(await codeOf(map.entrySetWithPredicate(Predicates.paging(null, 1)))).toBe(Code.PROTOCOL);
  });

  test('an item that cannot be read is the error of its page, and of values only its own', async () => {
    answerKeys({ response: [encode('a'), UNREADABLE] });
    expect(await codeOf(map.keySetWithPredicate(Predicates.paging(null, 2)))).toBe(Code.SERIALIZATION);
    answerEntries({ response: [[encode('a'), UNKNOWN]] });
    expect(await codeOf(map.entrySetWithPredicate(Predicates.paging(null, 2)))).toBe(Code.SERIALIZATION);
    answer('map.valuesWithPagingPredicate', messages.map.valuesWithPagingPredicate, {
      response: [encode('a'), UNREADABLE],
      anchorDataList: NO_ANCHORS,
    });
    const values = await map.valuesWithPredicate(Predicates.paging(null, 2));
    expect(values.get(0)).toBe('a');
    expect(() => values.get(1)).toThrow(HazelcastSerializationError);
  });

  test('an aggregate or a projection that cannot be read is its call’s error', async () => {
    for (const damaged of [UNREADABLE, UNKNOWN]) {
      answer('map.aggregate', aggregate, { response: damaged });
      expect(await codeOf(map.aggregate(Aggregators.max()))).toBe(Code.SERIALIZATION);
      answer('map.project', project, { response: [encode('a'), null, damaged] });
      expect(await codeOf(map.project(Projections.singleAttribute('x')))).toBe(Code.SERIALIZATION);
      member.faults.clear();
    }
    answer('map.aggregate', aggregate, { response: null });
    expect(await map.aggregate(Aggregators.max())).toBeNull();
    answer('map.project', project, { response: [null, encode('a')] });
    expect(await map.project(Projections.singleAttribute('x'))).toEqual([null, 'a']);
    answer('map.aggregateWithPredicate', messages.map.keySet, { response: [encode('a')] });
    const all = Predicates.alwaysTrue();
    expect(await codeOf(map.aggregateWithPredicate(Aggregators.max(), all))).toBe(Code.PROTOCOL);
  });

  test('whatever bytes the frames of a page have, the call settles', async () => {
    for (let round = 0; round < 100; round++) {
      answer(
        'map.entriesWithPagingPredicate',
        entriesWithPagingPredicate,
        {
          response: [0, 1, 2].map((i): [Buffer, Buffer] => [encode(`key ${i}`), encode({ value: i })]),
          anchorDataList: {
            anchorPageList: [0, 1],
            anchorDataList: [0, 1].map((i): [Buffer, Buffer] => [encode(i), encode(`${i}`)]),
          },
        },
        damageContents,
      );
      const paging = Predicates.paging(null, 3);
      const code = await codeOf(map.entrySetWithPredicate(paging));
      // A date that does not exist is a RangeError, as officially, and has no code.
      expect(code).toMatch(new RegExp(`^(resolved|${Code.PROTOCOL}|${Code.SERIALIZATION}|RangeError: .*)$`));
      member.faults.clear();
    }
  });
});

/** Changes some bytes inside frames behind the first one; where frames begin and end stays. */
function damageContents(bytes: Buffer): Buffer {
  const places: number[] = [];
  let at = bytes.readInt32LE(0);
  while (at < bytes.length) {
    const end = at + bytes.readInt32LE(at);
    for (let place = at + FRAME_HEADER; place < end; place++) places.push(place);
    at = end;
  }
  for (let count = 1 + random.below(4); count > 0; count--)
    bytes[places[random.below(places.length)]] = random.below(256);
  return bytes;
}

test('a page of 10,000 entries is decoded in slices, with turns of the loop between them', async () => {
  const { map } = await connectMap<string, string>(member.address);
  const size = 10_000;
  const pairs = Array.from({ length: size }, (_, i): [Buffer, Buffer] => [
    encode(`key ${i}`),
    encode(`v${i}`),
  ]);
  const last: [Buffer, Buffer] = [encode('key 9999'), encode('v9999')];
  answerEntries({ response: pairs, anchorDataList: { anchorPageList: [0], anchorDataList: [last] } });
  // Each look at the clock ends a slice.
  const start = performance.now();
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => start + 3 * looks++);
  const paging = Predicates.paging(null, size);
  const asked = map.entrySetWithPredicate(paging);
  const count = countTurns();
  const entries = await asked;
  const turns = count.stop();
  expect(entries).toHaveLength(size);
  expect(entries[size - 1]).toEqual(['key 9999', 'v9999']);
  expect(paging.nextPage().getAnchor()).toEqual([0, ['key 9999', 'v9999']]);
  // 256 keys and values a slice.
  expect(turns).toBeGreaterThan((2 * size) / 256);
});
