import { CancellationError, type Client, type SqlRowAsObject } from 'offloop';
import { describe, expect, test, vi } from 'vitest';

import { connect, THREADS } from '../client/support/client-bench.js';
import { workFor } from '../client/support/work-for.js';
import { connectOfficial, type OfficialClient } from '../cluster/support/official.js';
import { placeSaboteur } from '../faults/support/saboteur.js';
import { outcomeOf, rowsOf } from './both.js';
import { untilOpen } from './open-queries.js';
import { sharedCluster } from '../cluster/support/shared-member.js';

const cluster = sharedCluster();
let watchers: readonly OfficialClient[];
let marks = 0;

const SLOW_HEARTBEAT = {
  'hazelcast.client.heartbeat.interval': 100,
  'hazelcast.client.heartbeat.timeout': 400,
};

async function connected(workers: number, properties: object = {}): Promise<Client> {
  watchers = await Promise.all(cluster.addresses.map((address) => connectOfficial(address)));
  const { client } = await connect(cluster.addresses[0], {
    runtime: { workers },
    properties: { ...properties },
  });
  return client;
}

describe.each([0, 1, 2, 4])('with workers: %i,', (workers) => {
  test('results of many pages, read side by side, are those of the official client', async () => {
    const client = await connected(workers);
    const sql = "SELECT v, 'row ' || CAST(v AS VARCHAR) t FROM TABLE(generate_series(1, 500)) ORDER BY v";
    const options = { cursorBufferSize: 37 };
    const expected = await outcomeOf(watchers[0], sql, [], options);
    const met = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(client, sql, [], options)));
    for (const each of met) expect(each).toEqual(expected);
  });

  test('close, leaving a loop, and a signal end the query on its member', async () => {
    const client = await connected(workers);
    const stream = async (options: object = {}) => {
      const mark = `workers${workers}mark${marks++}x`;
      const sql = `SELECT v, '${mark}' m FROM TABLE(generate_stream(1000))`;
      const result = await client.getSql().execute(sql, [], { cursorBufferSize: 10, ...options });
      await untilOpen(watchers, mark, true);
      return { result, mark };
    };
    // More than once: members are chosen by chance.
    for (let i = 0; i < 4; i++) {
      const { result, mark } = await stream();
      for await (const row of result) if (Number((row as SqlRowAsObject).v) > 25) break;
      await untilOpen(watchers, mark, false);
    }
    const controller = new AbortController();
    const { result, mark } = await stream({ signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    const error: unknown = await rowsOf(result).catch((met: unknown) => met);
    expect(error).toBeInstanceOf(CancellationError);
    expect((error as Error).cause).toBe(reason);
    await untilOpen(watchers, mark, false);
  });

  test('errors, updates, and lookups by key are as with one worker', async () => {
    const client = await connected(workers);
    const name = `workers${workers}`;
    await client
      .getSql()
      .execute(
        `CREATE MAPPING ${name} (__key INT, this VARCHAR) TYPE IMap OPTIONS ('keyFormat'='int', 'valueFormat'='varchar')`,
      );
    for (let key = 0; key < 20; key++) {
      await client.getSql().execute(`SINK INTO ${name} VALUES (CAST(? AS INT), ?)`, [key, `value ${key}`]);
    }
    const sql = `SELECT this FROM ${name} WHERE __key = CAST(? AS INT)`;
    for (let key = 0; key < 20; key++) {
      expect(await rowsOf(await client.getSql().execute(sql, [key]))).toEqual([{ this: `value ${key}` }]);
    }
    for (const wrong of ['SELEC 1', 'SELECT * FROM there_is_none', `SELECT x FROM ${name}`]) {
      expect(await outcomeOf(client, wrong)).toEqual(await outcomeOf(watchers[0], wrong));
    }
  });
});

test('system views are those of the official client', async () => {
  const client = await connected(1);
  for (const sql of [
    'SELECT * FROM information_schema.mappings ORDER BY table_name',
    'SELECT * FROM information_schema.tables ORDER BY table_schema, table_name',
    'SELECT * FROM information_schema.columns ORDER BY table_schema, table_name, ordinal_position',
    'SHOW MAPPINGS',
    'SHOW JOBS',
  ]) {
    // Others change them meanwhile.
    await vi.waitFor(
      async () => {
        const met = await outcomeOf(client, sql);
        expect(met).toHaveProperty('rows');
        expect(met).toEqual(await outcomeOf(watchers[0], sql));
      },
      { timeout: 60_000 },
    );
  }
});

describe.each([1, 3])('with workers: %i,', (workers) => {
  test('the death of the worker that has the cursors ends them, and that of another does not', async () => {
    const saboteur = placeSaboteur();
    watchers = await Promise.all(cluster.addresses.map((address) => connectOfficial(address)));
    const { client, lifecycle } = await connect(cluster.addresses[0], { runtime: { workers } });
    const streams = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const mark = `dying${marks++}x`;
        const sql = `SELECT v, '${mark}' m FROM TABLE(generate_stream(100))`;
        const result = await client.getSql().execute(sql, [], { cursorBufferSize: 5 });
        return { mark, result };
      }),
    );
    const read = async (rows: number): Promise<void> => {
      for (const { result } of streams)
        for (let i = 0; i < rows; i++) expect(await result.next()).toMatchObject({ done: false });
    };
    await read(3);
    for (let other = 1; other < workers; other++) {
      saboteur.throwInShard(other);
      await lifecycle.until('CONNECTED', 1 + other);
      await read(12);
    }
    // One of them is being closed just then, the others are being read.
    const [first, ...others] = streams;
    const ends = others.map(async ({ result }) => {
      for (;;) await result.next();
    });
    saboteur.throwInShard(0);
    const closed = first.result.close();
    for (const outcome of await Promise.allSettled(ends)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 1001 } });
      expect((outcome as PromiseRejectedResult).reason.rowsRead).toBeGreaterThan(0);
    }
    await closed;
    for (const { mark, result } of streams) {
      await result.close();
      await untilOpen(watchers, mark, false);
    }
    // A statement does not wait for a connection.
    await lifecycle.until('CONNECTED', workers + 1);
    expect(await rowsOf(await client.getSql().execute('SELECT 1 AS v'))).toEqual([{ v: 1 }]);
  });
});

test('the query of a caller whose loop is blocked past the heartbeat timeout lives on', async () => {
  const client = await connected(THREADS, SLOW_HEARTBEAT);
  const mark = `blocked${marks++}x`;
  const result = await client
    .getSql()
    .execute(`SELECT v, '${mark}' m FROM TABLE(generate_stream(100))`, [], { cursorBufferSize: 10 });
  for (let i = 0; i < 15; i++) await result.next();
  workFor(2000);
  await untilOpen(watchers, mark, true);
  // The stream went on from where it was: no row is missing, and none comes twice.
  for (let i = 15; i < 60; i++) {
    const { value } = await result.next();
    expect(String((value as SqlRowAsObject).v)).toBe(String(i));
  }
  await result.close();
  await untilOpen(watchers, mark, false);
});
