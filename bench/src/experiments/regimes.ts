import { openOfficial, openOffloop } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { LATENCY_FIGURES } from '../load/latency-samples.js';
import { mapCell, mapExperiment, type MapCell } from '../load/map-experiment.js';
import { MIXED_FIGURES } from '../load/paced-figures.js';
import { pacedCell } from '../load/paced-load.js';
import { turnsCell } from '../load/turns-load.js';

const FEW = [1, 4, 8];
const MANY = [16, 64, 256];

function timedCell(
  operation: 'get' | 'set',
  bytes: number,
  calls: number,
  tier: Tier = Tier.DEFAULT,
): MapCell {
  return mapCell(operation, bytes, calls, tier, { timed: true });
}

function busyCell(workMillis: number): MapCell {
  const cell = timedCell('get', 1024, 64);
  const micros = workMillis * 1000;
  return {
    ...cell,
    id: `${cell.id}-work${micros}us`,
    title: `${cell.title}, ${micros} µs of work on each answer`,
    workMillis,
  };
}

const CELLS = [
  ...(['get', 'set'] as const).flatMap((operation) =>
    [3, 1024].flatMap((bytes) => FEW.map((calls) => timedCell(operation, bytes, calls))),
  ),
  ...MANY.map((calls) => timedCell('get', 1024, calls)),
  timedCell('get', 100 * 1024, 1, Tier.FULL),
  timedCell('get', 100 * 1024, 16),
  timedCell('set', 100 * 1024, 16),
  pacedCell(100, Tier.DEFAULT),
  pacedCell(1000, Tier.QUICK),
  pacedCell(5000, Tier.DEFAULT),
  pacedCell(20_000, Tier.DEFAULT),
  busyCell(0.02),
  busyCell(0.1),
  turnsCell(200, 128, Tier.DEFAULT),
];

export const regimes: Experiment = mapExperiment(
  {
    name: 'regimes',
    title: 'Few calls, many calls, calls by the clock: which way a call takes',
    method:
      'get and set on one real member: in a closed loop as in `get-set`, by the clock as in `paced`, with work on each answer as in `busy`, and by turns. ' +
      '`offloop` has its defaults, so each call takes the way that is cheaper at the moment; the others are kept on the loop or in the thread. One client measures all ' +
      'cells, one after another: what it learned in one it brings to the next. Every answer is checked.',
    pace: 0.4,
    cells: CELLS,
    figures: [...MIXED_FIGURES, ...LATENCY_FIGURES],
  },
  {
    official: [Tier.QUICK, openOfficial],
    offloop: [Tier.QUICK, (cluster) => openOffloop(cluster)],
    'offloop-workers0': [Tier.DEFAULT, (cluster) => openOffloop(cluster, { workers: 0 })],
    'offloop-workers1': [Tier.DEFAULT, (cluster) => openOffloop(cluster, { workers: 1 })],
  },
);
