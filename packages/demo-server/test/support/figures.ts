import type { LatencyFigures, Outcome } from '../../src/figures/outcome.js';
import type { Sample } from '../../src/figures/sample.js';

const DELAYS = { p50: 1, p99: 1, max: 1 };
const LATENCY: LatencyFigures = { average: 1, p50: 1, p97_5: 1, p99: 1, max: 1 };

export function sample(): Sample {
  return { at: 250, loopDelay: DELAYS };
}

/** An outcome of 100 requests. */
export function outcome(approach: string = 'sync'): Outcome {
  return {
    approach,
    load: {
      millis: 1_000,
      answered: 100,
      requestsPerSecond: 1,
      latency: LATENCY,
      errors: 0,
      wrong: 0,
      ping: LATENCY,
      pingErrors: 0,
    },
    server: {
      seconds: 1,
      answered: 100,
      loopDelay: DELAYS,
      heldDelay: DELAYS,
      threadWait: 0.25,
      utilization: 1,
      threadCpu: 1,
      processCpu: 2,
      memory: { heap: 1, external: 1 },
      peakRss: 1e6,
    },
  };
}
