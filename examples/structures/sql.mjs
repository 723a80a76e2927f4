// Orders and who placed them: two maps that SQL joins, sums and sorts on the members.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const client = await Client.newHazelcastClient(config);
const sql = client.getSql();

const mapping = (name, columns) =>
  sql.execute(`CREATE OR REPLACE MAPPING "${name}" (__key INT, ${columns})
    TYPE IMap OPTIONS ('keyFormat' = 'int', 'valueFormat' = 'json-flat')`);
await mapping('example-customers', 'name VARCHAR');
await mapping('example-orders', 'customer INT, amount INT');
await sql.execute(`SINK INTO "example-customers" VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cleo')`);
await sql.execute(`SINK INTO "example-orders" VALUES (10, 1, 30), (11, 2, 20), (12, 1, 25), (13, 3, 40)`);

const best = await sql.execute(
  `SELECT c.name, COUNT(*) orders, SUM(o.amount) total
   FROM "example-orders" o JOIN "example-customers" c ON o.customer = c.__key
   WHERE o.amount > CAST(? AS INT) GROUP BY c.name ORDER BY total DESC`,
  [20],
);
for await (const { name, orders, total } of best) console.log(`${name}: ${orders} orders, ${total} in all`);

for (const name of ['example-customers', 'example-orders']) {
  await sql.execute(`DROP MAPPING "${name}"`);
  await (await client.getMap(name)).destroy();
}
await client.shutdown();
