import { tracingChannel } from 'node:diagnostics_channel';
import { Histogram } from 'prom-client';

/**
 * Measures every call of every client in this process, by structure, operation and outcome. Unlike the other figures this costs time at
 * each call, as it subscribes to the channels.
 *
 * @returns a function that ends it
 */
export function callDurations(register) {
  const histogram = new Histogram({
    name: 'offloop_call_duration_seconds',
    help: 'From the call to its answer',
    labelNames: ['structure', 'operation', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  const begun = new WeakMap();
  const subscribers = {
    start: (call) => void begun.set(call, performance.now()),
    end: () => {},
    asyncStart: () => {},
    error: () => {},
    asyncEnd: (call) => {
      const { structure, operation, error } = call;
      const outcome = error === undefined ? 'ok' : (error.code ?? 'error');
      histogram.observe({ structure, operation, outcome }, (performance.now() - begun.get(call)) / 1000);
    },
  };
  const calls = tracingChannel('offloop:call');
  calls.subscribe(subscribers);
  return () => calls.unsubscribe(subscribers);
}
