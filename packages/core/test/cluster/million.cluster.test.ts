import { rounds, seedOf } from '@offloop/tools';
import { expect, test } from 'vitest';

import { connect, THREADS } from '../client/support/client-bench.js';
import { Flow } from './support/flow.js';
import { heldBytes } from './support/memory.js';
import { figuresOf } from '../client/support/figures.js';
import { proxiedRealMember } from './support/proxied-real-member.js';

const FLOWS = 32;
/** Long enough for all that grows to its working size: scratch buffers, tables, spilled buffers the worker has yet to collect. */
const WARM_UP = rounds({ short: 100_000, full: 300_000 });
const OPERATIONS = rounds({ short: 200_000, full: 1_000_000 });
const CUTS = rounds({ short: 10, full: 50 });
const REQUEST_RING_BYTES = 16 * 1024;
const COMPLETION_RING_BYTES = 32 * 1024;

const cluster = proxiedRealMember();

test(`${OPERATIONS} operations through full rings, spills and ${CUTS} lost connections keep every key's order`, async () => {
  const { client, lifecycle } = await connect(cluster.proxy.address, {
    runtime: {
      workers: THREADS,
      requestRingBytes: REQUEST_RING_BYTES,
      completionRingBytes: COMPLETION_RING_BYTES,
    },
  });
  const map = await client.getMap<string, unknown>('million');
  // Of the first calls on a partition that has no owner yet a member may carry out a later one first, with any client.
  await map.size();
  const seed = seedOf('operations of many flows');
  let ids = 0;
  const flows = Array.from({ length: FLOWS }, (_, i) => new Flow(map, i, seed, () => ++ids));
  const shard = (): ReturnType<typeof client.stats>['shards'][number] => figuresOf(client);
  let mostQueued = 0;

  const run = async (operations: number, cuts: number): Promise<void> => {
    let done = 0;
    let cut = 0;
    await Promise.all(
      flows.map(async (flow) => {
        while (done < operations) {
          const burst = flow.burst();
          mostQueued = Math.max(mostQueued, shard().queued);
          const calls = await burst;
          done += calls;
          if (cut < cuts && done > ((cut + 0.5) * operations) / cuts) {
            cut++;
            cluster.proxy.cutAll();
          }
        }
      }),
    );
  };

  await run(WARM_UP, CUTS);
  const before = await heldBytes();
  const begun = performance.now();
  await run(OPERATIONS, CUTS);
  const seconds = (performance.now() - begun) / 1000;
  const after = await heldBytes();

  const stats = shard();
  const lost = flows.reduce((sum, flow) => sum + flow.lost, 0);
  console.log(
    `${Math.round(OPERATIONS / seconds)} operations/s, ${lost} lost, ${stats.retries} retries, ` +
      `${stats.spills} spills, at most ${mostQueued} queued, ${before} -> ${after} bytes held`,
  );
  expect(stats).toMatchObject({ rescues: 0, inFlight: 0, inFlightBytes: 0, queued: 0, epoch: 0 });
  expect(Math.abs(after - before) / before).toBeLessThan(0.1);
  // What it was forced through did happen.
  const cuts = lifecycle.count('DISCONNECTED');
  expect(cuts).toBeGreaterThanOrEqual(2 * CUTS);
  // One worker may be back before another has noticed.
  expect(cuts).toBeLessThanOrEqual(2 * CUTS * THREADS);
  expect(stats.spills).toBeGreaterThan(OPERATIONS / 1000);
  expect(mostQueued).toBeGreaterThan(0);
  expect(lost).toBeGreaterThan(0);
});
