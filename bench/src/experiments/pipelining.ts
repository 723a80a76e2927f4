import type { BenchClient } from '../clients/client.js';
import { openOffloop } from '../clients/open.js';
import { publishedColumn, Tier, type Experiment } from '../experiment.js';
import { mapExperiment, type Open } from '../load/map-experiment.js';
import { mapCell } from '../load/map-load.js';

const SIZES = [3, 1024, 100 * 1024];
/** Number of calls in flight: the talk's limit. */
const CALLS = 100;

const CELLS = (['get', 'set'] as const).flatMap((operation) =>
  SIZES.map((bytes) =>
    mapCell(operation, bytes, CALLS, bytes === 1024 && operation === 'set' ? Tier.QUICK : Tier.DEFAULT),
  ),
);

const ENABLED = 'hazelcast.client.autopipelining.enabled';
const THRESHOLD = 'hazelcast.client.autopipelining.threshold.bytes';
const withProperty =
  (name: string, value: unknown): Open<BenchClient> =>
  (cluster) =>
    openOffloop(cluster, { properties: { [name]: value } });

/** The ratios of the talk's step: get then set, 3 B, 1 KB, 100 KB; +30 % is 1.30. */
const TALK = [1.3, 1.34, 1.24, 1.35, 0.87, 0.77];

export const pipelining: Experiment = mapExperiment(
  {
    name: 'pipelining',
    title: 'Automated pipelining, on and off',
    method:
      `offloop alone, ${CALLS} calls in flight, 64 keys, one real member. Off: a write a request; on: the requests of one drain are ` +
      "joined up to the threshold. The talk's column is a ratio, on ÷ off, of the official client at its time.",
    cells: CELLS,
    published: publishedColumn(
      'talk, on ÷ off',
      CELLS.map(({ id }) => id),
      TALK,
    ),
  },
  {
    off: [Tier.QUICK, withProperty(ENABLED, false)],
    'on, 64 KB': [Tier.QUICK, withProperty(THRESHOLD, 65_536)],
    'on, 8 KB': [Tier.DEFAULT, withProperty(THRESHOLD, 8192)],
    'on, 1 MB': [Tier.DEFAULT, withProperty(THRESHOLD, 1_048_576)],
  },
);
