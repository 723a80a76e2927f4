import { openOfficial, openOffloop, withRuntime } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { mapExperiment } from '../load/map-experiment.js';
import { mapCell } from '../load/map-load.js';
import { MIXED_FIGURES } from '../load/paced-figures.js';
import { pacedCell } from '../load/paced-load.js';

export const oneCpu: Experiment = mapExperiment(
  {
    name: 'one-cpu',
    title: 'A process that may use one CPU',
    method:
      'get of 1 KB, 256 calls in flight as in `get-set`, and calls by the clock as in `regimes`. ' +
      'The process of the client is pinned to one CPU, the member to the others.',
    tier: Tier.DEFAULT,
    confinement: 'affinity',
    cells: [
      mapCell('get', 1024, 256, Tier.QUICK),
      pacedCell(1000, Tier.QUICK),
      pacedCell(20_000, Tier.DEFAULT),
    ],
    figures: MIXED_FIGURES,
  },
  {
    official: [Tier.QUICK, openOfficial],
    offloop: [Tier.QUICK, openOffloop],
    'offloop-workers0': [Tier.DEFAULT, withRuntime({ workers: 0 })],
    'offloop-workers1': [Tier.DEFAULT, withRuntime({ workers: 1 })],
  },
);
