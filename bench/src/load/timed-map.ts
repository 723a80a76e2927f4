import { createHistogram, performance } from 'node:perf_hooks';
import type { BenchMap } from '../clients/client.js';
import type { Figure, Figures } from '../experiment.js';

export const LATENCY_FIGURES: readonly Figure[] = [
  {
    key: 'latencyP50',
    title: 'Latency p50, µs',
    better: 'lower',
    headline: false,
    note: 'From the call to its continuation on the caller’s thread, one call in eight. A closed loop: the asking waits for the answer.',
  },
  { key: 'latencyP99', title: 'Latency p99, µs', better: 'lower', headline: true },
];

/** One call in this many is timed, so that the clock costs the others nothing. */
const SAMPLE_EVERY = 8;

export interface TimedMap {
  readonly map: BenchMap;
  reset(): void;
  figures(): Figures;
}

/** A map that samples how long its calls take. */
export function timedMap(map: BenchMap): TimedMap {
  const histogram = createHistogram();
  let calls = 0;
  const timed = async <T>(call: Promise<T>): Promise<T> => {
    const start = performance.now();
    const value = await call;
    histogram.record(Math.max(1, Math.round((performance.now() - start) * 1000)));
    return value;
  };
  const sample = <T>(call: Promise<T>): Promise<T> => (calls++ % SAMPLE_EVERY === 0 ? timed(call) : call);
  return {
    map: {
      get: (key) => sample(map.get(key)),
      set: (key, value) => sample(map.set(key, value)),
    },
    reset: () => histogram.reset(),
    figures: () => ({ latencyP50: histogram.percentile(50), latencyP99: histogram.percentile(99) }),
  };
}
