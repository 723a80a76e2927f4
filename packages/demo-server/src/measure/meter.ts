import { performance } from 'node:perf_hooks';

import { LoopDelay, threadCpuMicros, threadWaitMicros } from '@offloop/tools/measure';

import type { ServerLoad } from '../http/server-load.js';
import type { ClientFigures, Sample, ServerReport } from '../figures/sample.js';
import { minus, NOTHING, plus, type Counters } from './counters.js';

type Mark = Counters & { readonly client: ClientFigures | undefined };

/** Measures the thread that it is made on: short windows for the charts, and the time since `reset`, both without pauses. */
export class Meter {
  readonly #load: ServerLoad;
  readonly #figures: () => ClientFigures | undefined;
  readonly #delay = new LoopDelay(threadWaitMicros);
  /** What was counted from `reset` to the last pause. */
  #before = NOTHING;
  /** Counters at the last `resume`; undefined in a pause. */
  #start: Mark | undefined;
  #last: Mark;
  #peakRss = 0;
  /** The worker's utilization, 0 to 1: each reading covers the time since the reading before. */
  #utilizations: number[] = [];

  constructor(load: ServerLoad, figures: () => ClientFigures | undefined) {
    this.#load = load;
    this.#figures = figures;
    this.#last = this.#start = this.#mark();
  }

  reset(): void {
    this.#before = NOTHING;
    this.#peakRss = 0;
    this.#utilizations = [];
    this.resume();
    this.#delay.reset();
  }

  /** Begins a pause: the time until `resume` does not count. */
  pause(): void {
    this.#before = this.#all(this.#mark());
    this.#start = undefined;
    this.#delay.stop();
  }

  resume(): void {
    this.#delay.start();
    this.#last = this.#start = this.#mark();
  }

  /** Returns the figures of the window since the last sample, or since `reset` or `resume`. */
  sample(): Sample {
    const now = this.#mark();
    const window = minus(now, this.#last);
    this.#last = now;
    const utilization = now.client?.workerUtilization;
    if (utilization !== undefined) this.#utilizations.push(utilization);
    return {
      at: this.#all(now).millis,
      loopDelay: this.#delay.takeWindow(),
      ...known('workerUtilization', utilization),
      ...known('wakeupsPerOperation', wakeupsPerOperation(window, now)),
    };
  }

  report(): ServerReport {
    const now = this.#mark();
    const all = this.#all(now);
    const { all: loopDelay, held } = this.#delay.run;
    const { heapUsed, external } = process.memoryUsage();
    return {
      seconds: all.millis / 1_000,
      answered: all.answered,
      loopDelay,
      ...known('heldDelay', held ?? undefined),
      utilization: all.active / (all.active + all.idle || 1),
      processCpu: all.processCpu,
      memory: { heap: heapUsed, external },
      peakRss: this.#peakRss,
      ...known('threadCpu', all.threadCpu),
      ...known('threadWait', all.threadWait),
      ...known('wakeupsPerOperation', wakeupsPerOperation(all, now)),
      ...known('workerUtilization', mean(this.#utilizations)),
      ...known('rescues', now.client?.rescues),
    };
  }

  stop(): void {
    this.#delay.stop();
  }

  /** Returns what was counted in all the time since `reset` that counts. */
  #all(now: Mark): Counters {
    return this.#start === undefined ? this.#before : plus(this.#before, minus(now, this.#start));
  }

  #mark(): Mark {
    const { user, system } = process.cpuUsage();
    const { active, idle } = performance.eventLoopUtilization();
    const client = this.#figures();
    this.#peakRss = Math.max(this.#peakRss, process.memoryUsage.rss());
    return {
      millis: performance.now(),
      answered: this.#load.answered,
      active,
      idle,
      processCpu: (user + system) / 1e6,
      threadCpu: (threadCpuMicros() ?? NaN) / 1e6,
      threadWait: (threadWaitMicros() ?? NaN) / 1e6,
      operations: client?.operations ?? 0,
      wakeups: client?.wakeups ?? 0,
      client,
    };
  }
}

/** Returns the wake-ups for each map operation. NaN without a worker: there is no other thread to wake. */
function wakeupsPerOperation({ operations, wakeups }: Counters, { client }: Mark): number {
  return client?.workerUtilization === undefined ? NaN : wakeups / operations;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns an object with this field, or without it where its value is not known. */
function known<Name extends string, Value>(name: Name, value: Value | undefined): { [name in Name]?: Value } {
  const isKnown = value !== undefined && !Number.isNaN(value);
  return isKnown ? ({ [name]: value } as { [name in Name]: Value }) : {};
}
