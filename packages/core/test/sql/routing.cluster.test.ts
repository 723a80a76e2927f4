import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { rounds, seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import type { Client, PortableReader, PortableWriter } from 'offloop';
import { expect, onTestFinished, test } from 'vitest';

import { Address, AddressSerializer, Employee, EmployeeSerializer } from '../calls/schemas/employee.js';
import { connect } from '../client/support/client-bench.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { outcomeOf, rowsOf } from './both.js';
import { sharedCluster } from '../cluster/support/shared-member.js';

const seed = seedOf('sql values');
const RUNS = rounds({ short: 20, full: 60 });
const cluster = sharedCluster();

async function change(client: Client, sql: string, params: unknown[] = []): Promise<void> {
  await client.getSql().execute(sql, params);
}

test('once the member has told which argument is the key, a lookup is answered by the owner of its key', async () => {
  const { client } = await connect(cluster.addresses[0], { serialization: { defaultNumberType: 'integer' } });
  await change(
    client,
    `CREATE MAPPING routed (__key INT, this VARCHAR) TYPE IMap OPTIONS ('keyFormat'='int', 'valueFormat'='varchar')`,
  );
  for (let key = 0; key < 40; key++)
    await change(client, 'SINK INTO routed VALUES (?, ?)', [key, `value ${key}`]);
  const sql = 'SELECT this FROM routed WHERE __key = ?';
  await rowsOf(await client.getSql().execute(sql, [0]));
  const answered: (string | undefined)[] = [];
  const listener = (message: unknown): void => {
    const { structure, operation, member } = message as Record<string, string | undefined>;
    if (structure === 'sql' && operation === 'execute') answered.push(member);
  };
  subscribe('tracing:offloop:call:asyncStart', listener);
  onTestFinished(() => void unsubscribe('tracing:offloop:call:asyncStart', listener));
  for (let key = 0; key < 40; key++) {
    expect(await rowsOf(await client.getSql().execute(sql, [key]))).toEqual([{ this: `value ${key}` }]);
  }
  const partitions = client.getPartitionService();
  const owners = Array.from({ length: 40 }, (_, key) =>
    String(partitions.getPartitionOwner(partitions.getPartitionId(key))),
  );
  expect(answered).toEqual(owners);
  expect(new Set(owners).size).toBe(2);
});

test('random values go there and come back as with the official client', async () => {
  const { ours, official } = await connectBoth(cluster.addresses[0]);
  const sql = `SELECT v, CAST(? AS VARCHAR) t, CAST(? AS INTEGER) i, CAST(? AS DOUBLE) d, CAST(? AS BOOLEAN) b
    FROM TABLE(generate_series(1, 2))`;
  const values = fc.tuple(
    fc.option(fc.string({ unit: 'grapheme', maxLength: 40 })),
    fc.option(fc.integer()),
    fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.option(fc.boolean()),
  );
  const property = fc.asyncProperty(values, async (params) => {
    const met = (await outcomeOf(ours, sql, [...params])) as { rows: Record<string, unknown>[] };
    expect(met).toEqual(await outcomeOf(official, sql, [...params]));
    expect(met.rows.map(({ t, i, b }) => [t, i, b])).toEqual(
      [1, 2].map(() => [params[0], params[1], params[3]]),
    );
  });
  await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: true });
});

test('random whole numbers, decimals, dates and times come as with the official client', async () => {
  const { ours, official } = await connectBoth(cluster.addresses[0]);
  const sql = `SELECT CAST(CAST(? AS VARCHAR) AS BIGINT) n, CAST(CAST(? AS VARCHAR) AS DECIMAL) c, CAST(CAST(? AS VARCHAR) AS DATE) d,
    CAST(CAST(? AS VARCHAR) AS TIME) t, CAST(CAST(? AS VARCHAR) AS TIMESTAMP) s, CAST(CAST(? AS VARCHAR) AS REAL) r`;
  const moment = fc.date({
    min: new Date('0001-01-01'),
    max: new Date('9999-12-31'),
    noInvalidDate: true,
  });
  const text = <T>(values: fc.Arbitrary<T>, form: (value: T) => string): fc.Arbitrary<string | null> =>
    fc.option(values.map(form));
  const values = fc.tuple(
    text(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), String),
    text(fc.tuple(fc.bigInt(-(10n ** 40n), 10n ** 40n), fc.nat(9)), ([whole, part]) => `${whole}.${part}`),
    text(moment, (at) => at.toISOString().slice(0, 10)),
    text(moment, (at) => at.toISOString().slice(11, 23)),
    text(moment, (at) => at.toISOString().slice(0, 23)),
    text(fc.float({ noNaN: true, noDefaultInfinity: true }), String),
  );
  const property = fc.asyncProperty(values, async (params) => {
    const met = await outcomeOf(ours, sql, [...params]);
    expect(met).toEqual(await outcomeOf(official, sql, [...params]));
    expect(met).toHaveProperty('rows');
  });
  await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: true });
});

/** A Portable, with the same fields for both clients. */
class Ship {
  readonly factoryId = 7;
  readonly classId = 1;
  name: string;
  crew: number;

  constructor(name = '', crew = 0) {
    this.name = name;
    this.crew = crew;
  }

  writePortable(writer: PortableWriter): void {
    writer.writeString('name', this.name);
    writer.writeInt('crew', this.crew);
  }

  readPortable(reader: PortableReader): void {
    this.name = reader.readString('name') ?? '';
    this.crew = reader.readInt('crew');
  }
}

test('a Portable object is a parameter, and a column, as with the official client', async () => {
  const { ours, official } = await connectBoth(cluster.addresses[0], {
    serialization: { portableFactories: { 7: () => new Ship() } },
  });
  const ship = new Ship('Fram', 13);
  await change(
    ours,
    `CREATE MAPPING ships (__key VARCHAR, name VARCHAR, crew INT) TYPE IMap OPTIONS ('keyFormat'='varchar',
     'valueFormat'='portable', 'valuePortableFactoryId'='7', 'valuePortableClassId'='1')`,
  );
  await (await ours.getMap<string, Ship>('ships')).set('k', ship);
  const statements: [string, unknown[]][] = [
    ['SELECT name, crew, this FROM ships', []],
    ['SELECT CAST(? AS OBJECT) o FROM TABLE(generate_series(1, 1))', [ship]],
  ];
  for (const [sql, params] of statements) {
    const met = await outcomeOf(ours, sql, params);
    expect(JSON.stringify(met)).toContain('Fram');
    expect(met).toEqual(await outcomeOf(official, sql, params));
  }
});

test('a Compact object is a parameter, and a column', async () => {
  const { client } = await connect(cluster.addresses[0], {
    serialization: { compact: { serializers: [new AddressSerializer(), new EmployeeSerializer()] } },
  });
  const employee = new Employee('Жan', 41, new Address('Oslo'));
  const result = await client
    .getSql()
    .execute('SELECT CAST(? AS OBJECT) o FROM TABLE(generate_series(1, 1))', [employee]);
  expect((await result.next()).value).toEqual({ o: employee });
  await change(
    client,
    `CREATE MAPPING staff (__key VARCHAR, name VARCHAR, age INT) TYPE IMap
     OPTIONS ('keyFormat'='varchar', 'valueFormat'='compact', 'valueCompactTypeName'='employee')`,
  );
  const staff = await client.getMap<string, Employee>('staff');
  await staff.set('k', employee);
  const rows = await client.getSql().execute('SELECT name, age, this FROM staff');
  expect((await rows.next()).value).toEqual({ name: 'Жan', age: 41, this: employee });
});
