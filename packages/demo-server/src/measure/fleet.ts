import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';

import type { Delays, Sample, ServerReport } from '../figures/sample.js';
import { startChild, wrapChild, type Child } from '@offloop/tools/measure';
import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';

export interface ApproachSettings {
  readonly grid: GridSettings;
  /** Its client is opened before the first request. */
  readonly approach: Approach;
  /** Milliseconds between samples. */
  readonly sampleMillis: number;
}

export type ToApproach =
  /** A run begins: figures from here on. */
  | { readonly type: 'reset' }
  /** It has ended. */
  | { readonly type: 'report' };

export type FromApproach =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'sample'; readonly sample: Sample }
  | { readonly type: 'report'; readonly report: ServerReport };

/** The processes of one approach: one, or several behind one port. */
export interface Fleet {
  readonly port: number;
  reset(): void;
  report(): Promise<ServerReport>;
  stop(): Promise<void>;
}

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
  // Where there are several processes, samples come from the first one alone.
  children[0].onMessage((message) => {
    if (message.type === 'sample') onSample(message.sample);
  });
  try {
    const ports = await Promise.all(children.map(listening));
    return {
      port: ports[0],
      reset: () => {
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

/** Several processes behind one port, as in the experiment that this repeats: `cluster` deals connections out in turn. */
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

/** Several processes as one: rates, CPU and memory add up; of delays the worst process's stands. */
function joinReports(reports: readonly ServerReport[]): ServerReport {
  const [first] = reports;
  const sum = (of: (report: ServerReport) => number | undefined): number =>
    reports.reduce((total, report) => total + (of(report) ?? 0), 0);
  const worst = (of: (report: ServerReport) => Delays | undefined): Delays => {
    const most = (part: keyof Delays): number => Math.max(...reports.map((each) => of(each)?.[part] ?? 0));
    return { p50: most('p50'), p99: most('p99'), max: most('max') };
  };
  return {
    ...first,
    answered: sum((each) => each.answered),
    failed: sum((each) => each.failed),
    loopDelay: worst((each) => each.loopDelay),
    utilization: sum((each) => each.utilization) / reports.length,
    processCpu: sum((each) => each.processCpu),
    peakRss: sum((each) => each.peakRss),
    memory: {
      rss: sum(({ memory }) => memory.rss),
      heap: sum(({ memory }) => memory.heap),
      external: sum(({ memory }) => memory.external),
    },
    // A figure that the system does not tell of one process is missing for all of them.
    ...(first.threadCpu === undefined ? {} : { threadCpu: sum((each) => each.threadCpu) }),
    ...(first.threadWait === undefined ? {} : { threadWait: sum((each) => each.threadWait) }),
    ...(first.heldDelay === undefined ? {} : { heldDelay: worst((each) => each.heldDelay) }),
  };
}
