import { higher, lower, type Figure } from '../experiment.js';
import { WINDOW_FIGURES } from './window.js';

/** The figures of a window of a paced load, in the order of the tables. */
export const PACED_FIGURES: readonly Figure[] = [
  lower('processCpuPercent', 'Whole process, CPU % of a core', {
    headline: true,
    note: '`process.cpuUsage()`: every thread, the timer that makes the calls included. Nothing is sampled meanwhile.',
  }),
  lower('mainCpuPercent', 'Main thread, CPU % of a core', {
    headline: true,
    note: '`process.threadCpuUsage()`, which exists from Node 22.15 on; before, on Linux, what the kernel counts of that thread.',
  }),
  lower('dueP50', 'Latency p50, ms', {
    headline: true,
    note: 'Of every call, from when it was due to its answer on the caller’s thread. A timer has steps of 1 ms: calls that arrive within one are due at its end, and those that come while the loop stands still when they arrive.',
  }),
  lower('dueP99', 'Latency p99, ms', { headline: true }),
  lower('dueP999', 'Latency p99.9, ms', {
    headline: true,
    note: 'Of fewer than 1,000 calls it is the longest.',
  }),
  higher('answeredPerSecond', 'Answers/s'),
  higher('keptUp', 'Answers ÷ calls due in the window', {
    note: 'Clearly less than 1: the load was not kept up with, and latencies grow with the length of the window.',
  }),
  lower('wakeupsPerCall', 'Wake-ups/call', {
    note: 'Doorbells between the threads, both directions; a client that has none does not count them.',
  }),
];

/** Figures of the closed loop that are in the first table; the others follow below it. */
const CLOSED_HEADLINES = ['opsPerSecond', 'processCpuMicros', 'loopWaitP99'];
const CLOSED_FIGURES = [...CLOSED_HEADLINES, 'mainMicros', 'mainCpuMicros', 'loopDelayP99'];

/** The figures of an experiment with both kinds of loads: a cell has those of its kind, and the others are empty. */
export const MIXED_FIGURES: readonly Figure[] = [
  ...WINDOW_FIGURES.filter(({ key }) => CLOSED_FIGURES.includes(key)).map((figure) => ({
    ...figure,
    headline: CLOSED_HEADLINES.includes(figure.key),
  })),
  ...PACED_FIGURES,
];
