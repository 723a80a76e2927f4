import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  CancellationError,
  HazelcastSqlException,
  OperationTimeoutError,
  type Client,
  type SqlResult,
  type SqlRowAsObject,
} from 'offloop';
import { countTurns, Direction } from '@offloop/tools';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { connect, eventually } from '../client/support/client-bench.js';
import { TimeLimit } from '../client/support/time-limit.js';
import { connectOfficial, type OfficialClient } from '../cluster/support/official.js';
import { failureOf } from './both.js';
import { isOpen, untilOpen } from './open-queries.js';
import { proxiedRealMember } from '../cluster/support/proxied-real-member.js';

const place = proxiedRealMember({ sql: true });
let client: Client;
let watcher: OfficialClient;

beforeEach(async () => {
  ({ client } = await connect(place.proxy.address));
  watcher = await connectOfficial(`127.0.0.1:${place.member.port}`);
});
afterEach(() => place.proxy.resume());

let marks = 0;

/** A stream whose query nobody else has. */
async function stream(options: object = {}): Promise<{ readonly result: SqlResult; readonly mark: string }> {
  const mark = `mark${marks++}x`;
  const sql = `SELECT v, '${mark}' m FROM TABLE(generate_stream(1000))`;
  const result = await client.getSql().execute(sql, [], { cursorBufferSize: 10, ...options });
  return { result, mark };
}

/** What reading to the end rejects with. */
async function endOf(result: SqlResult): Promise<unknown> {
  try {
    for (;;) {
      if ((await result.next()).done === true) return 'the end';
    }
  } catch (error) {
    return error;
  }
}

test('close ends the query on the member, at any time and as often as one likes', async () => {
  const { result, mark } = await stream();
  await result.next();
  await untilOpen([watcher], mark, true);
  const reading = endOf(result);
  await Promise.all([result.close(), result.close()]);
  await untilOpen([watcher], mark, false);
  expect(await reading).toMatchObject({ code: 1003 });
  await result.close();
  await expect(result.next()).rejects.toBeInstanceOf(HazelcastSqlException);
});

test('reading on after close is the error that the official client gives', async () => {
  const ends = await Promise.all(
    [client, watcher as unknown as Client].map(async (each) => {
      const sql = 'SELECT v FROM TABLE(generate_stream(1))';
      const result = await each.getSql().execute(sql, [], { cursorBufferSize: 1 });
      const reading = endOf(result);
      await result.close();
      return failureOf(await reading);
    }),
  );
  const [ours, theirs] = ends as { error: string; code: number; message: string }[];
  expect([ours.error, ours.code]).toEqual([theirs.error, theirs.code]);
  for (const { message } of [ours, theirs]) expect(message).toMatch(/^Query was cancelled by user/);
  expect(ours.code).toBe(1003);
});

test('leaving a loop ends the query on the member: over rows, and over pages', async () => {
  const rows = await stream();
  await untilOpen([watcher], rows.mark, true);
  for await (const row of rows.result) if (Number((row as SqlRowAsObject).v) >= 25) break;
  await untilOpen([watcher], rows.mark, false);
  const pages = await stream();
  await untilOpen([watcher], pages.mark, true);
  for await (const page of pages.result.pages()) if (page.length > 0) break;
  await untilOpen([watcher], pages.mark, false);
  expect([await isOpen(watcher, rows.mark), await isOpen(watcher, pages.mark)]).toEqual([false, false]);
});

test('a timeout ends the query on the member, and what waits for it rejects', async () => {
  const { result, mark } = await stream({ timeout: 1500 });
  await untilOpen([watcher], mark, true);
  expect(await endOf(result)).toBeInstanceOf(OperationTimeoutError);
  await untilOpen([watcher], mark, false);
});

test('a query whose call is aborted before its answer is closed, too', async () => {
  const mark = `mark${marks++}x`;
  const controller = new AbortController();
  place.proxy.dropPackets(Direction.DOWNSTREAM);
  const call = client
    .getSql()
    .execute(`SELECT v, '${mark}' m FROM TABLE(generate_stream(1000))`, [], { signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toBeInstanceOf(CancellationError);
  place.proxy.resume();
  // The member answers a statement after those before it, so both are there by then.
  await (await client.getSql().execute('SELECT 1')).close();
  await untilOpen([watcher], mark, false);
});

test('a result that nobody holds any more has its query closed', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const mark = await (async () => {
    const left = await stream();
    await left.result.next();
    return left.mark;
  })();
  await untilOpen([watcher], mark, true);
  const limit = new TimeLimit('the query to be closed');
  do {
    limit.check();
    collect();
  } while (await isOpen(watcher, mark));
  expect(await isOpen(watcher, mark)).toBe(false);
});

/** Reads some rows of a stream with each client; `lose` takes the member away. @returns what both reject with when they read on */
async function afterLoss(
  lose: () => void | Promise<void>,
): Promise<readonly [ours: unknown, theirs: unknown]> {
  const official = await connectOfficial(place.proxy.address);
  const sql = 'SELECT v FROM TABLE(generate_stream(1000))';
  const results = await Promise.all(
    [client, official as unknown as Client].map((each) =>
      each.getSql().execute(sql, [], { cursorBufferSize: 10 }),
    ),
  );
  for (const result of results) {
    for (let i = 0; i < 25; i++) await result.next();
  }
  const ends = results.map(endOf);
  await lose();
  const [ours, theirs] = await Promise.all(ends);
  await results[0].close();
  return [ours, theirs];
}

/** Ours is what the official client gives, and says more: how many rows came before. */
function checkLoss(ours: unknown, theirs: unknown): void {
  const { error, code } = failureOf(theirs) as { error: string; code: number };
  expect(failureOf(ours)).toMatchObject({ error, code: 1001 });
  // Where its write fails before it has noticed the loss, the official client knows no better than -1.
  expect([1001, -1]).toContain(code);
  const { rowsRead, message } = ours as HazelcastSqlException;
  expect(rowsRead).toBeGreaterThanOrEqual(25);
  expect(message).toContain(`after ${rowsRead} rows were read`);
}

test('a connection that is cut in the middle of a result is the error that the official client gives, and says what was read', async () => {
  const [ours, theirs] = await afterLoss(() => place.proxy.cutAll());
  checkLoss(ours, theirs);
  const result = await onceConnected(() => client.getSql().execute('SELECT 1 n'));
  expect(await result.next()).toEqual({ done: false, value: { n: 1 } });
});

/** Tries a statement until the client has a connection again. Its state may tell of the loss only after the statement that was cut. */
async function onceConnected(execute: () => Promise<SqlResult>): Promise<SqlResult> {
  await eventually(() => client.health().connected);
  try {
    return await execute();
  } catch (error) {
    if ((error as HazelcastSqlException).code !== 1001) throw error;
    return onceConnected(execute);
  }
}

test('without prefetch no page is asked for before its first row is', async () => {
  const { result } = await stream({ prefetch: false });
  const before = client.stats().shards[0].inFlight;
  for (let i = 0; i < 9; i++) await result.next();
  expect(client.stats().shards[0].inFlight).toBe(before);
  await result.close();
});

test('a slow reader holds back the fetch: one page is asked for ahead, and no row is lost', async () => {
  let fetches = 0;
  const listener = (message: unknown): void => {
    const { structure, operation } = message as Record<string, string | undefined>;
    if (structure === 'sql' && operation === 'fetch') fetches++;
  };
  subscribe('tracing:offloop:call:start', listener);
  onTestFinished(() => void unsubscribe('tracing:offloop:call:start', listener));
  const { result } = await stream();
  const rows: string[] = [];
  const read = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const { value } = await result.next();
      rows.push(String((value as SqlRowAsObject).v));
    }
  };
  // The first pages of a stream may be empty.
  await read(1);
  const ahead = fetches;
  // The member has rows for many pages by the time it has answered these.
  for (let i = 0; i < 20; i++) {
    await (await client.getSql().execute('SELECT 1')).close();
  }
  expect(fetches).toBe(ahead);
  await read(34);
  expect(fetches).toBeGreaterThan(ahead);
  expect(rows).toEqual(Array.from({ length: 35 }, (_, v) => String(v)));
  await result.close();
});

/** Reads all rows. @returns how many, their sum, and the most that were read between two turns of the loop. */
async function readAll(
  result: AsyncIterable<unknown>,
  work: (row: number) => void = () => undefined,
): Promise<{ readonly rows: number; readonly sum: number; readonly longest: number }> {
  const count = countTurns();
  let [rows, sum, inTurn, longest, last] = [0, 0, 0, 0, count.turns];
  for await (const row of result) {
    inTurn = count.turns === last ? inTurn + 1 : 1;
    last = count.turns;
    longest = Math.max(longest, inTurn);
    sum += Number((row as SqlRowAsObject).v);
    work(++rows);
  }
  count.stop();
  return { rows, sum, longest };
}

const sumUpTo = (rows: number): number => (rows * (rows + 1)) / 2;

test('a page of 300,000 rows holds the loop no longer than a slice', { timeout: 180_000 }, async () => {
  const rows = 300_000;
  const sql = `SELECT v, 'some text' t FROM TABLE(generate_series(1, ${rows}))`;
  const result = await client.getSql().execute(sql, [], { cursorBufferSize: rows });
  const met = await readAll(result);
  expect(met).toMatchObject({ rows, sum: sumUpTo(rows) });
  // At a hundred nanoseconds a row, a slice of two milliseconds has 20,000.
  expect(met.longest).toBeLessThan(100_000);
});

test(
  'a million rows are those of the official client, with flat memory, and the loop turns between slices of them',
  { timeout: 180_000 },
  async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const rows = 1_000_000;
    const sql = `SELECT v, 'some text' t, v + 1 w FROM TABLE(generate_series(1, ${rows}))`;
    const held = (): number => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    let early = 0;
    const result = await client.getSql().execute(sql);
    const met = await readAll(result, (row) => {
      if (row === rows / 4) early = held();
    });
    // Three quarters of the rows, in their pages, have more than 20 MB.
    expect(held() - early).toBeLessThan(10 * 2 ** 20);
    expect(met.longest).toBeLessThan(rows / 10);
    const theirs = await (watcher as unknown as Client).getSql().execute(sql);
    const { longest: _, ...expected } = await readAll(theirs);
    expect(met).toMatchObject(expected);
    expect(expected).toEqual({ rows, sum: sumUpTo(rows) });
  },
);

// Last: it takes the member away.
test('a member killed in the middle of a result is the error that the official client gives, and says what was read', async () => {
  const [ours, theirs] = await afterLoss(async () => {
    await watcher.shutdown();
    await place.member.kill();
  });
  checkLoss(ours, theirs);
  expect(ours).toBeInstanceOf(HazelcastSqlException);
});
