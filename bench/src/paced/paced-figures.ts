import type { Figure } from '../experiment.js';

/** What a window of a paced load measures, in the order of the tables. */
export const PACED_FIGURES: readonly Figure[] = [
  {
    key: 'processCpuPercent',
    title: 'Whole process, CPU % of a core',
    better: 'lower',
    headline: true,
    note: '`process.cpuUsage()`: every thread, the timer that makes the calls included. Nothing is sampled meanwhile.',
  },
  {
    key: 'mainCpuPercent',
    title: 'Main thread, CPU % of a core',
    better: 'lower',
    headline: true,
    note: '`process.threadCpuUsage()`, which exists from Node 22.15 on; before, on Linux, what the kernel counts of that thread.',
  },
  {
    key: 'dueP50',
    title: 'Latency p50, ms',
    better: 'lower',
    headline: true,
    note: 'Of every call, from when it was due to its answer on the caller’s thread. A timer has steps of 1 ms: calls that arrive within one are due at its end, and those that come while the loop stands still when they arrive.',
  },
  { key: 'dueP99', title: 'Latency p99, ms', better: 'lower', headline: true },
  {
    key: 'dueP999',
    title: 'Latency p99.9, ms',
    better: 'lower',
    headline: true,
    note: 'Of fewer than 1,000 calls it is the longest.',
  },
  {
    key: 'answeredPerSecond',
    title: 'Answers/s',
    better: 'higher',
    headline: false,
  },
  {
    key: 'keptUp',
    title: 'Answers ÷ calls due in the window',
    better: 'higher',
    headline: false,
    note: 'Clearly less than 1: the load was not kept up with, and latencies grow with the length of the window.',
  },
  {
    key: 'wakeupsPerCall',
    title: 'Wake-ups/call',
    better: 'lower',
    headline: false,
    note: 'Doorbells between the threads, both directions; a client that has none does not count them.',
  },
];
