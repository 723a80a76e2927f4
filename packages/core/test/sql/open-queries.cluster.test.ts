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
import { Direction } from '@offloop/tools';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { TimeLimit } from '../client/support/time-limit.js';
import { connectOfficial, type OfficialClient } from '../cluster/support/official.js';
import { startProxiedMember, type ProxiedMember } from '../cluster/support/proxied-member.js';
import { isOpen } from './open-queries.js';

let place: ProxiedMember;
let client: Client;
let watcher: OfficialClient;

beforeAll(async () => {
  place = await startProxiedMember({ sql: true });
}, 180_000);
afterAll(() => place.stop());
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

/** Asks the member until it works on the query, or does not any more. */
async function untilOpen(mark: string, expected: boolean): Promise<void> {
  const limit = new TimeLimit(`the query to be ${expected ? 'open' : 'closed'}`);
  // One question after the other.
  // oxlint-disable-next-line no-await-in-loop
  while ((await isOpen(watcher, mark)) !== expected) limit.check();
}

/** What reading to the end rejects with. */
async function endOf(result: SqlResult): Promise<unknown> {
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      if ((await result.next()).done === true) return 'the end';
    }
  } catch (error) {
    return error;
  }
}

test('close ends the query on the member, at any time and as often as one likes', async () => {
  const { result, mark } = await stream();
  await result.next();
  await untilOpen(mark, true);
  const reading = endOf(result);
  await Promise.all([result.close(), result.close()]);
  await untilOpen(mark, false);
  expect(await reading).toMatchObject({ sqlCode: 1003 });
  await result.close();
  await expect(result.next()).rejects.toBeInstanceOf(HazelcastSqlException);
});

test('leaving a loop ends the query on the member: over rows, and over pages', async () => {
  const rows = await stream();
  await untilOpen(rows.mark, true);
  for await (const row of rows.result) if (Number((row as SqlRowAsObject).v) >= 25) break;
  await untilOpen(rows.mark, false);
  const pages = await stream();
  await untilOpen(pages.mark, true);
  for await (const page of pages.result.pages()) if (page.length > 0) break;
  await untilOpen(pages.mark, false);
  expect([await isOpen(watcher, rows.mark), await isOpen(watcher, pages.mark)]).toEqual([false, false]);
});

test('a signal ends the query on the member, and what waits for it rejects', async () => {
  const controller = new AbortController();
  const { result, mark } = await stream({ signal: controller.signal });
  await result.next();
  await untilOpen(mark, true);
  const reading = endOf(result);
  controller.abort(new Error('enough'));
  const error = await reading;
  expect(error).toBeInstanceOf(CancellationError);
  expect((error as Error).cause).toMatchObject({ message: 'enough' });
  await untilOpen(mark, false);
});

test('a timeout ends the query on the member, and what waits for it rejects', async () => {
  const { result, mark } = await stream({ timeout: 1500 });
  await untilOpen(mark, true);
  expect(await endOf(result)).toBeInstanceOf(OperationTimeoutError);
  await untilOpen(mark, false);
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
  await untilOpen(mark, false);
});

test('a result that nobody holds any more has its query closed', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const mark = await (async () => {
    const left = await stream();
    await left.result.next();
    return left.mark;
  })();
  await untilOpen(mark, true);
  const limit = new TimeLimit('the query to be closed');
  do {
    limit.check();
    collect();
    // oxlint-disable-next-line no-await-in-loop
  } while (await isOpen(watcher, mark));
  expect(await isOpen(watcher, mark)).toBe(false);
});

test('a connection lost between two pages is an error that says how many rows came before it', async () => {
  const { result } = await stream({ prefetch: false });
  for (let i = 0; i < 10; i++) await result.next();
  place.proxy.cutAll();
  const error = await endOf(result);
  expect(error).toBeInstanceOf(HazelcastSqlException);
  const { sqlCode, rowsRead } = error as HazelcastSqlException;
  expect(sqlCode).toBe(1001);
  expect(rowsRead).toBeGreaterThanOrEqual(10);
  expect((error as Error).message).toContain(`after ${rowsRead} rows were read`);
  await result.close();
  const { next } = await client
    .getSql()
    .execute('SELECT 1 n')
    .then((again) => ({ next: again.next.bind(again) }));
  expect(await next()).toEqual({ done: false, value: { n: 1 } });
});

test('without prefetch no page is asked for before its first row is', async () => {
  const { result } = await stream({ prefetch: false });
  const before = client.stats().shards[0].inFlight;
  for (let i = 0; i < 9; i++) await result.next();
  expect(client.stats().shards[0].inFlight).toBe(before);
  await result.close();
});

test('a page of 300,000 rows holds the loop no longer than a slice', { timeout: 180_000 }, async () => {
  const rows = 300_000;
  const result = await client
    .getSql()
    .execute(`SELECT v, 'some text' t FROM TABLE(generate_series(1, ${rows}))`, [], {
      cursorBufferSize: rows,
    });
  let turns = 0;
  const count = (): void => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  onTestFinished(() => clearImmediate(timer));
  let [read, between, longest] = [0, 0, 0];
  let last = turns;
  for await (const row of result) {
    between = turns === last ? between + 1 : 0;
    last = turns;
    longest = Math.max(longest, between);
    if (Number((row as SqlRowAsObject).v) > 0) read++;
  }
  expect(read).toBe(rows);
  // At a hundred nanoseconds a row, a slice of two milliseconds has 20,000.
  expect(longest).toBeLessThan(100_000);
  expect(turns).toBeGreaterThan(5);
});

test(
  'a million rows are read with flat memory, and the loop turns between slices of them',
  { timeout: 180_000 },
  async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const rows = 1_000_000;
    const result = await client
      .getSql()
      .execute(`SELECT v, 'some text' t, v + 1 w FROM TABLE(generate_series(1, ${rows}))`);
    const held = (): number => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    let turns = 0;
    const count = (): void => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    onTestFinished(() => clearImmediate(timer));
    let [read, inTurn, longest, last] = [0, 0, 0, 0];
    let early = 0;
    for await (const row of result) {
      inTurn = turns === last ? inTurn + 1 : 0;
      last = turns;
      longest = Math.max(longest, inTurn);
      if (Number((row as SqlRowAsObject).v) > 0) read++;
      if (read === rows / 4) early = held();
    }
    expect(read).toBe(rows);
    // Three quarters of the rows, in their pages, have more than 20 MB.
    expect(held() - early).toBeLessThan(10 * 2 ** 20);
    expect(longest).toBeLessThan(rows / 10);
  },
);

test(
  'a reader that works on each row holds the loop for a slice, not for a page',
  { timeout: 60_000 },
  async () => {
    const rows = 5_000;
    const sql = `SELECT v FROM TABLE(generate_series(1, ${rows}))`;
    const result = await client.getSql().execute(sql, [], { cursorBufferSize: rows });
    let turns = 0;
    const count = (): void => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    onTestFinished(() => clearImmediate(timer));
    let [read, inTurn, longest, last] = [0, 0, 0, turns];
    for await (const row of result) {
      const begun = performance.now();
      while (performance.now() < begun + 0.1);
      inTurn = turns === last ? inTurn + 1 : 1;
      last = turns;
      longest = Math.max(longest, inTurn);
      if (Number((row as SqlRowAsObject).v) > 0) read++;
    }
    expect(read).toBe(rows);
    // A slice of 2 ms has 20 of these, and the clock is looked at every 64 rows: before the slice, and when it is over.
    expect(longest).toBeLessThan(3 * 64);
  },
);

// Last: it takes the member away.
test('a member killed in the middle of a result is an error that says how many rows came before it', async () => {
  const { result } = await stream();
  for (let i = 0; i < 25; i++) await result.next();
  const reading = endOf(result);
  await watcher.shutdown();
  await place.member.kill();
  const error = await reading;
  expect(error).toMatchObject({ sqlCode: 1001 });
  expect((error as HazelcastSqlException).rowsRead).toBeGreaterThanOrEqual(25);
  await result.close();
});
