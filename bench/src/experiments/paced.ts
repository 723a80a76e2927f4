import { openOfficial, openOffloop } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { mapExperiment } from '../load/map-experiment.js';
import { PACED_FIGURES } from '../load/paced-figures.js';
import { pacedCell } from '../load/paced-load.js';

/** Work of 1 ms on each answer fills the caller's thread at 1,000 calls a second, so such cells stay at half of that. */
const WORK = { workMillis: 1 };

const CELLS = [
  pacedCell(10, Tier.DEFAULT),
  pacedCell(100_000, Tier.DEFAULT),
  pacedCell(1000, Tier.DEFAULT, { together: 100 }),
  pacedCell(10, Tier.FULL, WORK),
  pacedCell(100, Tier.FULL, WORK),
  pacedCell(500, Tier.FULL, WORK),
  pacedCell(500, Tier.FULL, { together: 50, ...WORK }),
];

export const paced: Experiment = mapExperiment(
  {
    name: 'paced',
    title: 'Calls that arrive by the clock: rare, many, in bursts',
    method:
      'get of 1 KB on one real member in an open loop: so many calls a second, evenly or in bursts, made when they are due whether or not earlier ones were ' +
      'answered. Latency counts from when a call was due, so a client that stalls is charged with all calls of the stall. Every answer is checked.',
    tier: Tier.DEFAULT,
    cells: CELLS,
    figures: PACED_FIGURES,
  },
  {
    official: [Tier.QUICK, openOfficial],
    offloop: [Tier.QUICK, (cluster) => openOffloop(cluster)],
    'offloop-workers0': [Tier.DEFAULT, (cluster) => openOffloop(cluster, { workers: 0 })],
    'offloop-linger0': [Tier.FULL, (cluster) => openOffloop(cluster, { lingerMicros: 0 })],
  },
);
