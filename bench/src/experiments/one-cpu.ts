import { openOfficial } from '../clients/official.js';
import { openOffloop } from '../clients/offloop.js';
import { Tier, type Experiment, type Figure } from '../experiment.js';
import { mapCell } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { measureMixed } from '../paced/mixed-loads.js';
import { PACED_FIGURES } from '../paced/paced-figures.js';
import { pacedCell } from '../paced/paced-load.js';

const CELLS = [
  mapCell('get', 1024, 256, Tier.QUICK),
  pacedCell(1000, Tier.QUICK),
  pacedCell(20_000, Tier.DEFAULT),
];

/** Of the closed loop's figures in the first table; the others stand below. */
const CLOSED_HEADLINES = ['opsPerSecond', 'processCpuMicros', 'loopWaitP99'];
const CLOSED_FIGURES = [...CLOSED_HEADLINES, 'mainMicros', 'mainCpuMicros', 'loopDelayP99'];

/** A cell has the figures of its kind; the others are empty. */
const FIGURES: readonly Figure[] = [
  ...WINDOW_FIGURES.filter(({ key }) => CLOSED_FIGURES.includes(key)).map((figure) => ({
    ...figure,
    headline: CLOSED_HEADLINES.includes(figure.key),
  })),
  ...PACED_FIGURES,
];

const RUN = measureMixed(CELLS, {
  official: openOfficial,
  offloop: (cluster) => openOffloop(cluster),
  'offloop-workers0': (cluster) => openOffloop(cluster, { workers: 0 }),
  'offloop-workers1': (cluster) => openOffloop(cluster, { workers: 1 }),
});

const SHARED = {
  needsMember: true,
  approaches: [
    { name: 'official', tier: Tier.QUICK },
    { name: 'offloop', tier: Tier.QUICK },
    { name: 'offloop-workers0', tier: Tier.DEFAULT },
    { name: 'offloop-workers1', tier: Tier.DEFAULT },
  ],
  figures: FIGURES,
  published: [],
  run: RUN,
};

const LOADS = 'get of 1 KB, 256 calls in flight as in `get-set`, and calls by the clock as in `paced`.';

export const oneCpu: Experiment = {
  ...SHARED,
  name: 'one-cpu',
  title: 'A process that may use one CPU',
  method: `${LOADS} The process of the client is pinned to one CPU, the member to the others.`,
  tier: Tier.DEFAULT,
  confinement: 'affinity',
  cells: CELLS,
};

export const oneCpuQuota: Experiment = {
  ...SHARED,
  name: 'one-cpu-quota',
  title: 'A container that has a quota of one CPU',
  method:
    `${LOADS} The process of the client is in a control group with a quota of one CPU: its threads may run on any, 100 ms of each 100 ms ` +
    'in sum, and stand still when that is used up. The member has what is left.',
  tier: Tier.FULL,
  confinement: 'quota',
  cells: CELLS,
};
