import { openOfficial, openOffloop } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { mapCell, mapExperiment } from '../load/map-experiment.js';

const LOADS = [
  { calls: 8, workMillis: 1, tier: Tier.DEFAULT },
  { calls: 64, workMillis: 0.1, tier: Tier.QUICK },
  { calls: 256, workMillis: 0.005, tier: Tier.DEFAULT },
  { calls: 256, workMillis: 0.02, tier: Tier.DEFAULT },
  { calls: 256, workMillis: 0.1, tier: Tier.DEFAULT },
] as const;

const CELLS = LOADS.map(({ calls, workMillis, tier }) => {
  const cell = mapCell('get', 1024, calls, tier);
  const micros = workMillis * 1000;
  return {
    ...cell,
    id: `${cell.id}-work${micros}us`,
    title: `${cell.title}, ${micros} µs of work on each answer`,
    workMillis,
  };
});

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
    offloop: [Tier.QUICK, (cluster) => openOffloop(cluster)],
    'offloop-workers0': [Tier.DEFAULT, (cluster) => openOffloop(cluster, { workers: 0 })],
  },
);
