import type { Outcome } from '../figures/outcome.js';

/** One line of a table. */
export type Figure = {
  readonly title: string;
  readonly of: (outcome: Outcome) => number | undefined;
  readonly digits: number;
};

const MEGA = 1e6;

export const REQUESTS: Figure = {
  title: 'requests/s',
  of: ({ load }) => load.requestsPerSecond,
  digits: 0,
};

export const LOOP_P99: Figure = {
  title: 'loop delay p99, ms',
  of: ({ server }) => server.loopDelay.p99,
  digits: 2,
};

export const HELD_P99: Figure = {
  title: 'of it held by its own work, p99, ms',
  of: ({ server }) => server.heldDelay?.p99,
  digits: 2,
};

/** Of all serving threads together. */
export const WAIT: Figure = {
  title: 'waiting for a CPU, ms/s',
  of: ({ server }) =>
    server.threadWait === undefined ? undefined : (server.threadWait * 1_000) / server.seconds,
  digits: 0,
};

export const PING_P99: Figure = { title: '/ping p99, ms', of: ({ load }) => load.ping?.p99, digits: 2 };

export const THREAD_CPU_PER_REQUEST: Figure = {
  title: 'serving thread, CPU-ms/request',
  of: ({ server }) => perRequest(server.threadCpu, server.answered),
  digits: 3,
};

export const PROCESS_CPU_PER_REQUEST: Figure = {
  title: 'process, CPU-ms/request',
  of: ({ server }) => perRequest(server.processCpu, server.answered),
  digits: 3,
};

export const FIGURES: readonly Figure[] = [
  REQUESTS,
  { title: 'latency average, ms', of: ({ load }) => load.latency?.average, digits: 1 },
  { title: 'latency p50, ms', of: ({ load }) => load.latency?.p50, digits: 1 },
  { title: 'latency p97.5, ms', of: ({ load }) => load.latency?.p97_5, digits: 1 },
  { title: 'latency p99, ms', of: ({ load }) => load.latency?.p99, digits: 1 },
  { title: 'errors', of: ({ load }) => load.errors + load.pingErrors, digits: 0 },
  { title: 'wrong answers', of: ({ load }) => load.wrong, digits: 0 },
  { title: 'loop delay p50, ms', of: ({ server }) => server.loopDelay.p50, digits: 2 },
  LOOP_P99,
  { title: 'loop delay max, ms', of: ({ server }) => server.loopDelay.max, digits: 1 },
  HELD_P99,
  WAIT,
  { title: '/ping p50, ms', of: ({ load }) => load.ping?.p50, digits: 2 },
  PING_P99,
  { title: 'serving loop busy, %', of: ({ server }) => server.utilization * 100, digits: 0 },
  { title: 'worker busy, %', of: ({ server }) => percent(server.workerUtilization), digits: 0 },
  { title: 'wake-ups/operation', of: ({ server }) => server.wakeupsPerOperation, digits: 2 },
  { title: 'serving thread, CPU-s', of: ({ server }) => server.threadCpu, digits: 2 },
  { title: 'process, CPU-s', of: ({ server }) => server.processCpu, digits: 2 },
  THREAD_CPU_PER_REQUEST,
  PROCESS_CPU_PER_REQUEST,
  { title: 'peak RSS, MB', of: ({ server }) => server.peakRss / MEGA, digits: 0 },
  { title: 'heap, MB', of: ({ server }) => server.memory.heap / MEGA, digits: 0 },
  { title: 'buffers, shared ones too, MB', of: ({ server }) => server.memory.external / MEGA, digits: 0 },
];

function percent(share: number | undefined): number | undefined {
  return share === undefined ? undefined : share * 100;
}

function perRequest(cpuSeconds: number | undefined, requests: number): number | undefined {
  return cpuSeconds === undefined || requests === 0 ? undefined : (cpuSeconds * 1_000) / requests;
}
