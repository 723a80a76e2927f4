import type { Client, SqlRowAsObject } from 'offloop';
import type { Opened } from '../clients/open.js';
import { Tier } from '../experiment.js';
import { check, type CallCell, type CallLoad } from '../load/call-load.js';

type SqlCell = CallCell<Opened<Client>>;

/** Returns a query for rows that the member makes without a map: what is measured is the way of rows to the program. */
const rowsUpTo = (count: number): string =>
  "SELECT v, 'name ' || CAST(v AS VARCHAR) AS name, CAST(v AS DOUBLE) / 4 AS amount, MOD(v, 1000) AS pieces, v > 10 AS isLate " +
  `FROM TABLE(generate_series(1, ${count}))`;

/** Checks the columns of a row. Members send rows in any order. @returns the number of the row */
function checkRow(row: unknown): number {
  const { v, name, amount, pieces, isLate } = row as SqlRowAsObject;
  const number = v as number;
  check(
    name === `name ${number}` && amount === number / 4 && pieces === number % 1000 && isLate === number > 10,
    `row ${number}`,
  );
  return number;
}

/** Returns the sum of the numbers of all rows, each there once. */
const sumUpTo = (count: number): number => (count * (count + 1)) / 2;

const rowsOf = async (client: Client, count: number): Promise<AsyncIterator<unknown>> =>
  (await client.getSql().execute(rowsUpTo(count)))[Symbol.asyncIterator]();

/** Makes a cell that reads whole results, one after another. An operation is a row. */
function whole(id: string, title: string, rows: number, concurrency: number, tier: Tier): SqlCell {
  return {
    id,
    title,
    tier,
    concurrency,
    timed: true,
    prepare: async ({ client }) => ({
      call: async () => {
        let sum = 0;
        for await (const row of await client.getSql().execute(rowsUpTo(rows))) sum += checkRow(row);
        check(sum === sumUpTo(rows), 'rows are missing, or there twice');
      },
      take: () => rows,
    }),
  };
}

const LONG = 100_000;
const ROWS_A_CALL = 1000;

/**
 * A cell that reads one long result after another, a part of it in each call, so that a window need not be many times as long as a result.
 */
const long: SqlCell = {
  id: 'rows-100000',
  title: '100,000 rows of 5 columns, c=1',
  tier: Tier.DEFAULT,
  concurrency: 1,
  prepare: async ({ client }) => {
    let rows = await rowsOf(client, LONG);
    let read = 0;
    let sum = 0;
    return {
      call: async () => {
        for (let i = 0; i < ROWS_A_CALL; i++) {
          const { done, value } = await rows.next();
          check(done !== true, `a result of ${read} rows`);
          sum += checkRow(value);
        }
        read += ROWS_A_CALL;
        if (read < LONG) return;
        check(sum === sumUpTo(LONG), 'rows are missing, or there twice');
        check((await rows.next()).done === true, 'more rows than there are');
        rows = await rowsOf(client, LONG);
        read = 0;
        sum = 0;
      },
      take: () => ROWS_A_CALL,
      end: async () => {
        await rows.return?.();
      },
    };
  },
};

const KEYS = 1000;

async function mapped({ client }: Opened<Client>, name: string): Promise<CallLoad> {
  const sql = client.getSql();
  const mapping =
    `CREATE OR REPLACE MAPPING "${name}" (__key VARCHAR, name VARCHAR, amount DOUBLE, pieces INT, isLate BOOLEAN) ` +
    "TYPE IMap OPTIONS ('keyFormat'='varchar', 'valueFormat'='json-flat')";
  await sql.execute(mapping);
  const map = await client.getMap<string, object>(name);
  const documentOf = (index: number): object => ({
    name: `name ${index}`,
    amount: index / 4,
    pieces: index,
    isLate: index > 10,
  });
  await map.setAll(
    Array.from({ length: KEYS }, (_, index): [string, object] => [`key-${index}`, documentOf(index)]),
  );
  return {
    call: async (turn) => {
      const index = turn % KEYS;
      const result = await sql.execute(`SELECT * FROM "${name}" WHERE __key = ?`, [`key-${index}`]);
      let rows = 0;
      for await (const row of result) {
        rows++;
        check((row as SqlRowAsObject)['pieces'] === index, `key-${index}`);
      }
      check(rows === 1, `${rows} rows`);
    },
    end: async () => {
      await map.destroy();
      await sql.execute(`DROP MAPPING "${name}"`);
    },
  };
}

const point: SqlCell = {
  id: 'by-key-c64',
  title: 'a row of 5 columns by its key, c=64',
  tier: Tier.QUICK,
  concurrency: 64,
  timed: true,
  prepare: mapped,
};

export const SQL_CELLS: readonly SqlCell[] = [
  whole('rows-1000', '1,000 rows of 5 columns, c=1', 1000, 1, Tier.DEFAULT),
  long,
  whole('rows-10-c64', '10 rows of 5 columns, c=64', 10, 64, Tier.QUICK),
  point,
];
