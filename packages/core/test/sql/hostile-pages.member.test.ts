import { startMember, type FaultyRequest, type Member } from '@offloop/member';
import { seedOf, sqlPage, type SqlColumn } from '@offloop/tools';
import { encodeResponse, messages } from '@offloop/wire/protocol';
import * as fc from 'fast-check';
import { HazelcastSqlException, type Client } from 'offloop';
import { describe, expect, onTestFinished, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';

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

/** The parts of a header that say which request is answered. */
function answering({ correlationId }: FaultyRequest): { correlationLow: number; correlationHigh: number } {
  return {
    correlationLow: Number(BigInt.asIntN(32, correlationId)),
    correlationHigh: Number(BigInt.asIntN(32, correlationId >> 32n)),
  };
}

/** Has the member answer the next statement with the first page, and the next fetch with the second; later ones by an error. */
function answerWith(member: Member, first: Buffer, second: Buffer): void {
  const fields = { rowMetadata: METADATA, updateCount: -1n, error: null };
  member.faults.add({
    message: 'sql.execute',
    times: 1,
    action: {
      kind: 'raw',
      bytes: (request) =>
        encodeResponse(messages.sql.execute, { ...fields, rowPage: first }, answering(request)),
    },
  });
  member.faults.add({
    message: 'sql.fetch',
    times: 1,
    action: {
      kind: 'raw',
      bytes: (request) =>
        encodeResponse(messages.sql.fetch, { rowPage: second, error: null }, answering(request)),
    },
  });
}

/** Reads a statement to its end. @returns its rows, or what it rejects with. */
async function outcome(client: Client): Promise<unknown> {
  try {
    const result = await client.getSql().execute('SELECT', [], { cursorBufferSize: 3 });
    const rows: unknown[] = [];
    for await (const row of result) rows.push(row);
    return rows;
  } catch (error) {
    return error;
  }
}

describe.each([0, 1, 2])('with workers: %i,', (workers) => {
  async function connected(): Promise<{ readonly member: Member; readonly client: Client }> {
    const member = await startMember({ log: () => undefined });
    onTestFinished(() => member.stop());
    const { client } = await connect(member.address, { runtime: { workers } });
    return { member, client };
  }

  test('pages of the member are rows', async () => {
    const { member, client } = await connected();
    answerWith(member, sqlPage(ROWS, false), sqlPage(ROWS, true));
    const page = [
      { n: 1, t: 'a' },
      { n: null, t: 'Ж' },
      { n: 3, t: null },
    ];
    expect(await outcome(client)).toEqual([...page, ...page]);
  });

  test.each<readonly [string, SqlColumn[]]>([
    ['with columns of different lengths', [ROWS[0], { type: VARCHAR, values: ['a'] }]],
    ['of a type that there is not', [{ type: 99, values: ['a', 'b', 'c'] }]],
    ['with more rows than were asked for', [{ type: INTEGER, values: [1, 2, 3, 4] }]],
  ])('a page %s is refused, first or later, and its query is closed', async (_, columns) => {
    const { member, client } = await connected();
    const closed = member.faults.add({ message: 'sql.close', action: { kind: 'delay', ms: 0 } });
    answerWith(member, sqlPage(columns, false), sqlPage(ROWS, true));
    expect(await outcome(client)).toBeInstanceOf(HazelcastSqlException);
    await closed.untilHit(1);
    member.faults.clear();
    const closedAgain = member.faults.add({ message: 'sql.close', action: { kind: 'delay', ms: 0 } });
    answerWith(member, sqlPage(ROWS, false), sqlPage(columns, false));
    const error = await outcome(client);
    expect(error).toBeInstanceOf(HazelcastSqlException);
    expect((error as HazelcastSqlException).rowsRead).toBe(3);
    await closedAgain.untilHit(1);
    const map = await client.getMap<string, string>('m');
    await map.set('k', 'v');
    expect(await map.get('k')).toBe('v');
  });

  test('a damaged page is rows or an SQL error, and calls go on', async () => {
    const { member, client } = await connected();
    const map = await client.getMap<string, number>('m');
    const whole = sqlPage(ROWS, true);
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 });
    let run = 0;
    const property = fc.asyncProperty(damage, async (bytes) => {
      const damaged = Buffer.from(whole);
      // Contents only: lengths and flags of frames are the connection's matter.
      const contents = contentsOf(whole);
      for (const [at, value] of bytes) damaged[contents[at % contents.length]] = value;
      member.faults.clear();
      answerWith(member, sqlPage(ROWS, false), damaged);
      const met = await outcome(client);
      expect(Array.isArray(met) || met instanceof HazelcastSqlException).toBe(true);
      await map.set('k', ++run);
      expect(await map.get('k')).toBe(run);
    });
    await fc.assert(property, { seed, numRuns: 100, endOnFailure: true });
  });
});

/** Where in these frames bytes lie that are no frame's header. */
function contentsOf(frames: Buffer): number[] {
  const places: number[] = [];
  for (let at = 0; at < frames.length;) {
    const length = frames.readInt32LE(at);
    for (let i = at + 6; i < at + length; i++) places.push(i);
    at += length;
  }
  return places;
}
