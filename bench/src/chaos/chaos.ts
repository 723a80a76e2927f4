import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../random.js';
import { ChaosCluster } from './cluster.js';
import { makeTrouble, type FaultCounts } from './faults.js';
import type { ChaosOptions } from './options.js';
import type { RunReport, RunRequest } from './run.js';

export interface ChaosReport extends RunReport {
  readonly faults: FaultCounts;
}

const RUN = fileURLToPath(new URL('../../dist/chaos/run.js', import.meta.url));

/**
 * One run: members, then the client in a process of its own, then faults for the time given.
 *
 * @param say told what happens, as it happens
 * @throws when a member does not start or the child fails: then nothing is said about the client
 */
export async function runChaos(options: ChaosOptions, say: (text: string) => void): Promise<ChaosReport> {
  const cluster = await ChaosCluster.start();
  try {
    const request: RunRequest = {
      client: options.client,
      addresses: cluster.addresses,
      seed: options.seed,
    };
    const child = fork(RUN, [JSON.stringify(request)]);
    try {
      const failed = once(child, 'exit').then(([code]) => {
        throw new Error(`the load ended with code ${code} before its report`);
      });
      // Nobody waits for it between two races.
      failed.catch(() => undefined);
      await Promise.race([once(child, 'message'), failed]);
      say('the load runs');
      const until = performance.now() + options.minutes * 60_000;
      const faults = await Promise.race([
        makeTrouble(cluster, createRandom(options.seed), until, say),
        failed,
      ]);
      say('no more faults');
      const reported = once(child, 'message');
      child.send('stop');
      const [report] = (await Promise.race([reported, failed])) as [RunReport];
      return { ...report, faults };
    } finally {
      child.kill('SIGKILL');
    }
  } finally {
    await cluster.stop();
  }
}
