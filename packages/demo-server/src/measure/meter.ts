import { performance, type EventLoopUtilization } from 'node:perf_hooks';

import { LoopDelay, threadCpuMicros, threadWaitMicros } from '@offloop/tools/measure';

import type { ServerLoad } from '../http/server-load.js';
import type { ClientFigures, MemoryFigures, Sample, ServerReport } from '../figures/sample.js';
import { NO_TIME, spanBetween, together, type Mark, type Span } from './span.js';

/** Measures the thread that it is made on: short windows for the charts, and the time since `reset`, both without pauses. */
export class Meter {
  readonly #load: ServerLoad;
  readonly #figures: () => ClientFigures | undefined;
  readonly #delay = new LoopDelay(threadWaitMicros);
  /** Figures of the time from `reset` to the last pause. */
  #before: Span = NO_TIME;
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
    this.#before = NO_TIME;
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
    const window = spanBetween(this.#last, now);
    this.#last = now;
    const { client } = now;
    const utilization = client?.workerUtilization;
    if (utilization !== undefined) this.#utilizations.push(utilization);
    return {
      at: this.#all(now).millis,
      requestsPerSecond: window.millis === 0 ? 0 : (window.answered * 1_000) / window.millis,
      inFlight: this.#load.inFlight,
      loopDelay: this.#delay.takeWindow(),
      utilization: utilizationOf(window),
      memory: this.#memory(),
      ...(client === undefined
        ? {}
        : { requestRing: client.requestRing, completionRing: client.completionRing }),
      ...optional('workerUtilization', utilization),
      ...optional('wakeupsPerOperation', wakeupsPerOperation(window)),
    };
  }

  report(): ServerReport {
    const now = this.#mark();
    const all = this.#all(now);
    const delays = this.#delay.run;
    return {
      seconds: all.millis / 1_000,
      answered: all.answered,
      failed: all.failed,
      loopDelay: delays.all,
      ...optional('heldDelay', delays.held ?? undefined),
      utilization: utilizationOf(all),
      processCpu: all.processCpu,
      memory: this.#memory(),
      peakRss: this.#peakRss,
      ...optional('threadCpu', all.threadCpu),
      ...optional('threadWait', all.threadWait),
      ...optional('wakeupsPerOperation', wakeupsPerOperation(all)),
      ...optional('workerUtilization', mean(this.#utilizations)),
      ...optional('rescues', now.client?.rescues),
    };
  }

  stop(): void {
    this.#delay.stop();
  }

  /** Returns the figures of all the time since `reset` that counts. */
  #all(now: Mark): Span {
    return this.#start === undefined ? this.#before : together(this.#before, spanBetween(this.#start, now));
  }

  #mark(): Mark {
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      answered: this.#load.answered,
      failed: this.#load.failed,
      loop: performance.eventLoopUtilization(),
      processCpu: (user + system) / 1e6,
      threadCpu: inSeconds(threadCpuMicros()),
      threadWait: inSeconds(threadWaitMicros()),
      client: this.#figures(),
    };
  }

  #memory(): MemoryFigures {
    const { rss, heapUsed, external } = process.memoryUsage();
    this.#peakRss = Math.max(this.#peakRss, rss);
    return { rss, heap: heapUsed, external };
  }
}

function utilizationOf({ active, idle }: Pick<EventLoopUtilization, 'active' | 'idle'>): number {
  return active + idle === 0 ? 0 : active / (active + idle);
}

/** Returns the wake-ups for each map operation. Undefined without a worker: there is no other thread to wake. */
function wakeupsPerOperation({ operations, wakeups }: Span): number | undefined {
  return operations === undefined || wakeups === undefined || operations === 0
    ? undefined
    : wakeups / operations;
}

function inSeconds(micros: number | null): number | undefined {
  return micros === null ? undefined : micros / 1e6;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [name in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]: Value });
}
