import { openOfficial, openOffloop, withRuntime } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { LATENCY_FIGURES } from '../load/latency-samples.js';
import { mapExperiment } from '../load/map-experiment.js';
import { mapCell } from '../load/map-load.js';
import { MIXED_FIGURES } from '../load/paced-figures.js';
import { pacedCell } from '../load/paced-load.js';
import { turnsCell } from '../load/turns-load.js';

const FEW = [1, 4, 8];
const MANY = [16, 64, 256];

const TIMED = { timed: true };

const CELLS = [
  ...(['get', 'set'] as const).flatMap((operation) =>
    [3, 1024].flatMap((bytes) => FEW.map((calls) => mapCell(operation, bytes, calls, Tier.DEFAULT, TIMED))),
  ),
  ...MANY.map((calls) => mapCell('get', 1024, calls, Tier.DEFAULT, TIMED)),
  mapCell('get', 100 * 1024, 1, Tier.FULL, TIMED),
  mapCell('get', 100 * 1024, 16, Tier.DEFAULT, TIMED),
  mapCell('set', 100 * 1024, 16, Tier.DEFAULT, TIMED),
  pacedCell(100, Tier.DEFAULT),
  pacedCell(1000, Tier.QUICK),
  pacedCell(5000, Tier.DEFAULT),
  pacedCell(20_000, Tier.DEFAULT),
  ...[0.02, 0.1].map((workMillis) => mapCell('get', 1024, 64, Tier.DEFAULT, { ...TIMED, workMillis })),
  turnsCell(200, 128, Tier.DEFAULT),
];

export const regimes: Experiment = mapExperiment(
  {
    name: 'regimes',
    title: 'Few calls, many calls, calls by the clock: which way a call takes',
    method:
      'get and set on one real member: in a closed loop as in `get-set`, with work on each answer as in `busy`, by turns, and by the clock: so many calls a second, evenly, ' +
      'made when they are due whether or not earlier ones were answered. ' +
      '`offloop` has its defaults, so each call takes the way that is cheaper at the moment; the others are kept on the loop or in the thread. One client measures all ' +
      'cells, one after another: what it learned in one it brings to the next. Every answer is checked.',
    pace: 0.4,
    cells: CELLS,
    figures: [...MIXED_FIGURES, ...LATENCY_FIGURES],
  },
  {
    official: [Tier.QUICK, openOfficial],
    offloop: [Tier.QUICK, openOffloop],
    'offloop-workers0': [Tier.DEFAULT, withRuntime({ workers: 0 })],
    'offloop-workers1': [Tier.DEFAULT, withRuntime({ workers: 1 })],
  },
);
