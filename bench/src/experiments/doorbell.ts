import { openOffloop, withRuntime } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { mapExperiment } from '../load/map-experiment.js';
import { mapCell } from '../load/map-load.js';
import { LATENCY_FIGURES } from '../load/latency-samples.js';
import { WINDOW_FIGURES } from '../load/window.js';

const CONCURRENCIES = [
  [1, Tier.QUICK],
  [2, Tier.DEFAULT],
  [8, Tier.DEFAULT],
  [64, Tier.DEFAULT],
  [256, Tier.DEFAULT],
] as const;

const CELLS = [64, 1].flatMap((keys) =>
  CONCURRENCIES.map(([calls, tier]) =>
    mapCell('get', 1024, calls, keys === 1 ? Tier.DEFAULT : tier, { keys, timed: true }),
  ),
);

export const doorbell: Experiment = mapExperiment(
  {
    name: 'doorbell',
    title: 'Waiting: park, or spin before it',
    method:
      'get of 1 KB in a closed loop on one real member. "park": nobody spins (`lingerMicros: 0`); "default": the worker does ' +
      "while few calls are in flight, and whatever else the default has; \"both linger\": the caller's thread too (`wait: 'linger'`). " +
      'The CPU of the other threads is that of the process less that of the main thread. Batches: operations a socket read or write.',
    cells: CELLS,
    figures: [...WINDOW_FIGURES, ...LATENCY_FIGURES],
  },
  {
    park: [Tier.QUICK, withRuntime({ lingerMicros: 0 })],
    default: [Tier.QUICK, openOffloop],
    'both linger': [Tier.DEFAULT, withRuntime({ wait: 'linger' })],
  },
);
