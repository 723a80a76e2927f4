import { availableParallelism, cpus } from 'node:os';

import { otherWork } from '@offloop/tools/measure';

import type { Approach } from '../approaches/approaches.js';
import { LOCK_MAP } from '../block/block.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import { openOffloop } from '../engines/open-client.js';
import type { BlockState, Turn } from '../figures/live-events.js';
import type { PictureRow, Recording } from '../figures/recording.js';
import { BlockDesk } from '../live/block-desk.js';
import { DemoBroker } from '../live/demo-broker.js';
import type { CheckedOrder } from '../live/run-limits.js';
import { Lineup, type TurnLoad } from '../measure/lineup.js';

/** Number of turns before any counts: code is compiled and caches are full then, as in a server that has been up for a while. */
const WARM_UP_TURNS = 6;

/** Time for which other programs' work is measured before the first turn, in ms; each turn measures it, too. */
const OTHER_WORK_MILLIS = 2_000;

/** Takes the figures that the page begins with: those of the order's approaches in turns, and then of a hold of each client's thread. */
export async function record(
  grid: GridSettings,
  order: CheckedOrder,
  rounds: number,
  blockSeconds: number,
): Promise<Recording> {
  const { items, connections } = order;
  const before = await otherWork(OTHER_WORK_MILLIS);
  const { rows, meanwhile } = await measured(grid, order, rounds);
  const block = await blockOf(grid, blockSeconds);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus()[0].model}, ${availableParallelism()} CPUs, Node.js ${process.versions.node}, embedded member`,
    otherWork: Math.round(Math.max(before, meanwhile) * 100) / 100,
    documents: items,
    connections,
    rows,
    block,
  };
}

async function measured(
  grid: GridSettings,
  { approaches, connections, items }: CheckedOrder,
  rounds: number,
): Promise<{ rows: PictureRow[]; meanwhile: number }> {
  const load: TurnLoad = { task: { workload: 'quote', catalogue: grid.catalogue, items }, connections };
  const lineup = new Lineup(grid, approaches);
  try {
    for (let turn = 0; turn < WARM_UP_TURNS; turn++) await lineup.warmUp(load);
    const turns = new Map(approaches.map((each) => [each, [] as Turn[]]));
    for (let round = 0; round < rounds; round++) {
      for (const [approach, taken] of turns) taken.push(await turnOf(lineup, approach, load));
    }
    const rows = [...turns].map(([{ id, title }, taken]) => ({
      id,
      title,
      waits: taken.map(({ slowestPing }) => tenths(slowestPing ?? 0)),
      answers: taken.map(({ requestsPerSecond }) => tenths(requestsPerSecond)),
    }));
    const others = [...turns.values()].flat().map(({ otherWork: seen }) => seen ?? 0);
    return { rows, meanwhile: others.toSorted((a, b) => a - b)[others.length >> 1] };
  } finally {
    await lineup.stop();
  }
}

async function turnOf(lineup: Lineup, approach: Approach, load: TurnLoad): Promise<Turn> {
  const { turn, outcome } = await lineup.turn(approach, load);
  const { errors, wrong, pingErrors } = outcome.load;
  if (errors + wrong + pingErrors > 0)
    throw new Error(`${approach.title} had errors: this makes no recording`);
  return turn;
}

async function blockOf({ address }: GridSettings, seconds: number): Promise<BlockState> {
  const client = await openOffloop({ address, workers: 1 });
  const broker = new DemoBroker();
  try {
    const locks = await client.getMap<string, string>(LOCK_MAP);
    return await new Promise<BlockState>((resolve, reject) => {
      const blocks = new BlockDesk({
        address,
        isLocked: (key) => locks.isLocked(key),
        isBusy: () => false,
        broker: () => broker.url(),
        tell: (event) => {
          if (event.type !== 'block') return;
          const { phase, reason } = event.state;
          if (phase === 'done') resolve(event.state);
          if (phase === 'failed') reject(new Error(reason));
        },
      });
      blocks.start(seconds);
    });
  } finally {
    await broker.stop();
    await client.shutdown();
  }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
