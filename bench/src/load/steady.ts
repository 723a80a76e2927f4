import { setTimeout as delay } from 'node:timers/promises';
import type { BenchCounters } from '../clients/client.js';
import type { CellResult, Figures, Timing } from '../experiment.js';
import type { LoadState } from './flows.js';
import { openWindow } from './window.js';

/** A load that runs until it is told to stop. */
export interface SteadyLoad {
  readonly cell: string;
  readonly state: LoadState;
  /** Settles some time after `state.running` became false, or rejects with what went wrong. */
  readonly flows: Promise<void>;
  counters(): BenchCounters | null;
  /** What else is measured: it forgets the warm-up, and has its figures at the end of the window. */
  readonly latencies: { reset(): void; figures(): Figures } | null;
}

/** Only runs it: the warm-up of a process. */
export async function runSteady({ cell, state, flows }: SteadyLoad, seconds: number): Promise<void> {
  try {
    await untilOrFailed(seconds, flows);
    state.running = false;
    await flows;
  } catch (error) {
    throw new Error(`${cell}: ${String(error)}`, { cause: error });
  }
}

/** Measures a window of a load that goes on through warm-up and window without a stop, and then stops it. */
export async function measureSteady(load: SteadyLoad, timing: Timing): Promise<CellResult> {
  const { cell, state, flows } = load;
  try {
    await untilOrFailed(timing.cellWarmup, flows);
    const window = openWindow(() => load.counters());
    load.latencies?.reset();
    const before = state.operations;
    await untilOrFailed(timing.window, flows);
    const figures = { ...window.close(state.operations - before), ...load.latencies?.figures() };
    state.running = false;
    await flows;
    return { cell, figures, delayQuantiles: window.delayQuantiles() };
  } catch (error) {
    state.running = false;
    throw new Error(`${cell}: ${String(error)}`, { cause: error });
  }
}

/** Waits, but not for flows that have failed already. */
export async function untilOrFailed(seconds: number, flows: Promise<void>): Promise<void> {
  const timer = new AbortController();
  try {
    await Promise.race([delay(seconds * 1000, undefined, { signal: timer.signal }), flows]);
  } finally {
    timer.abort();
  }
}
