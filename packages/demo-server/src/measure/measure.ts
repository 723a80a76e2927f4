import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import type { FromLoad, LoadOrder, ToLoad } from '../load/load.js';
import type { RunPhase } from '../figures/live-events.js';
import type { PingWindow } from '../figures/load-result.js';
import type { Task } from '../load/plan.js';
import type { Sample } from '../figures/sample.js';
import { startChild, type Child } from '@offloop/tools/measure';
import { startFleet, type Fleet } from './fleet.js';
import type { Outcome } from '../figures/outcome.js';

/** One approach, and the load that is put on it. */
export interface Trial {
  readonly approach: Approach;
  readonly task: Task;
  readonly connections: number;
  /** Seconds of load before anything counts. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Requests a second; undefined: a closed loop. */
  readonly rate: number | undefined;
  /** Processes that share the port. */
  readonly fork: number;
}

/** Where a trial is. */
export type Phase = Extract<RunPhase, 'starting' | 'warming up' | 'measuring'>;

export interface Watcher {
  onPhase?(phase: Phase): void;
  onSample?(sample: Sample): void;
  onPing?(ping: PingWindow): void;
}

const SAMPLE_MILLIS = 250;

type LoadChild = Child<FromLoad, ToLoad>;

/**
 * Measures one approach in fresh processes, after a lead of the same load. Ends early when the signal is aborted, with
 * what there is: undefined when nothing had been measured yet. Rejects when a process fails.
 */
export async function measure(
  grid: GridSettings,
  trial: Trial,
  watcher: Watcher = {},
  signal?: AbortSignal,
): Promise<Outcome | undefined> {
  const { approach, fork } = trial;
  watcher.onPhase?.('starting');
  const fleet = await startFleet(
    { grid: gridOf(grid), approach, sampleMillis: SAMPLE_MILLIS },
    fork,
    (sample) => watcher.onSample?.(sample),
  );
  const load = startChild<FromLoad, ToLoad>(new URL('../load-process.js', import.meta.url), {});
  const stop = (): void => load.send({ type: 'stop' });
  signal?.addEventListener('abort', stop);
  try {
    load.onMessage((message) => {
      if (message.type === 'ping') watcher.onPing?.(message.ping);
      if (message.type !== 'begun') return;
      fleet.reset();
      watcher.onPhase?.('measuring');
    });
    await load.next('ready');
    if (signal?.aborted === true) return undefined;
    watcher.onPhase?.('warming up');
    const outcome = await run(fleet, load, orderOf(trial, fleet.port));
    return outcome.load.millis === 0 ? undefined : outcome;
  } finally {
    signal?.removeEventListener('abort', stop);
    await Promise.all([load.stop(), fleet.stop()]);
  }
}

function orderOf(trial: Trial, port: number): LoadOrder {
  const { approach, task, connections, warmUpSeconds, seconds, rate } = trial;
  const order = { port, approach, task, connections, leadSeconds: warmUpSeconds, seconds };
  return rate === undefined ? order : { ...order, rate };
}

async function run(fleet: Fleet, load: LoadChild, order: LoadOrder): Promise<Outcome> {
  const ended = load.next('loaded', 'failed');
  load.send({ type: 'load', order });
  const message = await ended;
  if (message.type === 'failed') throw new Error(`the load failed: ${message.reason}`);
  const { approach, connections, rate } = order;
  const server = await fleet.report();
  const ordered = rate === undefined ? {} : { rate };
  return { approach: approach.id, connections, load: message.result, server, ...ordered };
}

/** Without what cannot cross to another process. */
function gridOf({ address, catalogue }: GridSettings): GridSettings {
  return { address, catalogue };
}
