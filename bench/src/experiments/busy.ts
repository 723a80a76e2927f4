import { openOfficial, openOffloop, withRuntime } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { mapExperiment } from '../load/map-experiment.js';
import { mapCell } from '../load/map-load.js';

const LOADS = [
  { calls: 8, workMillis: 1, tier: Tier.DEFAULT },
  { calls: 64, workMillis: 0.1, tier: Tier.QUICK },
  { calls: 256, workMillis: 0.005, tier: Tier.DEFAULT },
  { calls: 256, workMillis: 0.02, tier: Tier.DEFAULT },
  { calls: 256, workMillis: 0.1, tier: Tier.DEFAULT },
] as const;

const CELLS = LOADS.map(({ calls, workMillis, tier }) => mapCell('get', 1024, calls, tier, { workMillis }));

export const busy: Experiment = mapExperiment(
  {
    name: 'busy',
    title: 'A caller who works on each answer',
    method:
      'get of 1 KB in a closed loop on one real member, as in `get-set`, with work of a fixed length on the calling thread after each answer: ' +
      'the caller is busy all the time, and what differs is how long its loop stands still at a time.',
    pace: 0.5,
    cells: CELLS,
  },
  {
    official: [Tier.QUICK, openOfficial],
    offloop: [Tier.QUICK, openOffloop],
    'offloop-workers0': [Tier.DEFAULT, withRuntime({ workers: 0 })],
  },
);
