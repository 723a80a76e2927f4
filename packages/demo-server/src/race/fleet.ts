import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';

import type { Sample, ServerReport } from '../figures/sample.js';
import { startChild, wrapChild, type Child } from '../processes/child.js';
import type { ApproachSettings, FromApproach, ToApproach } from '../processes/approach.js';
import { joinReports, joinSamples } from './join-figures.js';

/** The processes of one approach: one, or several behind one port. */
export type Fleet = {
  readonly port: number;
  reset(): void;
  report(): Promise<ServerReport>;
  stop(): Promise<void>;
};

type ApproachChild = Child<FromApproach, ToApproach>;

const MODULE = new URL('../approach-process.js', import.meta.url);

/** Starts the processes and resolves when all of them serve. Rejects with what an approach says is wrong. */
export async function startFleet(
  settings: ApproachSettings,
  size: number,
  onSample: (sample: Sample) => void,
): Promise<Fleet> {
  const children =
    size === 1 ? [startChild<FromApproach, ToApproach>(MODULE, settings)] : forked(settings, size);
  const stop = async (): Promise<void> => {
    await Promise.all(children.map((child) => child.stop()));
  };
  const latest = new Map<ApproachChild, Sample>();
  for (const child of children) {
    child.onMessage((message) => {
      if (message.type !== 'sample') return;
      latest.set(child, message.sample);
      // The last of the processes to report ends the round; one that is blocked is not waited for twice.
      if (latest.size === children.length) {
        onSample(joinSamples([...latest.values()]));
        latest.clear();
      }
    });
  }
  try {
    const ports = await Promise.all(children.map(listening));
    return {
      port: ports[0],
      reset: () => {
        latest.clear();
        for (const child of children) child.send({ type: 'reset' });
      },
      report: async () => joinReports(await Promise.all(children.map(reported))),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** As the experiment that this repeats: `cluster` shares one port between processes and deals connections out in turn. */
function forked(settings: ApproachSettings, size: number): ApproachChild[] {
  cluster.setupPrimary({
    exec: fileURLToPath(MODULE),
    args: [JSON.stringify(settings)],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return Array.from({ length: size }, () => wrapChild(cluster.fork().process, MODULE.pathname));
}

async function listening(child: ApproachChild): Promise<number> {
  const message = await child.next('listening', 'failed');
  if (message.type === 'failed') throw new Error(message.reason);
  return message.port;
}

async function reported(child: ApproachChild): Promise<ServerReport> {
  const answer = child.next('report');
  child.send({ type: 'report' });
  return (await answer).report;
}
