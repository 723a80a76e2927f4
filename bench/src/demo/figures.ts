import type { Outcome } from '@offloop/demo-server/measuring';
import { higher, lower, type Figure, type Figures } from '../experiment.js';

const MEGA = 1e6;

interface DemoFigure extends Figure {
  readonly of: (outcome: Outcome) => number | undefined;
}

const figure = (
  key: string,
  title: string,
  of: DemoFigure['of'],
  more: Partial<Pick<Figure, 'headline' | 'note'>> = {},
): DemoFigure => ({ ...lower(key, title, more), of });

const perRequest = (cpuSeconds: number | undefined, requests: number): number | undefined =>
  cpuSeconds === undefined || requests === 0 ? undefined : (cpuSeconds * 1_000) / requests;

/** The figures of a run of one approach behind HTTP, in the order of the tables. */
const OF_OUTCOME: readonly DemoFigure[] = [
  {
    ...higher('requestsPerSecond', 'Requests/s', { headline: true }),
    of: ({ load }) => load.requestsPerSecond,
  },
  {
    ...higher('orderedPerSecond', 'Requests/s ordered', {
      note: 'The same for all; where none are, each connection asks again when it is answered. An approach that answers less cannot keep up: its latencies are those of a queue that grows.',
    }),
    of: ({ rate }) => rate,
  },
  figure('latencyAverage', 'Latency average, ms', ({ load }) => load.latency?.average),
  figure('latencyP50', 'Latency p50, ms', ({ load }) => load.latency?.p50),
  figure('latencyP97', 'Latency p97.5, ms', ({ load }) => load.latency?.p97_5),
  figure('latencyP99', 'Latency p99, ms', ({ load }) => load.latency?.p99),
  figure('errors', 'Errors', ({ load }) => load.errors + load.pingErrors),
  figure('loopDelayP50', 'Loop delay p50, ms', ({ server }) => server.loopDelay.p50),
  figure('loopDelayP99', 'Loop delay p99, ms', ({ server }) => server.loopDelay.p99, {
    headline: true,
    note: 'Of the serving thread: how late a callback is that is due at any millisecond.',
  }),
  figure('loopDelayMax', 'Loop delay max, ms', ({ server }) => server.loopDelay.max),
  figure('heldP99', 'Loop delay p99 by its own work, ms', ({ server }) => server.heldDelay?.p99, {
    note: 'The same without what the thread waited for a CPU. Linux only.',
  }),
  figure('cpuWait', 'Waiting for a CPU, ms/s', ({ server: { threadWait, seconds } }) =>
    threadWait === undefined ? undefined : (threadWait * 1_000) / seconds,
  ),
  figure('pingP50', '/ping p50, ms', ({ load }) => load.ping?.p50),
  figure('pingP99', '/ping p99, ms', ({ load }) => load.ping?.p99, { headline: true }),
  figure('loopBusy', 'Serving loop busy, %', ({ server }) => server.utilization * 100),
  figure('workerBusy', 'Worker busy, %', ({ server: { workerUtilization } }) =>
    workerUtilization === undefined ? undefined : workerUtilization * 100,
  ),
  figure('wakeupsPerOp', 'Wake-ups/operation', ({ server }) => server.wakeupsPerOperation),
  figure('threadCpuMs', 'Serving thread, CPU-ms/request', ({ server }) =>
    perRequest(server.threadCpu, server.answered),
  ),
  figure(
    'processCpuMs',
    'Process, CPU-ms/request',
    ({ server }) => perRequest(server.processCpu, server.answered),
    { headline: true },
  ),
  figure('peakRssMb', 'Peak resident memory, MB', ({ server }) => server.peakRss / MEGA),
  figure('heapMb', 'Heap, MB', ({ server }) => server.memory.heap / MEGA),
  figure('externalMb', 'Buffers, shared ones too, MB', ({ server }) => server.memory.external / MEGA),
];

export const DEMO_FIGURES: readonly Figure[] = OF_OUTCOME;

export function figuresOf(outcome: Outcome): Figures {
  return Object.fromEntries(OF_OUTCOME.map(({ key, of }) => [key, of(outcome) ?? null]));
}
