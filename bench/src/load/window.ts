import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';
import { loopWait, threadCpuMicros } from '@offloop/tools/measure';
import type { BenchCounters } from '../clients/client.js';
import { higher, lower, type Figure, type Figures } from '../experiment.js';

/** The figures of a window, in the order of the tables. */
export const WINDOW_FIGURES: readonly Figure[] = [
  higher('opsPerSecond', 'Throughput, operations/s', { headline: true }),
  lower('mainMicros', 'Main thread, µs/op', {
    headline: true,
    note: "`eventLoopUtilization().active` ÷ operations: the time the caller's loop was not waiting, this bench's own await and check included.",
  }),
  lower('mainCpuMicros', 'Main thread, CPU-µs/op', {
    note: '`process.threadCpuUsage()`, which exists from Node 22.15 on; before, on Linux, what the kernel counts of that thread.',
  }),
  lower('processCpuMicros', 'Whole process, CPU-µs/op', {
    headline: true,
    note: '`process.cpuUsage()`: every thread, user and system, collector helpers included.',
  }),
  lower('loopDelayP50', 'Loop delay p50, ms'),
  lower('loopDelayP99', 'Loop delay p99, ms', {
    headline: true,
    note: '`monitorEventLoopDelay({ resolution: 1 })`, as it comes: its 1 ms timer period is part of each sample (an idle loop reads 1.1), and one sample a firing gives short gaps more votes than their share of time.',
  }),
  lower('loopDelayMax', 'Loop delay max, ms'),
  lower('loopWaitP99', 'Wait for the loop p99, ms', {
    headline: true,
    note: 'The same samples weighted by their length, the period taken off: what a callback due at a random moment waits.',
  }),
  lower('wakeupsPerOp', 'Wake-ups/op', {
    note: 'Doorbells between the threads, both directions; a client that has none does not count them.',
  }),
  lower('readsPerOp', 'Socket reads/op'),
  lower('writesPerOp', 'Socket writes/op'),
  lower('gcMicros', 'Garbage collection on the main thread, µs/op'),
  lower('rssMb', 'Resident memory at the end of the window, MB', {
    note: "A process measures many cells, so this holds what earlier cells left behind; a pair's processes measure them in the same order.",
  }),
];

/** Period of the sampling timer of the loop delay in ms, the finest there is. */
const DELAY_RESOLUTION_MS = 1;

/** Figures that are measured beside those of a window. */
export interface MoreFigures {
  /** Forgets the warm-up. */
  reset(): void;
  /** Returns the figures. @param operations number of operations that were completed since `reset` */
  figures(operations: number): Figures;
}

/**
 * Opens a measured window on the calling thread, whose loop is judged.
 *
 * @param counters returns the client's counters, which are read at both ends
 * @param more other figures that are measured in the window
 * @returns a function that closes the window; it gets the number of operations that were completed since it was opened
 */
export function openWindow(
  counters: () => BenchCounters | null = () => null,
  more?: MoreFigures,
): (operations: number) => Figures {
  let gcMs = 0;
  const addGc = (entries: readonly { readonly duration: number }[]): void => {
    for (const { duration } of entries) gcMs += duration;
  };
  const gcObserver = new PerformanceObserver((list) => addGc(list.getEntries()));
  gcObserver.observe({ entryTypes: ['gc'] });
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();

  const countersAtStart = counters();
  const threadAtStart = threadCpuMicros();
  const cpuAtStart = process.cpuUsage();
  const loopAtStart = performance.eventLoopUtilization();
  more?.reset();
  const startedAt = performance.now();

  return (operations) => {
    const elapsedMs = performance.now() - startedAt;
    const loop = performance.eventLoopUtilization(loopAtStart);
    const cpu = process.cpuUsage(cpuAtStart);
    const threadAtEnd = threadCpuMicros();
    const countersAtEnd = counters();
    delay.disable();
    addGc(gcObserver.takeRecords());
    gcObserver.disconnect();

    if (operations === 0) throw new Error('no operation completed in the window: lengthen it with --seconds');
    const counted = (counter: 'wakeups' | 'reads' | 'writes'): number | null => {
      const start = countersAtStart?.[counter];
      const end = countersAtEnd?.[counter];
      return start === undefined || end === undefined ? null : (end - start) / operations;
    };
    const gaps = orderStatistics(delay);
    return {
      opsPerSecond: (operations * 1000) / elapsedMs,
      mainMicros: (loop.active * 1000) / operations,
      mainCpuMicros:
        threadAtStart === null || threadAtEnd === null ? null : (threadAtEnd - threadAtStart) / operations,
      processCpuMicros: (cpu.user + cpu.system) / operations,
      loopDelayP50: delay.percentile(50) / 1e6,
      loopDelayP99: delay.percentile(99) / 1e6,
      loopDelayMax: delay.max / 1e6,
      loopWaitP99: loopWait(gaps, DELAY_RESOLUTION_MS, 0.99),
      wakeupsPerOp: counted('wakeups'),
      readsPerOp: counted('reads'),
      writesPerOp: counted('writes'),
      gcMicros: (gcMs * 1000) / operations,
      rssMb: process.memoryUsage.rss() / 1e6,
      ...more?.figures(operations),
    };
  };
}

/**
 * Returns a histogram's samples in ms, as it does not hand them out itself: with n samples, n evenly spaced percentiles are the samples.
 */
function orderStatistics(histogram: { readonly count: number; percentile(p: number): number }): number[] {
  const { count } = histogram;
  return Array.from({ length: count }, (_, i) => histogram.percentile((100 * (i + 0.5)) / count) / 1e6);
}
