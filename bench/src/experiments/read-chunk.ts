import { openOffloop } from '../clients/open.js';
import { publishedColumn, Tier, type Experiment } from '../experiment.js';
import { mapCell } from '../load/map-load.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { ownMemberLoadsOf, type OwnMemberCell } from '../load/own-member-loads.js';

const KB = 1024;
const MB = 1024 * KB;

/** Sizes of a read in bytes; null for adaptive. The first is libuv's own suggestion, which Node.js takes unless it is told otherwise. */
const CHUNKS: Readonly<Record<string, number | null>> = {
  '64 KB': 64 * KB,
  '256 KB': 256 * KB,
  '1 MB': MB,
  '4 MB': 4 * MB,
  adaptive: null,
};

const STREAMING = 5 * MB;

/** Sizes of values, and calls in flight. There are few keys, as every key has its value in this process and in the member. */
const LOADS = [
  { bytes: 16 * KB, calls: 8, tier: Tier.FULL },
  { bytes: 16 * KB, calls: 128, tier: Tier.DEFAULT },
  { bytes: 100 * KB, calls: 8, tier: Tier.DEFAULT },
  { bytes: 100 * KB, calls: 128, tier: Tier.QUICK },
  { bytes: MB, calls: 1, tier: Tier.DEFAULT },
  { bytes: MB, calls: 32, tier: Tier.DEFAULT },
  { bytes: STREAMING, calls: 8, tier: Tier.DEFAULT },
] as const;

const IN_WORKER: readonly OwnMemberCell[] = LOADS.map(({ bytes, calls, tier }) => ({
  ...mapCell('get', bytes, calls, tier, { keys: 8 }),
  transport: 'plain',
  workers: 1,
}));
/** Loads whose socket is read on the caller's own loop: only there is the loop delay that of the reading thread. */
const ON_LOOP: readonly OwnMemberCell[] = IN_WORKER.filter(({ concurrency }) => concurrency > 1).map(
  (cell) => ({
    ...cell,
    id: `${cell.id}-loop`,
    title: `${cell.title}, read on the caller's loop`,
    tier: cell.tier === Tier.QUICK ? Tier.DEFAULT : cell.tier,
    workers: 0,
  }),
);
const CELLS = [...IN_WORKER, ...ON_LOOP];

export const readChunk: Experiment = {
  name: 'read-chunk',
  title: 'How much one read of a socket takes',
  method:
    'get on an embedded member in a process of its own, over plain TCP, eight keys. Fixed: `runtime.readChunkBytes`; adaptive: the default, which grows with ' +
    "reads that fill it. The loop delay is the caller's: that of the thread which reads only where the cell says that it is. The published column is " +
    'a ratio, large chunks ÷ 64 KB, of libuv under IBM’s streaming load (100 clients, 100 MB each): about 1.08; its standard loads saw none.',
  needsMember: false,
  pace: 0.5,
  cells: CELLS,
  approaches: Object.keys(CHUNKS).map((name) => ({
    name,
    tier: name === '256 KB' || name === '1 MB' ? Tier.DEFAULT : Tier.QUICK,
  })),
  figures: WINDOW_FIGURES,
  published: publishedColumn(
    'libuv, large ÷ 64 KB',
    CELLS.filter(({ valueBytes }) => valueBytes === STREAMING).map(({ id }) => id),
    [1.08, 1.08],
  ),
  run: ownMemberLoadsOf(CELLS, ({ address }, { workers }, approach) => {
    const chunk = CHUNKS[approach];
    const runtime = { workers, ...(chunk === null ? {} : { readChunkBytes: chunk }) };
    return openOffloop(address, { runtime });
  }),
};
