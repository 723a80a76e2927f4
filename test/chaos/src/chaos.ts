import { createRandom } from '@offloop/tools/random';
import { ChaosCluster } from './members/cluster.js';
import { makeTrouble, type FaultCounts } from './members/faults.js';
import { LoadProcess } from './load/load-process.js';
import type { ChaosOptions } from './options.js';
import type { RunReport, RunRequest } from './load/run.js';

export interface ChaosReport extends RunReport {
  readonly faults: FaultCounts;
}

/**
 * Makes one run: starts members, then the client in a process of its own, then faults for the time given.
 *
 * @param say is called with a text for each thing that happens
 * @throws if a member does not start or the child fails: the run says nothing about the client then
 */
export async function runChaos(options: ChaosOptions, say: (text: string) => void): Promise<ChaosReport> {
  const cluster = await ChaosCluster.start();
  try {
    const request: RunRequest = {
      client: options.client,
      addresses: cluster.addresses,
      seed: options.seed,
      acks: options.acks,
      workers: options.workers,
      nearCache: options.nearCache,
    };
    const load = new LoadProcess(request);
    try {
      await Promise.race([load.ready, load.failed]);
      say('the load runs');
      const until = performance.now() + options.minutes * 60_000;
      const trouble = makeTrouble(cluster, createRandom(options.seed), until, options.singleCuts, say);
      const faults = await Promise.race([trouble, load.failed]);
      say('no more faults');
      return { ...(await Promise.race([load.stop(), load.failed])), faults };
    } finally {
      load.kill();
    }
  } finally {
    await cluster.stop();
  }
}
