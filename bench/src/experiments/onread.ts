import { openOffloop } from '../clients/open.js';
import { publishedColumn, Tier, type Experiment } from '../experiment.js';
import { mapCell } from '../load/map-load.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { ownMemberLoadsOf, type OwnMemberCell } from '../load/own-member-loads.js';

/** The published cells and their ratios, on ÷ off, of which only the first was significant. */
const PUBLISHED = [
  { bytes: 8192, calls: 256, ratio: 1.0997 },
  { bytes: 1024, calls: 256, ratio: 0.9903 },
  { bytes: 1024, calls: 64, ratio: 0.9904 },
  { bytes: 128, calls: 128, ratio: 0.9708 },
] as const;

const PLAIN: readonly OwnMemberCell[] = PUBLISHED.map(({ bytes, calls }, i) => ({
  ...mapCell('get', bytes, calls, i < 1 ? Tier.QUICK : Tier.DEFAULT),
  transport: 'plain',
  workers: 1,
}));
const OVER_TLS: readonly OwnMemberCell[] = PLAIN.map((cell) => ({
  ...cell,
  id: `${cell.id}-tls`,
  tier: Tier.DEFAULT,
  title: `${cell.title}, TLS`,
  transport: 'tls',
}));
const CELLS = [...PLAIN, ...OVER_TLS];

export const onread: Experiment = {
  name: 'onread',
  title: 'One reused read buffer, on and off',
  method:
    'get on an embedded member in a process of its own, over plain TCP and over TLS. Off (`reuseReadBuffer: false`): Node allocates a buffer ' +
    "a read, and it is copied into the connection's own. Over TLS a read is a record of at most 16 KB. The published column is a ratio, " +
    'on ÷ off, of the official client in its issue #652: +9.97 % ±3.40 %, and three without significance.',
  needsMember: false,
  cells: CELLS,
  approaches: [
    { name: 'off', tier: Tier.QUICK },
    { name: 'on', tier: Tier.QUICK },
  ],
  figures: WINDOW_FIGURES,
  published: publishedColumn(
    '#652, on ÷ off',
    PLAIN.map(({ id }) => id),
    PUBLISHED.map(({ ratio }) => ratio),
  ),
  run: ownMemberLoadsOf(CELLS, ({ address, ca }, { workers }, approach) =>
    openOffloop(address, { runtime: { workers, reuseReadBuffer: approach === 'on' } }, ca),
  ),
};
