import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startRealCluster, type RealCluster } from '@offloop/tools';
import hazelcast from 'hazelcast-client';
import * as offloop from 'offloop';
import { HazelcastSqlException, SqlColumnType, type Client, type SqlRow, type SqlRowAsObject } from 'offloop';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import type { OfficialClient } from '../cluster/support/official.js';
import { runnableExamples } from '../../../../test/support/examples.js';
import { printedBy } from '../../../../test/support/page-tests.js';
import { runExample } from '../../../../test/support/run-example.js';
import { ROOT } from '../../../../test/support/workspace.js';
import { failureOf, outcomeOf, rowsOf } from './both.js';

/** The classes of values, of which each client has its own. */
type Values = Pick<
  typeof offloop,
  'BigDecimal' | 'HazelcastJsonValue' | 'LocalDate' | 'LocalDateTime' | 'LocalTime' | 'OffsetDateTime'
>;

let cluster: RealCluster;
let ours: Client;
let official: OfficialClient;

beforeAll(async () => {
  cluster = await startRealCluster(2, { sql: true });
}, 180_000);
afterAll(() => cluster.kill());
beforeEach(async () => {
  ({ ours, official } = await connectBoth(cluster.addresses[0]));
});

/** Executes a statement with both clients, and holds the one against the other. @returns what ours gave. */
async function same(
  sql: string,
  params: (values: Values) => unknown[] = () => [],
  options: object = {},
): Promise<{ readonly rows: readonly Record<string, unknown>[] }> {
  const met = await outcomeOf(ours, sql, params(offloop), options);
  const expected = await outcomeOf(official, sql, params(hazelcast as unknown as Values), options);
  expect(met).toEqual(expected);
  return met as { rows: Record<string, unknown>[] };
}

/** A statement that changes something, by one client alone. */
async function change(sql: string): Promise<void> {
  const result = await ours.getSql().execute(sql);
  expect(result.isRowSet()).toBe(false);
}

let names = 0;

/** A new map with numbers as keys, and a mapping for it. */
async function numbered(valueType: string, format: string): Promise<string> {
  const name = `numbered${names++}`;
  await change(
    `CREATE MAPPING ${name} (__key INT, this ${valueType}) TYPE IMap OPTIONS ('keyFormat'='int', 'valueFormat'='${format}')`,
  );
  return name;
}

/** An expression of each type that is never null, in terms of the whole number v from 1 on. */
const EXPRESSIONS: readonly (readonly [keyof typeof SqlColumnType, string])[] = [
  ['VARCHAR', "'text ' || CAST(v AS VARCHAR) || ' Жж😀'"],
  ['VARCHAR', 'CAST(v AS VARCHAR)'],
  ['BOOLEAN', 'v > 10'],
  ['TINYINT', 'CAST(v AS TINYINT)'],
  ['SMALLINT', 'CAST(-1000 * v AS SMALLINT)'],
  ['INTEGER', 'CAST(-100000 * v AS INTEGER)'],
  ['BIGINT', 'CAST(-10000000000 * v AS BIGINT)'],
  ['DECIMAL', 'CAST(v AS DECIMAL) / 8'],
  ['REAL', 'CAST(v AS REAL) / 4'],
  ['DOUBLE', 'CAST(v AS DOUBLE) / 3'],
  ['DATE', "CAST('2024-02-' || CAST(10 + MOD(v, 10) AS VARCHAR) AS DATE)"],
  ['TIME', "CAST('12:30:' || CAST(10 + MOD(v, 10) AS VARCHAR) AS TIME)"],
  ['TIMESTAMP', "CAST('1999-12-31T23:59:' || CAST(10 + MOD(v, 10) AS VARCHAR) AS TIMESTAMP)"],
  [
    'TIMESTAMP_WITH_TIME_ZONE',
    "CAST('2020-01-02T03:04:' || CAST(10 + MOD(v, 10) AS VARCHAR) || '-01:30' AS TIMESTAMP WITH TIME ZONE)",
  ],
  ['OBJECT', 'CAST(v AS OBJECT)'],
];

test.each(EXPRESSIONS)(
  'columns of the type %s hold what the official client has, nulls among them: %s',
  async (type, expression) => {
    const sql = `SELECT v, ${expression} present, CASE WHEN MOD(v, 3) = 0 THEN NULL ELSE ${expression} END mixed,
    CASE WHEN v < 0 THEN ${expression} END missing FROM TABLE(generate_series(1, 21))`;
    const { columns, rows } = (await same(sql)) as unknown as {
      columns: [string, number][];
      rows: unknown[];
    };
    expect(columns[1][1]).toBe(SqlColumnType[type]);
    expect(rows).toHaveLength(21);
  },
);

test('a column of nothing but null, and one of JSON, are as the official client has them', async () => {
  await same('SELECT v, NULL nothing FROM TABLE(generate_series(1, 20))');
  const name = await numbered('JSON', 'json');
  await change(`INSERT INTO ${name} VALUES (1, '{"a": [1, "Ж", null]}'), (2, '"text"'), (3, '3')`);
  await same(`SELECT * FROM ${name} ORDER BY __key`);
  const { rows } = await same(
    `SELECT JSON_VALUE(this, '$.a[1]') a, JSON_QUERY(this, '$.a' WITH WRAPPER) q FROM ${name} WHERE __key = 1`,
  );
  expect(rows[0]).toMatchObject({ a: 'Ж' });
});

test('a TINYINT below 0 is what it is: the official client reads it without its sign', async () => {
  const sql = 'SELECT CAST(-1 AS TINYINT) t';
  expect(await outcomeOf(ours, sql)).toMatchObject({ rows: [{ t: -1 }] });
  expect(await outcomeOf(official, sql)).toMatchObject({ rows: [{ t: 255 }] });
});

test.each<readonly [string, (values: Values) => unknown]>([
  ['VARCHAR', () => 'Жж text'],
  ['VARCHAR', () => ''],
  ['BOOLEAN', () => true],
  ['TINYINT', () => 7],
  ['SMALLINT', () => 300],
  ['INTEGER', () => -70_000],
  ['BIGINT', () => 2 ** 40],
  ['REAL', () => 0.5],
  ['DOUBLE', () => -1.25e300],
  ['DECIMAL', ({ BigDecimal }) => BigDecimal.fromString('-1234567890123456789.0123')],
  ['DECIMAL', () => 123n],
  ['DATE', ({ LocalDate }) => new LocalDate(2024, 2, 29)],
  ['TIME', ({ LocalTime }) => new LocalTime(23, 59, 58, 123_000_000)],
  ['TIMESTAMP', ({ LocalDateTime }) => LocalDateTime.from(1999, 12, 31, 1, 2, 3, 4_000_000)],
  [
    'TIMESTAMP WITH TIME ZONE',
    ({ OffsetDateTime }) => OffsetDateTime.from(2020, 1, 2, 3, 4, 5, 6_000_000, -5400),
  ],
  ['OBJECT', () => 'anything'],
  ['JSON', ({ HazelcastJsonValue }) => new HazelcastJsonValue('{"a":1}')],
  ['INTEGER', () => null],
  ['VARCHAR', () => null],
  ['BOOLEAN', () => 'no boolean'],
])('a parameter goes to the member as %s', async (type, value) => {
  const statement = `SELECT v, CAST(? AS ${type}) p FROM TABLE(generate_series(1, 2))`;
  const met = await outcomeOf(ours, statement, [value(offloop)]);
  const theirs = hazelcast as unknown as Values;
  expect(met).toEqual(await outcomeOf(official, statement, [value(theirs)]));
});

test.each<readonly [string, unknown[]]>([
  ['undefined', [undefined]],
  ['missing', Array(1)],
])('a parameter that is %s is refused, as by the official client', async (_, params) => {
  const met = await same('SELECT CAST(? AS INT) p', () => params);
  expect(met).toMatchObject({ code: -1, message: 'undefined cannot be serialized.' });
});

test('an empty result, one page, and many of them hold the same rows in the same order', async () => {
  expect((await same('SELECT * FROM TABLE(generate_series(2, 1))')).rows).toEqual([]);
  const sql = "SELECT v, 'row ' || CAST(v AS VARCHAR) t FROM TABLE(generate_series(1, 1000))";
  for (const cursorBufferSize of [1, 7, 999, 1000, 4096]) {
    // One after the other.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await same(sql, () => [], { cursorBufferSize });
    expect(rows).toHaveLength(1000);
  }
});

test('mappings are made, rows written, changed, found, sorted, joined and removed', async () => {
  const [name, other] = [await numbered('VARCHAR', 'varchar'), await numbered('VARCHAR', 'varchar')];
  const values = Array.from({ length: 50 }, (_, i) => `(${i}, 'value ${i % 7}')`);
  await change(`INSERT INTO ${name} VALUES ${values.join(', ')}`);
  await change(`INSERT INTO ${other} SELECT __key, this || '!' FROM ${name} WHERE __key < 10`);
  expect((await same(`SELECT * FROM ${name} ORDER BY this DESC, __key LIMIT 12 OFFSET 3`)).rows).toHaveLength(
    12,
  );
  expect((await same(`SELECT COUNT(*) n, MAX(this) m, SUM(__key) s FROM ${name}`)).rows).toHaveLength(1);
  expect((await same(`SELECT this FROM ${name} WHERE __key = CAST(? AS INT)`, () => [7])).rows).toHaveLength(
    1,
  );
  const joined = `SELECT a.__key, a.this, b.this that FROM ${name} a LEFT JOIN ${other} b ON a.__key = b.__key ORDER BY a.__key`;
  expect((await same(joined)).rows).toHaveLength(50);
  await same(`SELECT this, COUNT(*) n FROM ${name} GROUP BY this ORDER BY this`);
  await change(`UPDATE ${name} SET this = 'changed' WHERE __key = 3`);
  await change(`DELETE FROM ${name} WHERE __key = 4`);
  expect((await same(`SELECT * FROM ${name} WHERE __key IN (3, 4)`)).rows).toEqual([
    { __key: 3, this: 'changed' },
  ]);
  await same('SELECT table_name, mapping_type FROM information_schema.mappings ORDER BY table_name');
  await change(`DROP MAPPING ${name}`);
  await same(`SELECT * FROM ${name}`);
});

test('a lookup by key is right from any member, and goes to the owner once the member has told where the key is', async () => {
  // A key that is written as the member writes its own tells where it is.
  const { client } = await connect(cluster.addresses[0], { serialization: { defaultNumberType: 'integer' } });
  const name = await numbered('VARCHAR', 'varchar');
  const map = await ours.getMap<number, string>(name);
  for (let key = 0; key < 40; key++) await change(`SINK INTO ${name} VALUES (${key}, 'value ${key}')`);
  expect(await map.size()).toBe(40);
  for (let key = 0; key < 40; key++) {
    // One after the other.
    // oxlint-disable-next-line no-await-in-loop
    const result = await client.getSql().execute(`SELECT this FROM ${name} WHERE __key = ?`, [key]);
    // oxlint-disable-next-line no-await-in-loop
    expect(await rowsOf(result)).toEqual([{ this: `value ${key}` }]);
  }
});

test.each<readonly [string, string, readonly unknown[], object]>([
  ['a syntax error', 'SELEC 1', [], {}],
  ['a missing mapping', 'SELECT * FROM there_is_none', [], {}],
  ['a missing column', 'SELECT x FROM TABLE(generate_series(1, 2))', [], {}],
  ['a parameter too few', 'SELECT v FROM TABLE(generate_series(1, ?))', [], {}],
  ['a parameter too many', 'SELECT v FROM TABLE(generate_series(1, 2))', [1], {}],
  ['a division by 0', 'SELECT v / 0 FROM TABLE(generate_series(1, 2))', [], {}],
  ['rows where a count was expected', 'SELECT 1', [], { expectedResultType: 'UPDATE_COUNT' }],
  ['a count where rows were expected', 'DROP MAPPING IF EXISTS none', [], { expectedResultType: 'ROWS' }],
  [
    'a statement that is over its time',
    'SELECT * FROM TABLE(generate_stream(1))',
    [],
    { timeoutMillis: 300 },
  ],
  ['a schema that is not there', 'SELECT * FROM m', [], { schema: 'nowhere' }],
])('%s is the error that the official client gives', async (_, sql, params, options) => {
  const met = await outcomeOf(ours, sql, [...params], options);
  expect(met).toEqual(await outcomeOf(official, sql, [...params], options));
  expect(met).toMatchObject({ error: 'HazelcastSqlException' });
});

test('a map that has no mapping is an error whose suggestion makes one, and names the member', async () => {
  const map = await ours.getMap<string, string>('unmapped');
  await map.set('k', 'v');
  const error = await ours
    .getSql()
    .execute('SELECT * FROM unmapped')
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(HazelcastSqlException);
  const { suggestion, originatingMemberId, code } = error as HazelcastSqlException;
  expect(failureOf(error)).toEqual(await outcomeOf(official, 'SELECT * FROM unmapped'));
  expect(code).toBe(1010);
  expect(
    ours
      .getCluster()
      .getMembers()
      .map(({ uuid }) => String(uuid)),
  ).toContain(String(originatingMemberId));
  await change(suggestion!);
  expect((await same('SELECT * FROM unmapped')).rows).toEqual([{ __key: 'k', this: 'v' }]);
});

test('with returnRawResult rows give their values by name and index, as with the official client', async () => {
  const sql = "SELECT v, 'text' t, CAST(v AS OBJECT) o FROM TABLE(generate_series(1, 3)) ORDER BY v";
  const [met, expected] = await Promise.all(
    [ours, official as unknown as Client].map(async (client) => {
      const result = await client.getSql().execute(sql, [], { returnRawResult: true });
      const rows: SqlRow[] = [];
      for await (const row of result) rows.push(row as SqlRow);
      for (const row of rows) expect(row.getMetadata()).toBe(result.rowMetadata);
      return rows;
    }),
  );
  const valuesOf = (row: SqlRow): unknown[] => [
    row.getObject('v'),
    row.getObject(1),
    row.getObject('o'),
    row.getObject(9),
    row.getMetadata().findColumn('o'),
    row.getMetadata().getColumn(1)?.name,
  ];
  expect(met.map(valuesOf)).toEqual(expected.map(valuesOf));
  expect(met.map(valuesOf)[1]).toEqual([2, 'text', 2, undefined, 2, 't']);
  for (const [row] of [met, expected]) {
    expect(() => row.getObject('none')).toThrow(/^Could not find a column with name/);
    expect(() => row.getObject(true as never)).toThrow(/^Expected string or number for column argument/);
  }
});

test('executeStatement takes a statement whole, and a schema says where its names are', async () => {
  const name = await numbered('VARCHAR', 'varchar');
  const statement = {
    sql: 'SELECT table_name FROM mappings WHERE table_name = ?',
    params: [name],
    options: { schema: 'information_schema', expectedResultType: 'ROWS', cursorBufferSize: 1 },
  } as const;
  for (const client of [ours, official as unknown as Client]) {
    // One after the other.
    // oxlint-disable-next-line no-await-in-loop
    const result = await client.getSql().executeStatement({ ...statement, params: [...statement.params] });
    // oxlint-disable-next-line no-await-in-loop
    expect(await rowsOf(result)).toEqual([{ table_name: name }]);
  }
});

test('a row that is here costs no promise of its own', async () => {
  const result = await ours.getSql().execute('SELECT v FROM TABLE(generate_series(1, 10)) ORDER BY v');
  const iterator = result[Symbol.asyncIterator]();
  const [promises, values] = [new Set<unknown>(), [] as unknown[]];
  for (let row = 0; row < 10; row++) {
    const promise = iterator.next();
    promises.add(promise);
    // oxlint-disable-next-line no-await-in-loop
    values.push(((await promise).value as SqlRowAsObject).v);
  }
  expect(values).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // One more where the turn's time was over.
  expect(promises.size).toBeLessThan(4);
});

test('a stream gives its rows as they come, until it is closed', async () => {
  for (const client of [ours, official]) {
    // One after the other.
    // oxlint-disable-next-line no-await-in-loop
    const result = await (client as Client).getSql().execute('SELECT * FROM TABLE(generate_stream(200))');
    // oxlint-disable-next-line no-await-in-loop
    for (let i = 0; i < 100; i++) expect(String((await result.next()).value.v)).toBe(String(i));
    // oxlint-disable-next-line no-await-in-loop
    await result.close();
  }
});

test('the page on SQL does what it says', async () => {
  const page = 'docs/sql.md';
  const examples = runnableExamples(readFileSync(join(ROOT, page), 'utf8'));
  expect(examples).toHaveLength(1);
  for (const example of examples) {
    // oxlint-disable-next-line no-await-in-loop
    await runExample(page, example, cluster.addresses[0]);
  }
});

test('the example of SQL prints who ordered most', async () => {
  const printed = await printedBy('sql.mjs', cluster.addresses[0]);
  expect(printed.trim().split('\n')).toEqual(['Ada: 2 orders, 55 in all', 'Cleo: 1 orders, 40 in all']);
});
