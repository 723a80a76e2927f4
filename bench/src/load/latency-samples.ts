import { performance } from 'node:perf_hooks';
import { Latencies } from '@offloop/tools/measure';
import { lower, type Figure } from '../experiment.js';
import type { MoreFigures } from './window.js';

export const LATENCY_FIGURES: readonly Figure[] = [
  lower('latencyP50', 'Latency p50, µs', {
    note: 'From the call to its continuation on the caller’s thread, one call in eight. A closed loop: the asking waits for the answer.',
  }),
  lower('latencyP99', 'Latency p99, µs', { headline: true }),
];

/** One call in this many is timed, so that the clock costs the others nothing. */
const SAMPLE_EVERY = 8;

export interface LatencySamples extends MoreFigures {
  /** Times one call in eight, and returns each call's result. */
  readonly sample: <T>(call: Promise<T>) => Promise<T>;
}

export function latencySamples(): LatencySamples {
  const latencies = new Latencies();
  let calls = 0;
  const timed = async <T>(call: Promise<T>): Promise<T> => {
    const start = performance.now();
    const value = await call;
    latencies.record(performance.now() - start);
    return value;
  };
  return {
    sample: (call) => (calls++ % SAMPLE_EVERY === 0 ? timed(call) : call),
    reset: () => latencies.reset(),
    figures: () => ({
      latencyP50: latencies.percentile(50) * 1000,
      latencyP99: latencies.percentile(99) * 1000,
    }),
  };
}
