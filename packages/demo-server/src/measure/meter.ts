import { performance, type EventLoopUtilization } from 'node:perf_hooks';

import { LoopDelay, threadCpuMicros, threadWaitMicros } from '@offloop/tools/measure';

import type { ServerLoad } from '../http/app.js';
import type { ClientFigures, MemoryFigures, Sample, ServerReport } from '../figures/sample.js';

interface Mark {
  readonly at: number;
  readonly answered: number;
  readonly failed: number;
  readonly loop: EventLoopUtilization;
  readonly processCpu: number;
  readonly threadCpu: number | undefined;
  readonly threadWait: number | undefined;
  readonly client: ClientFigures | undefined;
}

/** Watches the thread it is made on: windows for the charts, and the whole run since `reset`. */
export class Meter {
  readonly #load: ServerLoad;
  readonly #figures: () => ClientFigures | undefined;
  readonly #delay = new LoopDelay(threadWaitMicros);
  #start: Mark;
  #last: Mark;
  #peakRss = 0;
  /** The worker's utilization, 0 to 1: each reading covers the time since the reading before. */
  #utilizations: number[] = [];

  constructor(load: ServerLoad, figures: () => ClientFigures | undefined) {
    this.#load = load;
    this.#figures = figures;
    this.#start = this.#mark();
    this.#last = this.#start;
  }

  reset(): void {
    this.#delay.reset();
    this.#peakRss = 0;
    this.#start = this.#mark();
    this.#last = this.#start;
    this.#utilizations = [];
  }

  /** The window since the last sample, or since `reset`. */
  sample(): Sample {
    const last = this.#last;
    const now = this.#mark();
    this.#last = now;
    const seconds = (now.at - last.at) / 1000;
    const { client } = now;
    const utilization = client?.workerUtilization;
    if (utilization !== undefined) this.#utilizations.push(utilization);
    return {
      at: now.at - this.#start.at,
      requestsPerSecond: seconds === 0 ? 0 : (now.answered - last.answered) / seconds,
      inFlight: this.#load.inFlight,
      loopDelay: this.#delay.takeWindow(),
      utilization: performance.eventLoopUtilization(now.loop, last.loop).utilization,
      memory: this.#memory(),
      ...(client === undefined
        ? {}
        : { requestRing: client.requestRing, completionRing: client.completionRing }),
      ...optional('workerUtilization', utilization),
      ...optional('wakeupsPerOperation', wakeupsPerOperation(last.client, client)),
    };
  }

  report(): ServerReport {
    const start = this.#start;
    const now = this.#mark();
    const { client } = now;
    const delays = this.#delay.run;
    return {
      seconds: (now.at - start.at) / 1000,
      answered: now.answered - start.answered,
      failed: now.failed - start.failed,
      loopDelay: delays.all,
      ...optional('heldDelay', delays.held ?? undefined),
      utilization: performance.eventLoopUtilization(now.loop, start.loop).utilization,
      processCpu: now.processCpu - start.processCpu,
      memory: this.#memory(),
      peakRss: this.#peakRss,
      ...optional('threadCpu', difference(start.threadCpu, now.threadCpu)),
      ...optional('threadWait', difference(start.threadWait, now.threadWait)),
      ...optional('wakeupsPerOperation', wakeupsPerOperation(start.client, client)),
      ...optional('workerUtilization', mean(this.#utilizations)),
      ...optional('rescues', client?.rescues),
    };
  }

  stop(): void {
    this.#delay.stop();
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

/** Doorbells mean something only between threads: a client without a worker has none. */
function wakeupsPerOperation(
  from: ClientFigures | undefined,
  to: ClientFigures | undefined,
): number | undefined {
  if (to?.workerUtilization === undefined) return undefined;
  const operations = to.operations - (from?.operations ?? 0);
  return operations === 0 ? undefined : (to.wakeups - (from?.wakeups ?? 0)) / operations;
}

function inSeconds(micros: number | null): number | undefined {
  return micros === null ? undefined : micros / 1e6;
}

function difference(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : to - from;
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
