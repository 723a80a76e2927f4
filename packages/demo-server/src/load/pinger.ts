import { Latencies } from '@offloop/tools/measure';

import type { LatencyFigures, PingWindow } from '../figures/load-result.js';
import { startRequests } from './requests.js';

/** Often enough to meet a blocked loop, too seldom to be a load. */
const PINGS_PER_SECOND = 40;
const SOCKETS = 64;
const WINDOW_MILLIS = 250;

export interface Pinger {
  /** Forgets what it saw so far, but not its connections. */
  begin(): void;
  stop(): Promise<{ readonly ping: LatencyFigures | undefined; readonly errors: number }>;
}

/** Asks for `/ping`, the victim, at an even pace: what anybody else feels while the server works. */
export function startPinger(port: number, onWindow: (ping: PingWindow) => void): Pinger {
  const run = new Latencies();
  const window = new Latencies();
  let errors = 0;
  const loop = startRequests({
    port,
    requests: [{ target: '/ping', expected: '"pong"' }],
    rate: PINGS_PER_SECOND,
    sockets: SOCKETS,
    onAnswer: (millis, right) => {
      if (!right) errors++;
      run.record(millis);
      window.record(millis);
    },
    onError: () => errors++,
  });
  let begun = false;
  const timer = setInterval(() => {
    const figures = figuresOf(window);
    window.reset();
    if (begun && figures !== undefined) onWindow({ p50: figures.p50, p99: figures.p99, max: figures.max });
  }, WINDOW_MILLIS);
  return {
    begin: () => {
      begun = true;
      errors = 0;
      run.reset();
      window.reset();
    },
    stop: async () => {
      await loop.stop();
      clearInterval(timer);
      return { ping: figuresOf(run), errors };
    },
  };
}

/** Undefined when nothing was recorded. */
export function figuresOf(latencies: Latencies): LatencyFigures | undefined {
  if (latencies.count === 0) return undefined;
  return {
    average: latencies.mean,
    p50: latencies.percentile(50),
    p97_5: latencies.percentile(97.5),
    p99: latencies.percentile(99),
    max: latencies.max,
  };
}
