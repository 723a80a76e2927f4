import type { Member } from '@offloop/member';
import { seedOf, sqlPage } from '@offloop/tools';
import * as fc from 'fast-check';
import type { HazelcastSqlException, SqlResult, SqlRowAsObject } from 'offloop';
import { describe, expect, test } from 'vitest';

import { eventually } from '../client/support/client-bench.js';
import { SqlErrorCode } from '../../src/sql/sql-error-code.js';
import { callsOf, expectInOrder } from './many-calls.js';
import { connected, executed, fetched } from './raw-answers.js';

const seed = seedOf('many calls of one result');
const INTEGER = 4;
const ROW_METADATA = [{ name: 'v', type: INTEGER, nullable: true }];
const RUNS = 200;

/** What becomes of a query before its last page. */
const ENDS = [
  'last page',
  'error',
  'connection lost',
  'close',
  'abort',
  'timeout',
  'silence, then close',
] as const;

/** Has the member answer one statement by rows with the numbers 1 to `rows` in pages of `pageRows`, and end it so after `pages` pages. */
function answer(
  member: Member,
  rows: number,
  pageRows: number,
  pages: number,
  end: (typeof ENDS)[number],
): void {
  let next = 1;
  const page = (): Buffer => {
    const values = Array.from({ length: Math.min(pageRows, rows - next + 1) }, () => next++);
    return sqlPage([{ type: INTEGER, values }], next > rows);
  };
  member.faults.clear();
  member.faults.add({
    message: 'sql.execute',
    times: 1,
    action: { kind: 'raw', bytes: executed(ROW_METADATA, page) },
  });
  // Each fetch meets the first rule that is not spent.
  const times = end === 'last page' ? {} : { times: pages };
  member.faults.add({ message: 'sql.fetch', ...times, action: { kind: 'raw', bytes: fetched(page) } });
  if (end === 'connection lost')
    member.faults.add({ message: 'sql.fetch', times: 1, action: { kind: 'close' } });
  // Otherwise the member answers that it has no SQL, or is silent.
  else if (end !== 'error') member.faults.add({ message: 'sql.fetch', action: { kind: 'swallow' } });
}

describe.each([0, 1, 2])('with workers: %i,', (workers) => {
  test.each([true, false])(
    'nine calls at once on pages of seven get a row each (prefetch: %s)',
    async (prefetch) => {
      const { member, client } = await connected(workers);
      answer(member, 20, 7, 9, 'last page');
      const result = await client.getSql().execute('SELECT', [], { cursorBufferSize: 7, prefetch });
      const outcomes = await Promise.all([...callsOf(result, 9), ...callsOf(result, 20)]);
      expect(expectInOrder(outcomes)).toBe(20);
    },
  );

  test('4,096 calls at once on one page get a row each', async () => {
    const { member, client } = await connected(workers);
    answer(member, 4096, 4096, 1, 'last page');
    const result = await client.getSql().execute('SELECT');
    expect(expectInOrder(await Promise.all(callsOf(result, 5000)))).toBe(4096);
  });

  test('pages and calls that read side by side share the rows, each once', async () => {
    const { member, client } = await connected(workers);
    answer(member, 500, 7, 100, 'last page');
    const result = await client.getSql().execute('SELECT', [], { cursorBufferSize: 7 });
    const met: number[] = [];
    const byPages = async (): Promise<void> => {
      for await (const rows of result.pages())
        for (const row of rows) met.push(Number((row as SqlRowAsObject)['v']));
    };
    const byRows = async (): Promise<void> => {
      for await (const row of result) met.push(Number((row as SqlRowAsObject)['v']));
    };
    await Promise.all([
      byPages(),
      byRows(),
      byPages(),
      byRows(),
      ...callsOf(result, 50).map(async (call) => {
        const outcome = await call;
        if (typeof outcome === 'number') met.push(outcome);
      }),
    ]);
    expect(met.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
  });

  test('every call settles, in order, whatever ends the query meanwhile', async () => {
    const { member, client } = await connected(workers);
    let runs = 0;
    let endBefore: (typeof ENDS)[number] = 'last page';
    const property = fc.asyncProperty(
      fc.record({
        calls: fc.constantFrom(1, 2, 3, 9, 50, 500, 5000),
        pageRows: fc.constantFrom(1, 2, 7, 100, 4096),
        pages: fc.integer({ min: 0, max: 4 }),
        end: fc.constantFrom(...ENDS),
        prefetch: fc.boolean(),
        turns: fc.integer({ min: 0, max: 3 }),
      }),
      async ({ calls, pageRows, pages, end, prefetch, turns }) => {
        const rows = end === 'last page' ? pageRows * pages + 1 : Infinity;
        const controller = new AbortController();
        const begun = async (): Promise<SqlResult> => {
          await eventually(() => client.health().connected);
          answer(member, rows, pageRows, pages, end);
          return client.getSql().execute('SELECT', [], {
            cursorBufferSize: pageRows,
            prefetch,
            signal: controller.signal,
            ...(end === 'timeout' ? { timeout: 300 } : {}),
          });
        };
        const result = await begun().catch((error: unknown) => {
          // The run before has the member close its connection, which may take until now: then the statement is refused.
          if (
            endBefore !== 'connection lost' ||
            (error as HazelcastSqlException).code !== SqlErrorCode.CONNECTION_PROBLEM
          )
            throw error;
          return begun();
        });
        endBefore = end;
        const all = callsOf(result, calls);
        for (let i = 0; i < turns; i++) {
          await new Promise(setImmediate);
          all.push(...callsOf(result, 3));
        }
        if (end.endsWith('close')) await result.close();
        if (end === 'abort') controller.abort();
        const outcomes = await Promise.all([...all, ...callsOf(result, 2)]);
        const got = expectInOrder(outcomes);
        // Where something else ended the query, any number may have come before.
        expect(got).toBeGreaterThanOrEqual(end === 'last page' ? Math.min(rows, outcomes.length) : 0);
        runs++;
        await result.close().catch(() => undefined);
      },
    );
    await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: true });
    expect(runs).toBe(RUNS);
  });
});
