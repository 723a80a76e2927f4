import { openOffloop } from '../clients/offloop.js';
import { Tier, type Experiment } from '../experiment.js';
import { mapCell, mapLoadsOf } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';

/** The published cells and their ratios, on ÷ off; only the first was significant. */
const PUBLISHED = [
  { bytes: 8192, calls: 256, ratio: 1.0997 },
  { bytes: 1024, calls: 256, ratio: 0.9903 },
  { bytes: 1024, calls: 64, ratio: 0.9904 },
  { bytes: 128, calls: 128, ratio: 0.9708 },
] as const;

const CELLS = PUBLISHED.map(({ bytes, calls }, i) =>
  mapCell('get', bytes, calls, i < 1 ? Tier.QUICK : Tier.DEFAULT),
);

export const onread: Experiment = {
  name: 'onread',
  title: 'One reused read buffer, on and off',
  method:
    "get on one real member. Off (`reuseReadBuffer: false`): Node allocates a buffer a read, and it is copied into the connection's own. " +
    'The published column is a ratio, on ÷ off, of the official client in its issue #652: +9.97 % ±3.40 %, and three without significance.',
  needsMember: true,
  cells: CELLS,
  approaches: [
    { name: 'off', tier: Tier.QUICK },
    { name: 'on', tier: Tier.QUICK },
  ],
  figures: WINDOW_FIGURES,
  published: CELLS.map(({ id }, i) => ({
    cell: id,
    figure: 'opsPerSecond',
    column: '#652, on ÷ off',
    value: PUBLISHED[i].ratio,
  })),
  run: mapLoadsOf(CELLS, {
    off: (cluster) => openOffloop(cluster, { reuseReadBuffer: false }),
    on: (cluster) => openOffloop(cluster, { reuseReadBuffer: true }),
  }),
};
