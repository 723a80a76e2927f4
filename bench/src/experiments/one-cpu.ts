import type { BenchClient } from '../clients/client.js';
import { openOfficial, openOffloop } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { mapCell, mapExperiment, type Clients } from '../load/map-experiment.js';
import { MIXED_FIGURES } from '../load/paced-figures.js';
import { pacedCell } from '../load/paced-load.js';

const CELLS = [
  mapCell('get', 1024, 256, Tier.QUICK),
  pacedCell(1000, Tier.QUICK),
  pacedCell(20_000, Tier.DEFAULT),
];

const CLIENTS: Clients<BenchClient> = {
  official: [Tier.QUICK, openOfficial],
  offloop: [Tier.QUICK, (cluster) => openOffloop(cluster)],
  'offloop-workers0': [Tier.DEFAULT, (cluster) => openOffloop(cluster, { workers: 0 })],
  'offloop-workers1': [Tier.DEFAULT, (cluster) => openOffloop(cluster, { workers: 1 })],
};

const SHARED = { figures: MIXED_FIGURES, cells: CELLS };

const LOADS = 'get of 1 KB, 256 calls in flight as in `get-set`, and calls by the clock as in `paced`.';

export const oneCpu: Experiment = mapExperiment(
  {
    ...SHARED,
    name: 'one-cpu',
    title: 'A process that may use one CPU',
    method: `${LOADS} The process of the client is pinned to one CPU, the member to the others.`,
    tier: Tier.DEFAULT,
    confinement: 'affinity',
  },
  CLIENTS,
);

export const oneCpuQuota: Experiment = mapExperiment(
  {
    ...SHARED,
    name: 'one-cpu-quota',
    title: 'A container that has a quota of one CPU',
    method:
      `${LOADS} The process of the client is in a control group with a quota of one CPU: its threads may run on any, 100 ms of each 100 ms ` +
      'in sum, and stand still when that is used up. The member has what is left.',
    tier: Tier.FULL,
    confinement: 'quota',
  },
  CLIENTS,
);
