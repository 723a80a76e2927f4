import type { BenchClient } from '../clients/client.js';
import { openOfficial } from '../clients/official.js';
import { openOffloop } from '../clients/offloop.js';
import { Tier, type Cell, type Experiment, type Published } from '../experiment.js';
import { measureMapLoads, type MapLoad } from '../load/map-load.js';
import { WINDOW_FIGURES } from '../load/window.js';

type MapCell = Cell & MapLoad;

const SIZES = [
  { bytes: 3, name: '3B', tier: Tier.QUICK },
  { bytes: 1024, name: '1KB', tier: Tier.QUICK },
  { bytes: 100 * 1024, name: '100KB', tier: Tier.QUICK },
  { bytes: 1024 * 1024, name: '1MB', tier: Tier.FULL },
] as const;

const CONCURRENCIES = [
  { calls: 1, tier: Tier.DEFAULT },
  { calls: 8, tier: Tier.DEFAULT },
  { calls: 64, tier: Tier.FULL },
  // the talk's limit, for the six cells that it published
  { calls: 100, tier: Tier.FULL },
  { calls: 256, tier: Tier.QUICK },
] as const;

const SPREAD_KEYS = 64;

const TIER_ORDER = [Tier.QUICK, Tier.DEFAULT, Tier.FULL];
const laterTier = (a: Tier, b: Tier): Tier => (TIER_ORDER.indexOf(a) > TIER_ORDER.indexOf(b) ? a : b);

const grid: MapCell[] = (['get', 'set'] as const).flatMap((operation) =>
  SIZES.flatMap((size) =>
    CONCURRENCIES.map((concurrency) => ({
      id: `${operation}-${size.name}-c${concurrency.calls}`,
      title: `${operation} ${size.name.replace(/(?<=\d)(?=[BKM])/, ' ')}, c=${concurrency.calls}`,
      tier: laterTier(size.tier, concurrency.tier),
      operation,
      valueBytes: size.bytes,
      concurrency: concurrency.calls,
      keys: SPREAD_KEYS,
    })),
  ),
);

const hot: MapCell = {
  id: 'get-1KB-c256-hot',
  title: 'get 1 KB, c=256, one hot key',
  tier: Tier.QUICK,
  operation: 'get',
  valueBytes: 1024,
  concurrency: 256,
  keys: 1,
};

const CELLS: readonly MapCell[] = [...grid, hot];

const OPEN: Readonly<Record<string, (cluster: string) => Promise<BenchClient>>> = {
  official: openOfficial,
  offloop: (cluster) => openOffloop(cluster),
  'offloop-workers0': (cluster) => openOffloop(cluster, { workers: 0 }),
};

/** Columns of the talk on optimising the official client; 100 calls in flight, another machine, a member of its time. */
const TALK: readonly (readonly [column: string, values: readonly number[]])[] = [
  ['v0.10', [90_933, 23_591, 105, 76_011, 44_324, 1_558]],
  ['v3.12', [132_855, 120_670, 8_756, 127_291, 94_625, 10_617]],
  ['v3.12.1', [173_611, 161_812, 10_879, 172_028, 82_747, 8_208]],
  ['last PoC', [222_172, 192_122, 12_594, 205_254, 109_051, 11_630]],
];
const TALK_CELLS = [
  'get-3B-c100',
  'get-1KB-c100',
  'get-100KB-c100',
  'set-3B-c100',
  'set-1KB-c100',
  'set-100KB-c100',
];

const published: Published[] = TALK.flatMap(([column, values]) =>
  TALK_CELLS.map((cell, i) => ({
    cell,
    figure: 'opsPerSecond',
    column: `talk ${column}`,
    value: values[i],
  })),
);

export const getSet: Experiment = {
  name: 'get-set',
  title: 'get and set against the official client',
  method:
    'Closed loop: c plain async flows, each awaiting one call at a time, on one client with its default configuration. ' +
    `${SPREAD_KEYS} keys spread over the partitions (or one hot key), values of printable ASCII. ` +
    'Every answer is checked by length and one character, one in 64 in full; after sets every key is read back.',
  needsMember: true,
  cells: CELLS,
  approaches: [
    { name: 'official', tier: Tier.QUICK },
    { name: 'offloop', tier: Tier.QUICK },
    { name: 'offloop-workers0', tier: Tier.FULL },
  ],
  figures: WINDOW_FIGURES,
  published,
  async run(context) {
    const open = OPEN[context.approach];
    if (open === undefined || context.cluster === null)
      throw new Error(`get-set cannot run ${context.approach} on ${context.cluster}`);
    const client = await open(context.cluster);
    try {
      const loads = context.cells.map((id) => {
        const cell = CELLS.find((candidate) => candidate.id === id);
        if (cell === undefined) throw new Error(`get-set has no cell ${id}`);
        return cell;
      });
      return await measureMapLoads(client, loads, context);
    } finally {
      await client.shutdown();
    }
  },
};
