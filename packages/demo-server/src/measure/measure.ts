import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import type { Outcome } from '../figures/outcome.js';
import type { Task } from '../load/plan.js';
import { startFleet } from './fleet.js';
import { LoadChild } from './load-child.js';

/** One approach, and the load that is put on it. */
export interface Trial {
  readonly approach: Approach;
  readonly task: Task;
  readonly connections: number;
  /** Seconds of load before anything counts. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Requests a second; undefined if a connection is to send its next request when it has its answer. */
  readonly rate: number | undefined;
  /** Number of processes that share the port. */
  readonly fork: number;
}

/** Measures one approach in fresh processes, after a warm-up by the same load. Rejects if a process fails. */
export async function measure(grid: GridSettings, trial: Trial): Promise<Outcome> {
  const { approach, task, connections, warmUpSeconds, seconds, rate, fork } = trial;
  const fleet = await startFleet(grid, approach, fork);
  const child = new LoadChild();
  try {
    await child.ready();
    const ordered = rate === undefined ? {} : { rate };
    const order = { port: fleet.port, approach, task, connections, ...ordered };
    await child.turn({ ...order, seconds: warmUpSeconds, counts: false });
    fleet.reset();
    const { total: load } = await child.turn({ ...order, seconds, counts: true });
    const { report: server } = await fleet.rest();
    return { approach: approach.id, connections, load, server, ...ordered };
  } finally {
    await Promise.all([child.stop(), fleet.stop()]);
  }
}
