import { openOfficial } from '../clients/official.js';
import { slowed } from '../clients/slowed.js';
import { Tier, type Experiment } from '../experiment.js';
import { mapCell, mapLoadsOf } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';

const PLANTED = 0.1;

const CELLS = [
  mapCell('get', 1024, 256, Tier.QUICK),
  mapCell('set', 1024, 256, Tier.DEFAULT),
  mapCell('get', 100 * 1024, 8, Tier.DEFAULT),
];

export const selfCheck: Experiment = {
  name: 'self-check',
  title: 'The harness itself: no difference, and a planted one',
  method:
    'Three times the official client. "the same" must read "no difference" (but for chance); "10 % slower" makes the main thread spin for 10 % of ' +
    'the time that it was busy, so that its µs/op must read about 1.10×, and be found worse.',
  needsMember: true,
  cells: CELLS,
  approaches: ['official', 'the same', '10 % slower'].map((name) => ({ name, tier: Tier.QUICK })),
  figures: WINDOW_FIGURES,
  published: [],
  run: mapLoadsOf(CELLS, {
    official: openOfficial,
    'the same': openOfficial,
    '10 % slower': async (cluster) => slowed(await openOfficial(cluster), PLANTED),
  }),
};
