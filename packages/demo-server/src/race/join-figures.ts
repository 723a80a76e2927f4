import type { Delays, MemoryFigures, Sample, ServerReport } from '../figures/sample.js';

/** Several processes as one: rates, CPU and memory add up; of delays the worst process's stands. */
export function joinReports(reports: readonly ServerReport[]): ServerReport {
  const [first] = reports;
  if (reports.length === 1) return first;
  const threads = reports.map((each) => each.threadCpu);
  const waits = reports.map((each) => each.threadWait);
  const held = reports.map((each) => each.heldDelay);
  return {
    ...first,
    answered: sum(reports, (each) => each.answered),
    failed: sum(reports, (each) => each.failed),
    loopDelay: worst(reports.map((each) => each.loopDelay)),
    utilization: sum(reports, (each) => each.utilization) / reports.length,
    ...(threads.every((each) => each !== undefined) ? { threadCpu: sum(threads, (each) => each) } : {}),
    ...(waits.every((each) => each !== undefined) ? { threadWait: sum(waits, (each) => each) } : {}),
    ...(held.every((each) => each !== undefined) ? { heldDelay: worst(held) } : {}),
    processCpu: sum(reports, (each) => each.processCpu),
    memory: together(reports.map((each) => each.memory)),
    peakRss: sum(reports, (each) => each.peakRss),
  };
}

export function joinSamples(samples: readonly Sample[]): Sample {
  const [first] = samples;
  if (samples.length === 1) return first;
  return {
    ...first,
    requestsPerSecond: sum(samples, (each) => each.requestsPerSecond),
    inFlight: sum(samples, (each) => each.inFlight),
    loopDelay: worst(samples.map((each) => each.loopDelay)),
    utilization: sum(samples, (each) => each.utilization) / samples.length,
    memory: together(samples.map((each) => each.memory)),
  };
}

function worst(delays: readonly Delays[]): Delays {
  return {
    p50: Math.max(...delays.map((each) => each.p50)),
    p99: Math.max(...delays.map((each) => each.p99)),
    max: Math.max(...delays.map((each) => each.max)),
  };
}

function together(memories: readonly MemoryFigures[]): MemoryFigures {
  return {
    rss: sum(memories, (each) => each.rss),
    heap: sum(memories, (each) => each.heap),
    external: sum(memories, (each) => each.external),
  };
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
