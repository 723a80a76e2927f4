import { fileURLToPath } from 'node:url';
import { rounds, startRealCluster, type RealCluster } from '@offloop/tools';
import Long from 'long';
import { UUID, type Client } from 'offloop';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { runJava } from '../cluster/support/java-program.js';

const JAVA_CLIENT = fileURLToPath(new URL('support/CardinalityClient.java', import.meta.url));
const UUID_TEXT = '01234567-89ab-cdef-fedc-ba9876543210';

/** Items as the Java program reads them, and as this client takes them. */
const ITEMS: readonly (readonly [line: string, item: unknown])[] = [
  ['string\ta', 'a'],
  ['string\t', ''],
  ['string\teighteen characters', 'eighteen characters'],
  ['string\tGrüße, 東京 🙂', 'Grüße, 東京 🙂'],
  [`string\t${'x'.repeat(1000)}`, 'x'.repeat(1000)],
  ['double\t-7.5', -7.5],
  ['long\t9007199254740993', Long.fromString('9007199254740993')],
  ['boolean\ttrue', true],
  ['bytes\tbytes', Buffer.from('bytes')],
  [
    `uuid\t${UUID_TEXT}`,
    new UUID(
      Long.fromString('0123456789abcdef', 16),
      Long.fromString('fedcba9876543210', true, 16).toSigned(),
    ),
  ],
  ['json\t{"a":1}', { a: 1 }],
];

/** Three standard errors of a HyperLogLog with 2^14 registers. */
const TOLERANCE = (3 * 1.04) / 2 ** 7;

let cluster: RealCluster;
let client: Client;
beforeAll(async () => {
  cluster = await startRealCluster(2);
}, 180_000);
afterAll(() => cluster.kill());
beforeEach(async () => {
  ({ client } = await connect(cluster.addresses[0]));
});

test('items that a Java client has added are the same items here', async () => {
  const name = 'shared with Java';
  const estimator = await client.getCardinalityEstimator(name);
  const lines = ITEMS.map(([line]) => line);
  const estimates = await runJava(JAVA_CLIENT, [cluster.addresses[0], name], { lines });
  expect(estimates).toEqual(ITEMS.map((_, i) => String(i + 1)));
  for (const [, item] of ITEMS) {
    // oxlint-disable-next-line no-await-in-loop -- so that a failure names the item
    await estimator.add(item);
    // oxlint-disable-next-line no-await-in-loop
    expect([item, (await estimator.estimate()).toNumber()]).toEqual([item, ITEMS.length]);
  }
  await estimator.add('b');
  expect((await estimator.estimate()).toNumber()).toBe(ITEMS.length + 1);
});

test('estimates stay near the exact count, from few items to many', async () => {
  const estimator = await client.getCardinalityEstimator('near the exact count');
  let last = 0;
  for (const count of [1, 10, 100, 1000, 20_000, rounds({ short: 50_000, full: 500_000 })]) {
    for (let from = last; from < count; from += 1000) {
      const batch = Array.from({ length: Math.min(1000, count - from) }, (_, i) => `item ${from + i}`);
      // Each of them twice: the second time changes nothing.
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all([...batch, ...batch].map((item) => estimator.add(item)));
    }
    last = count;
    // oxlint-disable-next-line no-await-in-loop
    const estimate = (await estimator.estimate()).toNumber();
    expect(Math.abs(estimate - count) / count).toBeLessThan(TOLERANCE);
  }
});

test('values of two types with the same bytes are one item', async () => {
  const estimator = await client.getCardinalityEstimator('two types');
  await Promise.all(['a', Buffer.from('a')].map((item) => estimator.add(item)));
  expect((await estimator.estimate()).toNumber()).toBe(1);
});

test('what was added survives the member that held it', async () => {
  const estimators = await Promise.all(
    Array.from({ length: 10 }, (_, i) => client.getCardinalityEstimator(`survivor ${i}`)),
  );
  await Promise.all(estimators.flatMap((estimator) => ['a', 'b', 'c'].map((item) => estimator.add(item))));
  await cluster.members[1].kill();
  for (const estimator of estimators) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await estimator.estimate()).toNumber()).toBe(3);
  }
});
