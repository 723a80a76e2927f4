import type { Member } from '@offloop/member';
import { rounds, seedOf, sqlPage, type SqlColumn } from '@offloop/tools';
import * as fc from 'fast-check';
import { HazelcastSqlException, OperationTimeoutError, type Client, type IMap } from 'offloop';
import { describe, expect, test } from 'vitest';

import { TimeLimit } from '../client/support/time-limit.js';
import { connected, executed, fetched, type Answer } from './raw-answers.js';

const seed = seedOf('hostile pages');
const INTEGER = 4;
const VARCHAR = 0;
const METADATA = [
  { name: 'n', type: INTEGER, nullable: true },
  { name: 't', type: VARCHAR, nullable: true },
];
const ROWS: SqlColumn[] = [
  { type: INTEGER, values: [1, null, 3] },
  { type: VARCHAR, values: ['a', 'Ж', null] },
];

/** What the worker says of a first page, and the client of a later one. */
const OTHER_COLUMNS = /columns of a page are not those/i;

/** What is lost with a connection is soon known. */
const SOON_SILENT = {
  'hazelcast.client.heartbeat.interval': 100,
  'hazelcast.client.heartbeat.timeout': 400,
};
/** What says, at the start of a response, which request it answers, and with what. */
const HEADER_BYTES = 24;

/** Damaged responses of one test. */
const RUNS = rounds({ short: 20, full: 60 });

/** Has the member answer the next statement and the next fetch; later ones by an error. */
function answerBy(member: Member, first: Answer, second: Answer): void {
  member.faults.add({ message: 'sql.execute', times: 1, action: { kind: 'raw', bytes: first } });
  member.faults.add({ message: 'sql.fetch', times: 1, action: { kind: 'raw', bytes: second } });
}

function answerWith(member: Member, first: Buffer, second: Buffer): void {
  answerBy(
    member,
    executed(METADATA, () => first),
    fetched(() => second),
  );
}

/** Reads a statement to its end. @returns its rows, or what it rejects with. */
async function outcome(client: Client, options: object = {}): Promise<unknown> {
  try {
    const result = await client.getSql().execute('SELECT', [], { cursorBufferSize: 3, ...options });
    const rows: unknown[] = [];
    for await (const row of result) rows.push(row);
    return rows;
  } catch (error) {
    return error;
  }
}

describe.each([0, 1, 2])('with workers: %i,', (workers) => {
  test.each<readonly [string, SqlColumn[], RegExp]>([
    ['with columns of different lengths', [ROWS[0], { type: VARCHAR, values: ['a'] }], /differ in rows/],
    ['of a type that there is not', [{ type: 99, values: ['a', 'b', 'c'] }], /unknown type/],
    [
      'with more rows than were asked for',
      [
        { type: INTEGER, values: [1, 2, 3, 4] },
        { type: VARCHAR, values: ['a', 'b', 'c', 'd'] },
      ],
      /more rows than were asked for/,
    ],
    ['with a column too few', [ROWS[0]], OTHER_COLUMNS],
    ['with a column too many', [...ROWS, ROWS[0]], OTHER_COLUMNS],
    ['with columns in another order', ROWS.toReversed(), OTHER_COLUMNS],
    ['without columns', [], OTHER_COLUMNS],
  ])('a page %s is refused, first or later, and its query is closed', async (_, columns, why) => {
    const { member, client } = await connected(workers);
    const closed = member.faults.add({ message: 'sql.close', action: { kind: 'delay', ms: 0 } });
    answerWith(member, sqlPage(columns, false), sqlPage(ROWS, true));
    const first = await outcome(client);
    expect(first).toBeInstanceOf(HazelcastSqlException);
    expect((first as HazelcastSqlException).message).toMatch(why);
    await closed.untilHit(1);
    member.faults.clear();
    const closedAgain = member.faults.add({ message: 'sql.close', action: { kind: 'delay', ms: 0 } });
    answerWith(member, sqlPage(ROWS, false), sqlPage(columns, false));
    const later = await outcome(client);
    expect(later).toBeInstanceOf(HazelcastSqlException);
    expect((later as HazelcastSqlException).message).toMatch(why);
    expect((later as HazelcastSqlException).rowsRead).toBe(3);
    await closedAgain.untilHit(1);
    const map = await client.getMap<string, string>('m');
    await map.set('k', 'v');
    expect(await map.get('k')).toBe('v');
  });

  /** Answers with damaged responses, and looks at what becomes of the statement, and of a call behind it. @returns how many were so */
  async function damagedResponses(placesOf: (whole: Buffer) => number[]): Promise<number> {
    const { member, client } = await connected(workers, SOON_SILENT);
    const map = await client.getMap<string, string>('m');
    await map.set('k', 'v');
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
    const damagedBy = (whole: Buffer, bytes: readonly (readonly [number, number])[]): Buffer => {
      const places = placesOf(whole);
      const damaged = Buffer.from(whole);
      for (const [at, value] of bytes) damaged[places[at % places.length]] = value;
      return damaged;
    };
    let runs = 0;
    const property = fc.asyncProperty(damage, fc.boolean(), async (bytes, isFirst) => {
      const first = executed(METADATA, () => sqlPage(ROWS, false));
      const second = fetched(() => sqlPage(ROWS, true));
      member.faults.clear();
      answerBy(
        member,
        isFirst ? (request) => damagedBy(first(request), bytes) : first,
        isFirst ? second : (request) => damagedBy(second(request), bytes),
      );
      // Of what is nobody's answer any more, or never ends, only a limit can tell.
      const met = await outcome(client, { timeout: 300 });
      const isKnown = met instanceof HazelcastSqlException || met instanceof OperationTimeoutError;
      expect(isKnown || Array.isArray(met)).toBe(true);
      expect(await untilRead(map)).toBe('v');
      runs++;
    });
    await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: true });
    return runs;
  }

  test('a response whose contents are damaged is rows or an SQL error, and calls go on', async () => {
    expect(await damagedResponses(contentsOf)).toBe(RUNS);
  });

  test(
    'a response with damaged flags, too, is rows or an SQL error, and calls go on',
    { timeout: 60_000 },
    async () => {
      expect(await damagedResponses((whole) => [...contentsOf(whole), ...flagsOf(whole)])).toBe(RUNS);
    },
  );
});

/** Reads the key 'k', again where a damaged message has swallowed the answer. */
async function untilRead(map: IMap<string, string>): Promise<string | null> {
  const limit = new TimeLimit('an answer');
  for (;;) {
    limit.check();
    try {
      return await map.get('k', { timeout: 1000 });
    } catch (error) {
      expect(error).toBeInstanceOf(OperationTimeoutError);
    }
  }
}

/** Where in a response bytes lie that are no frame's header, nor say which request it answers. */
function contentsOf(frames: Buffer): number[] {
  const places: number[] = [];
  for (let at = 0; at < frames.length; at += frames.readInt32LE(at)) {
    for (let i = Math.max(at + 6, HEADER_BYTES); i < at + frames.readInt32LE(at); i++) places.push(i);
  }
  return places;
}

/** Where in a response the flags of frames lie. A wrong length would swallow megabytes of answers, those to pings among them. */
function flagsOf(frames: Buffer): number[] {
  const places: number[] = [];
  for (let at = 0; at < frames.length; at += frames.readInt32LE(at)) places.push(at + 4, at + 5);
  return places;
}
