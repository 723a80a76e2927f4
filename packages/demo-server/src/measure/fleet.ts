import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';

import type { Delays, Sample, ServerReport } from '../figures/sample.js';
import { startChild, wrapChild, type Child } from '@offloop/tools/measure';
import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';

export interface ApproachSettings {
  readonly grid: GridSettings;
  /** The approach that answers; its client is opened before the first request. */
  readonly approach: Approach;
}

export interface ToApproach {
  /** `reset`: a run begins. `rest`: a turn of it ends. `resume`: its next turn begins. The time between turns does not count. */
  readonly type: 'reset' | 'rest' | 'resume';
}

export type FromApproach =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'failed'; readonly reason: string }
  | ({ readonly type: 'rested' } & Seen);

/** The figures of a serving thread at the end of a turn. */
export interface Seen {
  /** Figures of the turn. */
  readonly sample: Sample;
  /** Figures of the run so far. */
  readonly report: ServerReport;
}

/** The processes of one approach: one, or several behind one port. */
export interface Fleet {
  readonly port: number;
  reset(): void;
  resume(): void;
  rest(): Promise<Seen>;
  stop(): Promise<void>;
}

type ApproachChild = Child<FromApproach, ToApproach>;

const MODULE = new URL('../approach-process.js', import.meta.url);

/**
 * Starts the processes of an approach, and resolves when all of them serve. Rejects with the reason if one cannot start, and if `signal` is
 * aborted before that.
 */
export async function startFleet(
  grid: GridSettings,
  approach: Approach,
  size: number,
  signal?: AbortSignal,
): Promise<Fleet> {
  const { address, catalogue } = grid;
  // Only the fields that can be sent to another process: a grid has functions, too.
  const settings: ApproachSettings = { grid: { address, catalogue }, approach };
  const children =
    size === 1 ? [startChild<FromApproach, ToApproach>(MODULE, settings)] : forked(settings, size);
  const stop = async (): Promise<void> => {
    await Promise.all(children.map((child) => child.stop()));
  };
  const tell = (type: ToApproach['type']): void => {
    for (const child of children) child.send({ type });
  };
  const abort = (): void => void stop();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const ports = await Promise.all(children.map(listening));
    return {
      port: ports[0],
      reset: () => tell('reset'),
      resume: () => tell('resume'),
      rest: async () => {
        const all = await Promise.all(children.map(rested));
        // Where there are several processes, the sample is of the first one alone.
        return { sample: all[0].sample, report: joinReports(all.map(({ report }) => report)) };
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts several processes behind one port, as in the experiment that this one repeats: `cluster` deals connections out in turn. */
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

async function rested(child: ApproachChild): Promise<Seen> {
  const answer = child.next('rested');
  child.send({ type: 'rest' });
  return await answer;
}

/** Makes one report of several processes' reports: counts, CPU time and memory are added up, delays are those of the worst process. */
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
