import { openOffloop } from '../clients/offloop.js';
import { Tier, type Experiment } from '../experiment.js';
import { mapCell, mapLoadsOf, type OpenClient } from '../load/map-experiment.js';
import { LATENCY_FIGURES } from '../load/timed-map.js';
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

const OPEN: Readonly<Record<string, OpenClient>> = {
  park: (cluster) => openOffloop(cluster, { lingerMicros: 0 }),
  default: (cluster) => openOffloop(cluster),
  'both linger': (cluster) => openOffloop(cluster, { wait: 'linger' }),
};

export const doorbell: Experiment = {
  name: 'doorbell',
  title: 'Waiting: park, or spin before it',
  method:
    'get of 1 KB in a closed loop on one real member. "park": nobody spins (`lingerMicros: 0`); "default": the worker does ' +
    "while few calls are in flight, and whatever else the default has; \"both linger\": the caller's thread too (`wait: 'linger'`). " +
    'The CPU of the other threads is that of the process less that of the main thread. Batches: operations a socket read or write.',
  needsMember: true,
  cells: CELLS,
  approaches: [
    { name: 'park', tier: Tier.QUICK },
    { name: 'default', tier: Tier.QUICK },
    { name: 'both linger', tier: Tier.DEFAULT },
  ],
  figures: [...WINDOW_FIGURES, ...LATENCY_FIGURES],
  published: [],
  run: mapLoadsOf(CELLS, OPEN),
};
