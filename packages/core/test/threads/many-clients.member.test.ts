import { readdirSync } from 'node:fs';
import { rounds } from '@offloop/tools';
import { expect, test } from 'vitest';

import { Client, defineTransform } from 'offloop';
import { embeddedMember } from '../client/support/embedded-member.js';
import { testConfig } from '../client/support/client-bench.js';
import { leavesNothingBehind } from '../faults/support/leaves-nothing-behind.js';

/** Clients of each of two halves, which must be alike in what they leave. */
const CLIENTS = rounds({ short: 12, full: 50 });
/** Clients that there are at the same time. */
const GROUP = 4;
const WORKERS = 4;
/** Some for each worker of a client. */
const KEYS = Array.from({ length: 32 }, (_, i) => `k${i}`);

const member = await embeddedMember();

/** Open files and sockets, and the threads of the system. */
const HANDLES = ['/proc/self/fd', '/proc/self/task'];
const handles = (): number[] => HANDLES.map((folder) => readdirSync(folder).length);

const same = defineTransform<(value: number | null) => number | null>(
  'data:text/javascript,export default (value) => value',
);

/** A client that uses all its workers, in some of several ways, from its beginning to its end. */
async function live(number: number): Promise<void> {
  const { config } = testConfig(member.address, {
    runtime: { workers: WORKERS, transforms: { threads: 1 } },
    nearCaches: { 'near-*': {} },
  });
  const client = await Client.newHazelcastClient(config);
  const map = await client.getMap<string, number>(`${number % 2 === 0 ? 'near' : 'far'}-${number % 5}`);
  await map.addEntryListener({ updated: () => undefined });
  await Promise.all(KEYS.map((key, i) => map.set(key, i)));
  expect(await Promise.all(KEYS.map((key) => map.get(key)))).toEqual(KEYS.map((_, i) => i));
  expect(client.stats().shards).toHaveLength(WORKERS);
  expect(client.stats().total.connections).toBe(WORKERS);
  // One in four has a compute thread.
  const read = number % 4 === 0 ? map.getTransformed('k1', same) : map.get('k1');
  expect(await read).toBe(1);
  // Some end with calls under way.
  const last = number % 3 === 0 ? KEYS.map((key) => map.get(key).catch(() => undefined)) : [];
  await client.shutdown();
  await Promise.all(last);
}

test(`${2 * CLIENTS} clients with four workers each leave no thread, handle or memory`, async () => {
  const isLinux = process.platform === 'linux';
  // What the first ones make, and the process keeps.
  await Promise.all(Array.from({ length: GROUP }, (_, number) => live(number)));
  const before = isLinux ? handles() : [];
  await leavesNothingBehind(async () => {
    for (let first = 0; first < CLIENTS; first += GROUP) {
      // One group after the other.
      await Promise.all(Array.from({ length: GROUP }, (_, number) => live(first + number)));
    }
  });
  expect(member.connections).toBe(0);
  const more = (): number[] =>
    isLinux
      ? handles()
          .map((count, i) => count - before[i])
          .filter((count) => count > 0)
      : [];
  await expect.poll(more).toEqual([]);
}, 300_000);
