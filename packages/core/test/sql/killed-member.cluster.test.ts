import { setImmediate as turn } from 'node:timers/promises';
import { CancellationError, HazelcastSqlException, type Client, type SqlResult } from 'offloop';
import { expect, onTestFinished, test } from 'vitest';

import { connect, eventually } from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';
import { TimeLimit } from '../client/support/time-limit.js';
import { connectOfficial } from '../cluster/support/official.js';
import { isOpen } from './open-queries.js';
import { realCluster } from '../cluster/support/members.js';

const cluster = realCluster(3, { sql: true, heap: '512m' });

const MAPPING = `CREATE MAPPING written (__key INT, this INT) TYPE IMap OPTIONS ('keyFormat'='int', 'valueFormat'='int')`;
const WORKERS = [0, 1, 2, 'auto'] as const;
type Workers = (typeof WORKERS)[number];

const markOf = (workers: Workers): string => `killed${workers}x`;

/** Rows that never end, from all members. */
function stream(client: Client, workers: Workers, options: object = {}): Promise<SqlResult> {
  const sql = `SELECT v, '${markOf(workers)}' m FROM TABLE(generate_stream(50))`;
  return client.getSql().execute(sql, [], { cursorBufferSize: 10, ...options });
}

/** Reads to the end. */
async function readAll(result: SqlResult): Promise<void> {
  while ((await result.next()).done !== true);
}

async function readPages(result: SqlResult): Promise<void> {
  for await (const rows of result.pages()) expect(rows.length).toBeGreaterThan(0);
}

/** Makes statements one after the other, until told to stop. @returns how many failed, each with an SQL error. */
async function statements(client: Client, isOver: () => boolean): Promise<number> {
  let [failed, key] = [0, 0];
  while (!isOver()) {
    try {
      const rows = await client.getSql().execute('SELECT v FROM TABLE(generate_series(1, 20))');
      await readAll(rows);
      await client.getSql().execute('SINK INTO written VALUES (CAST(? AS INT), 1)', [key++ % 100]);
    } catch (error) {
      if (!(error instanceof HazelcastSqlException)) throw error;
      failed++;
      // One that is refused takes no turn of the loop.
      await turn();
    }
  }
  return failed;
}

/** What a client does when the member dies, and what came of it. */
interface Work {
  readonly client: Client;
  readonly workers: Workers;
  /** Of those that read a stream to its end. */
  readonly ends: Promise<PromiseSettledResult<void>[]>;
  /** Statements that failed. */
  readonly failed: Promise<number>;
  /** To be called when the member is just being killed: begins to read, closes and aborts other streams. */
  goOn(): { readonly ends: Work['ends']; readonly others: Work['ends'] };
}

async function begin(client: Client, workers: Workers, isOver: () => boolean): Promise<Work> {
  const controller = new AbortController();
  const [read, paged, limited, left, closed, aborted] = await Promise.all([
    stream(client, workers),
    stream(client, workers),
    stream(client, workers, { timeout: 600_000 }),
    stream(client, workers, { prefetch: false }),
    stream(client, workers),
    stream(client, workers, { signal: controller.signal }),
  ]);
  return {
    client,
    workers,
    ends: Promise.allSettled([readAll(read), readPages(paged), readAll(limited)]),
    failed: statements(client, isOver),
    goOn: () => {
      controller.abort();
      return {
        ends: Promise.allSettled([readAll(left)]),
        others: Promise.allSettled([closed.close(), readAll(closed), readAll(aborted)]),
      };
    },
  };
}

test('with any number of workers, every call on a result settles when a member is killed', async () => {
  const [victim, ...survivors] = cluster.members;
  const works: Work[] = [];
  let isOver = false;
  onTestFinished(() => void (isOver = true));
  for (const workers of WORKERS) {
    const { client } = await connect(victim.address, { runtime: { workers } });
    if (works.length === 0) await client.getSql().execute(MAPPING);
    works.push(await begin(client, workers, () => isOver));
  }
  const killed = victim.kill();
  const after = works.map((each) => each.goOn());
  // A query of many members ends with any of them.
  for (const outcome of (await Promise.all([...works, ...after].map(({ ends }) => ends))).flat()) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(HazelcastSqlException) });
  }
  for (const outcome of (await Promise.all(after.map(({ others }) => others))).flat()) {
    if (outcome.status === 'fulfilled') continue;
    const { reason } = outcome;
    expect(reason instanceof HazelcastSqlException || reason instanceof CancellationError).toBe(true);
  }
  await killed;
  isOver = true;
  await Promise.all(works.map(({ failed }) => failed));
  const watchers = await Promise.all(survivors.map(({ address }) => connectOfficial(address)));
  for (const { client, workers } of works) {
    await untilExecuted(client);
    await eventually(() => figuresOf(client).inFlight === 0);
    const open = (): Promise<boolean[]> =>
      Promise.all(watchers.map((watcher) => isOpen(watcher, markOf(workers))));
    await expect.poll(open, { timeout: 60_000 }).toEqual([false, false]);
  }
}, 180_000);

/** Executes a statement, again while the members still part from the one that is gone. */
async function untilExecuted(client: Client): Promise<void> {
  const limit = new TimeLimit('a statement to be executed');
  for (;;) {
    limit.check();
    try {
      await readAll(await client.getSql().execute('SELECT * FROM written'));
      return;
    } catch (error) {
      if (!(error instanceof HazelcastSqlException)) throw error;
      await turn();
    }
  }
}
