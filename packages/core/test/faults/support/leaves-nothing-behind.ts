import type { Worker } from 'node:worker_threads';
import { FootprintWatch } from '@offloop/tools';
import { expect } from 'vitest';

import { eventually } from '../../client/support/client-bench.js';

/** Bytes by which the heap may move between two runs of the same thing. */
const HEAP_TOLERANCE = 4_000_000;
/** After so many looks, shared memory that is still there is held by something. */
const COLLECTIONS = 50;

const watch = new FootprintWatch();
let threads = 0;
process.on('worker', (worker: Worker) => {
  threads++;
  worker.once('exit', () => threads--);
});

/** How many of each kind of what keeps this process alive there are: sockets, timers, ports, threads. */
function resources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/**
 * Runs `body`, which shuts down what it starts, twice, and holds that threads, sockets, timers and shared memory are
 * then what they were, and that the second run left no more on the heap than the first.
 */
export async function leavesNothingBehind(body: () => Promise<void>): Promise<void> {
  const before = { threads, resources: resources(), shared: (await watch.measure()).shared };
  const heaps: number[] = [];
  for (let run = 0; run < 2; run++) {
    await body();
    // Not more of any kind: fewer timers are the test runner's affair.
    await eventually(
      () =>
        threads === before.threads &&
        [...resources()].every(([kind, count]) => count <= (before.resources.get(kind) ?? 0)),
    );
    // The collector is not told of shared memory: it finds it when it comes by.
    let { heap, shared } = await watch.measure();
    for (let i = 0; shared > before.shared && i < COLLECTIONS; i++)
      ({ heap, shared } = await watch.measure());
    expect(shared).toBeLessThanOrEqual(before.shared);
    heaps.push(heap);
  }
  expect(heaps[1] - heaps[0]).toBeLessThan(HEAP_TOLERANCE);
}
