import { lower, publishedColumn, Tier, type Cell, type CellResult, type Experiment } from '../experiment.js';
import { measureBlocks, startReceiver, type BlockLoad } from '../flush/block-load.js';
import type { FlushPolicy } from '../flush/block-writer.js';
import { sizeTitle } from '../load/map-load.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { eachCell } from '../load/cells.js';

/** Tendermint's published µs for a block, by the longest block: buffered, and flushed. */
const PUBLISHED = [
  { maxBytes: 512, buffered: 0.505, flushed: 1.871 },
  { maxBytes: 4096, buffered: 3.731, flushed: 4.185 },
  { maxBytes: 16_384, buffered: 16.05, flushed: 16.53 },
  { maxBytes: 1_048_576, buffered: 946.3, flushed: 961.0 },
] as const;

type BlockCell = Cell & BlockLoad;

const STREAMED: readonly BlockCell[] = PUBLISHED.map(({ maxBytes }) => ({
  id: `${sizeTitle(maxBytes).replace(' ', '')}-stream`,
  title: `up to ${sizeTitle(maxBytes)}, streamed`,
  tier: maxBytes === 512 || maxBytes === 1_048_576 ? Tier.QUICK : Tier.DEFAULT,
  maxBytes,
  asks: false,
}));
const ASKED: readonly BlockCell[] = STREAMED.map((cell, i) => ({
  ...cell,
  id: cell.id.replace('stream', 'ask'),
  title: cell.title.replace('streamed', 'each answered'),
  tier: i === 0 ? Tier.QUICK : Tier.DEFAULT,
  asks: true,
}));
const CELLS = [...STREAMED, ...ASKED];

const BUFFER = 4096;
/** Most bytes that offloop joins: its threshold of automated pipelining. */
const JOINED = 65_536;
const TIMER_MILLIS = 20;

const POLICIES: Readonly<Record<string, FlushPolicy>> = {
  'buffered, timer': { capacity: BUFFER, plan: (flush) => void setTimeout(flush, TIMER_MILLIS) },
  flushed: { capacity: BUFFER, plan: (flush) => flush() },
  drained: { capacity: JOINED, plan: (flush) => queueMicrotask(flush) },
};

const FIGURES = WINDOW_FIGURES.filter(({ key }) => key !== 'wakeupsPerOp' && key !== 'readsPerOp');
const STREAM_IDS = STREAMED.map(({ id }) => id);

export const flush: Experiment = {
  name: 'flush',
  title: 'Flush at once, or buffer with a timer',
  method:
    'Blocks of random length over a Unix-domain socket to a process that counts them. Streamed: 16 a turn of the loop; or one at a time, each answered by one byte. ' +
    `"buffered, timer": a buffer of ${BUFFER} bytes that is written when it is full, or after ${TIMER_MILLIS} ms; "flushed": after every block; "drained": what one turn ` +
    `brings is joined up to ${JOINED / 1024} KB and written at its end, without a timer, as offloop's worker does. The published columns are those of Tendermint's client (Go, PR #6997).`,
  needsMember: false,
  pace: 0.4,
  cells: CELLS,
  approaches: Object.keys(POLICIES).map((name) => ({ name, tier: Tier.QUICK })),
  figures: [
    lower('blockMicros', 'Time per block, µs', { headline: true }),
    lower('answerP50', 'Time to the answer p50, µs', { note: 'Of blocks that are answered one at a time.' }),
    lower('answerP99', 'Time to the answer p99, µs', { headline: true }),
    ...FIGURES,
  ],
  published: [
    publishedColumn(
      'Tendermint, buffered',
      STREAM_IDS,
      PUBLISHED.map(({ buffered }) => buffered),
      'blockMicros',
    ),
    publishedColumn(
      'Tendermint, flushed',
      STREAM_IDS,
      PUBLISHED.map(({ flushed }) => flushed),
      'blockMicros',
    ),
  ].flat(),
  async run(context) {
    const { approach, timing, seed } = context;
    const receiver = await startReceiver();
    try {
      const results: CellResult[] = [];
      for (const cell of eachCell(CELLS, context))
        results.push(await measureBlocks(receiver.path, cell, POLICIES[approach], timing, seed));
      return results;
    } finally {
      await receiver.stop();
    }
  },
};
