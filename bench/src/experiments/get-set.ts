import { openOfficial, openOffloop, withRuntime } from '../clients/open.js';
import { publishedColumn, Tier, type Experiment } from '../experiment.js';
import { SPREAD_KEYS } from '../load/map-calls.js';
import { mapExperiment } from '../load/map-experiment.js';
import { mapCell } from '../load/map-load.js';

const SIZES = [
  { bytes: 3, tier: Tier.QUICK },
  { bytes: 1024, tier: Tier.QUICK },
  { bytes: 100 * 1024, tier: Tier.QUICK },
  // not 2^20: 256 sets of that, with their headers, are just above the default of `runtime.maxPendingBytes`
  { bytes: 1_000_000, tier: Tier.FULL },
] as const;

const CONCURRENCIES = [
  { calls: 1, tier: Tier.DEFAULT },
  { calls: 8, tier: Tier.DEFAULT },
  { calls: 64, tier: Tier.FULL },
  // the talk's limit, for the six cells that it published
  { calls: 100, tier: Tier.DEFAULT },
  { calls: 256, tier: Tier.QUICK },
] as const;

const TIER_ORDER = [Tier.QUICK, Tier.DEFAULT, Tier.FULL];
const laterTier = (a: Tier, b: Tier): Tier => (TIER_ORDER.indexOf(a) > TIER_ORDER.indexOf(b) ? a : b);

const CELLS = [
  ...(['get', 'set'] as const).flatMap((operation) =>
    SIZES.flatMap(({ bytes, tier }) =>
      CONCURRENCIES.map((concurrency) =>
        mapCell(operation, bytes, concurrency.calls, laterTier(tier, concurrency.tier)),
      ),
    ),
  ),
  mapCell('get', 1024, 256, Tier.QUICK, { keys: 1 }),
];

/** Columns that the talk on optimising the official client published: 100 calls in flight, another machine, a member of its time. */
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

export const getSet: Experiment = mapExperiment(
  {
    name: 'get-set',
    title: 'get and set against the official client',
    method:
      'Closed loop: c plain async flows, each awaiting one call at a time, on one client with its default configuration. ' +
      `${SPREAD_KEYS} keys spread over the partitions (or one hot key), values of printable ASCII. ` +
      'Every answer is checked by length and one character, one in 64 in full; after sets every key is read back.',
    cells: CELLS,
    published: TALK.flatMap(([column, values]) => publishedColumn(`talk ${column}`, TALK_CELLS, values)),
  },
  {
    official: [Tier.QUICK, openOfficial],
    offloop: [Tier.QUICK, openOffloop],
    'offloop-workers0': [Tier.FULL, withRuntime({ workers: 0 })],
  },
);
