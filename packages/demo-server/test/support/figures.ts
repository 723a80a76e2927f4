import type { LatencyFigures } from '../../src/figures/load-result.js';
import type { Outcome } from '../../src/figures/outcome.js';
import type { Sample } from '../../src/figures/sample.js';

export function sample(): Sample {
  return {
    at: 250,
    requestsPerSecond: 1,
    inFlight: 1,
    loopDelay: { p50: 1, p99: 1, max: 1 },
    utilization: 1,
    memory: { rss: 1, heap: 1, external: 1 },
  };
}

function latency(millis: number): LatencyFigures {
  return { average: millis, p50: millis, p97_5: millis, p99: millis, max: millis };
}

export interface Wanted {
  readonly approach?: string;
  readonly requestsPerSecond?: number;
  readonly ping?: number;
  readonly loopDelay?: number;
  /** Of the loop delay, what was not waiting for a CPU. */
  readonly held?: number;
}

/** An outcome of 100 requests in which all times are alike. Milliseconds. */
export function outcome({
  approach = 'sync',
  requestsPerSecond = 1,
  ping = 1,
  loopDelay = 1,
  held = loopDelay,
}: Wanted): Outcome {
  return {
    approach,
    connections: 50,
    load: {
      millis: 1_000,
      answered: 100,
      requestsPerSecond,
      latency: latency(1),
      errors: 0,
      wrong: 0,
      ping: latency(ping),
      pingErrors: 0,
    },
    server: {
      seconds: 1,
      answered: 100,
      failed: 0,
      loopDelay: { p50: loopDelay, p99: loopDelay, max: loopDelay },
      heldDelay: { p50: held, p99: held, max: held },
      threadWait: 0.25,
      utilization: 1,
      threadCpu: 1,
      processCpu: 2,
      memory: { rss: 1, heap: 1, external: 1 },
      peakRss: 1e6,
    },
  };
}
